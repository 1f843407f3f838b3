/**
 * The options of Datalayer's server, by flag and variable, older names included, and their values. Only
 * `--compat datalayer` reads them; our own help does not list them.
 */

import { type Environment, UsageError } from "../../base/options.ts";

export interface DatalayerOption {
  /** Empty if it is only a variable. */
  readonly flags: readonly string[];
  readonly variables: readonly string[];
  /** Whether it takes no value. */
  readonly isSwitch?: boolean;
  /** Why it cannot be used here. */
  readonly refused?: string;
  /** Why it has no effect here. */
  readonly idle?: string;
}

const lab = "it controls a JupyterLab page, whose commands are not offered as tools here";
const python = "it names a Python class, and there is no Python here";
const cloud = "it is for remote sandboxes, which are not served here";

export const datalayerOptions = {
  transport: { flags: ["--transport"], variables: ["TRANSPORT"] },
  port: { flags: ["--port"], variables: ["PORT"] },
  host: { flags: ["--host"], variables: ["HOST"] },
  jupyterUrl: { flags: ["--jupyter-url"], variables: ["JUPYTER_URL"] },
  jupyterToken: { flags: ["--jupyter-token"], variables: ["JUPYTER_TOKEN"] },
  jupyterPassword: { flags: ["--jupyter-password"], variables: ["JUPYTER_PASSWORD"] },
  documentUrl: { flags: ["--document-url"], variables: ["DOCUMENT_URL"] },
  documentId: { flags: ["--document-id"], variables: ["DOCUMENT_ID"] },
  documentToken: { flags: ["--document-token"], variables: ["DOCUMENT_TOKEN"] },
  documentPassword: { flags: ["--document-password"], variables: ["DOCUMENT_PASSWORD"] },
  sandboxUrl: {
    flags: ["--code-sandbox-url", "--runtime-url"],
    variables: ["CODE_SANDBOX_URL", "RUNTIME_URL"],
  },
  sandboxId: { flags: ["--code-sandbox-id", "--runtime-id"], variables: ["CODE_SANDBOX_ID", "RUNTIME_ID"] },
  sandboxToken: {
    flags: ["--code-sandbox-token", "--runtime-token"],
    variables: ["CODE_SANDBOX_TOKEN", "RUNTIME_TOKEN"],
  },
  sandboxPassword: { flags: ["--code-sandbox-password"], variables: ["CODE_SANDBOX_PASSWORD"] },
  startNew: {
    flags: ["--start-new-code-sandbox", "--start-new-runtime"],
    variables: ["START_NEW_CODE_SANDBOX", "START_NEW_RUNTIME"],
  },
  provider: { flags: ["--document-provider", "--provider"], variables: ["DOCUMENT_PROVIDER", "PROVIDER"] },
  mcpToken: { flags: ["--mcp-token"], variables: ["MCP_TOKEN"] },
  noAuth: { flags: ["--insecure-mcp-noauth"], variables: ["INSECURE_MCP_NOAUTH"], isSwitch: true },
  executionTimeout: { flags: ["--execution-timeout"], variables: ["JUPYTER_MCP_EXECUTION_TIMEOUT"] },
  maxExecutionTimeout: {
    flags: ["--max-execution-timeout"],
    variables: ["JUPYTER_MCP_MAX_EXECUTION_TIMEOUT"],
  },
  otelFile: { flags: ["--otel-file"], variables: ["JUPYTER_MCP_OTEL_FILE"] },
  variant: { flags: ["--sandbox-variant"], variables: ["SANDBOX_VARIANT"] },
  showImages: { flags: ["--allow-img-output"], variables: ["ALLOW_IMG_OUTPUT"] },
  watch: { flags: [], variables: ["JUPYTER_MCP_WATCH_NOTEBOOKS"] },
  corsOrigins: { flags: [], variables: ["JUPYTER_MCP_CORS_ORIGINS"] },
  serverUrl: { flags: ["--jupyter-mcp-server-url"], variables: ["JUPYTER_MCP_SERVER_URL"] },
  jupyterlab: { flags: ["--jupyterlab"], variables: ["JUPYTERLAB"], idle: lab },
  openInUi: { flags: ["--open-notebook-in-ui"], variables: ["OPEN_NOTEBOOK_IN_UI"], idle: lab },
  allowedTools: {
    flags: ["--allowed-jupyter-mcp-tools"],
    variables: ["ALLOWED_JUPYTER_MCP_TOOLS"],
    idle: lab,
  },
  reconnectInterval: {
    flags: ["--reconnect-interval"],
    variables: ["RECONNECT_INTERVAL"],
    idle: "lost connections are always restored",
  },
  capability: {
    flags: ["--capability"],
    variables: ["JUPYTER_MCP_CAPABILITIES"],
    idle: "a kernel that is gone is always replaced, and a notebook's own kernel is always used",
  },
  stateful: {
    flags: [],
    variables: ["JUPYTER_MCP_STATEFUL"],
    idle: "clients with a session and requests without one are both served",
  },
  proxyToken: {
    flags: ["--code-sandbox-proxy-token"],
    variables: ["CODE_SANDBOX_PROXY_TOKEN"],
    refused: cloud,
  },
  channelsUrl: {
    flags: ["--code-sandbox-channels-url"],
    variables: ["CODE_SANDBOX_CHANNELS_URL"],
    refused: cloud,
  },
  environment: { flags: ["--sandbox-environment"], variables: ["SANDBOX_ENVIRONMENT"], refused: cloud },
  gpu: { flags: ["--sandbox-gpu"], variables: ["SANDBOX_GPU"], refused: cloud },
  verifierClass: {
    flags: ["--token-verifier-class"],
    variables: ["JUPYTER_MCP_TOKEN_VERIFIER_CLASS"],
    refused: `${python}; use --mcp-token`,
  },
  publisherClass: {
    flags: [],
    variables: ["JUPYTER_MCP_PUBLISHER_CLASS"],
    refused: `${python}; this program notifies subscribers itself`,
  },
  gateClass: { flags: [], variables: ["JUPYTER_MCP_RESOURCE_GATE_CLASS"], refused: python },
  taskClass: { flags: [], variables: ["JUPYTER_MCP_TASK_STORE_CLASS"], refused: python },
  extensions: {
    flags: [],
    variables: ["JUPYTER_MCP_EXTENSIONS"],
    idle: "extensions are not supported; --sandbox-variant offers the sandbox tools",
  },
  requestTimeout: {
    flags: [],
    variables: ["REQUEST_TIMEOUT"],
    idle: "every request has its own limit",
  },
  largestMessage: {
    flags: [],
    variables: ["WEBSOCKETS_MAX_BODY_SIZE"],
    idle: "notebooks of any size are opened",
  },
  auditClass: {
    flags: ["--audit-sink-class"],
    variables: ["JUPYTER_MCP_AUDIT_SINK_CLASS"],
    refused: `${python}; use --otel-file`,
  },
} as const satisfies Readonly<Record<string, DatalayerOption>>;

type DatalayerOptionName = keyof typeof datalayerOptions;

export interface GivenOptions {
  /** The value of an option; undefined if it was not given. */
  text(name: DatalayerOptionName): string | undefined;
  /** The same as a boolean. */
  flag(name: DatalayerOptionName): boolean | undefined;
  /** A line for every given option that has no effect. */
  readonly notices: readonly string[];
  /** The same as a whole number of at least one. */
  seconds(name: DatalayerOptionName): number | undefined;
}

/** Reads the options from flags and variables; pure, throws {@linkcode UsageError}. */
export function givenOptions(given: ReadonlyMap<string, string>, env: Environment): GivenOptions {
  const find = (name: DatalayerOptionName) => found(datalayerOptions[name], given, env);
  for (const option of Object.values<DatalayerOption>(datalayerOptions)) {
    const refused = option.refused === undefined ? undefined : found(option, given, env);
    if (refused !== undefined) throw new UsageError(`Cannot use ${refused.name}: ${option.refused}`);
  }
  const notices = Object.values<DatalayerOption>(datalayerOptions).flatMap((option) => {
    const idle = option.idle === undefined ? undefined : found(option, given, env);
    return idle === undefined ? [] : [`${idle.name} has no effect here: ${option.idle}`];
  });
  return {
    notices,
    text: (name) => find(name)?.value,
    flag(name) {
      const option = find(name);
      if (option === undefined) return undefined;
      if (/^(true|1|yes|on|)$/i.test(option.value)) return true;
      if (/^(false|0|no|off)$/i.test(option.value)) return false;
      throw new UsageError(`Cannot use ${option.name} "${option.value}": expected true or false`);
    },
    seconds(name) {
      const option = find(name);
      if (option === undefined) return undefined;
      if (/^[1-9]\d{0,8}$/.test(option.value)) return Number(option.value);
      throw new UsageError(`Cannot use ${option.name} "${option.value}": expected a whole number of seconds`);
    },
  };
}

interface Found {
  /** The flag or variable that gave it. */
  readonly name: string;
  readonly value: string;
}

function found(
  option: DatalayerOption,
  given: ReadonlyMap<string, string>,
  env: Environment,
): Found | undefined {
  const flag = option.flags.find((name) => given.has(name));
  if (flag !== undefined) return { name: flag, value: given.get(flag) ?? "" };
  for (const name of option.variables) {
    const value = env[name]?.trim();
    // Some clients set the word for an unset variable.
    if (value !== undefined && value !== "" && value !== "None") return { name, value };
  }
  return undefined;
}
