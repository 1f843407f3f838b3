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

interface OptionRules extends Pick<DatalayerOption, "isSwitch" | "refused" | "idle"> {
  /** The variable, if it is not called like the flag. */
  readonly variable?: string;
}

/** An option by its flags, the older name last: `--jupyter-url` is also the variable `JUPYTER_URL`. */
function option(names: string, { variable, ...rules }: OptionRules = {}): DatalayerOption {
  const flags = names.split(" ").filter((name) => name !== "");
  const same = flags.map((flag) => flag.slice(2).replaceAll("-", "_").toUpperCase());
  return { flags, variables: variable === undefined ? same : [variable], ...rules };
}

const lab = "it controls a JupyterLab page, whose commands are not offered as tools here";
const python = "it names a Python class, and there is no Python here";
const cloud = "it is for remote sandboxes, which are not served here";

export const datalayerOptions = {
  transport: option("--transport"),
  port: option("--port"),
  host: option("--host"),
  jupyterUrl: option("--jupyter-url"),
  jupyterToken: option("--jupyter-token"),
  jupyterPassword: option("--jupyter-password"),
  documentUrl: option("--document-url"),
  documentId: option("--document-id"),
  documentToken: option("--document-token"),
  documentPassword: option("--document-password"),
  sandboxUrl: option("--code-sandbox-url --runtime-url"),
  sandboxId: option("--code-sandbox-id --runtime-id"),
  sandboxToken: option("--code-sandbox-token --runtime-token"),
  sandboxPassword: option("--code-sandbox-password"),
  startNew: option("--start-new-code-sandbox --start-new-runtime"),
  provider: option("--document-provider --provider"),
  mcpToken: option("--mcp-token"),
  noAuth: option("--insecure-mcp-noauth", { isSwitch: true }),
  executionTimeout: option("--execution-timeout", { variable: "JUPYTER_MCP_EXECUTION_TIMEOUT" }),
  maxExecutionTimeout: option("--max-execution-timeout", { variable: "JUPYTER_MCP_MAX_EXECUTION_TIMEOUT" }),
  otelFile: option("--otel-file", { variable: "JUPYTER_MCP_OTEL_FILE" }),
  variant: option("--sandbox-variant"),
  showImages: option("--allow-img-output"),
  watch: option("", { variable: "JUPYTER_MCP_WATCH_NOTEBOOKS" }),
  corsOrigins: option("", { variable: "JUPYTER_MCP_CORS_ORIGINS" }),
  serverUrl: option("--jupyter-mcp-server-url"),
  jupyterlab: option("--jupyterlab", { idle: lab }),
  openInUi: option("--open-notebook-in-ui", { idle: lab }),
  allowedTools: option("--allowed-jupyter-mcp-tools", { idle: lab }),
  reconnectInterval: option("--reconnect-interval", { idle: "lost connections are always restored" }),
  capability: option("--capability", {
    variable: "JUPYTER_MCP_CAPABILITIES",
    idle: "a kernel that is gone is always replaced, and a notebook's own kernel is always used",
  }),
  stateful: option("", {
    variable: "JUPYTER_MCP_STATEFUL",
    idle: "clients with a session and requests without one are both served",
  }),
  proxyToken: option("--code-sandbox-proxy-token", { refused: cloud }),
  channelsUrl: option("--code-sandbox-channels-url", { refused: cloud }),
  environment: option("--sandbox-environment", { refused: cloud }),
  gpu: option("--sandbox-gpu", { refused: cloud }),
  verifierClass: option("--token-verifier-class", {
    variable: "JUPYTER_MCP_TOKEN_VERIFIER_CLASS",
    refused: `${python}; use --mcp-token`,
  }),
  publisherClass: option("", {
    variable: "JUPYTER_MCP_PUBLISHER_CLASS",
    refused: `${python}; this program notifies subscribers itself`,
  }),
  gateClass: option("", { variable: "JUPYTER_MCP_RESOURCE_GATE_CLASS", refused: python }),
  taskClass: option("", { variable: "JUPYTER_MCP_TASK_STORE_CLASS", refused: python }),
  extensions: option("", {
    variable: "JUPYTER_MCP_EXTENSIONS",
    idle: "extensions are not supported; --sandbox-variant offers the sandbox tools",
  }),
  requestTimeout: option("", { variable: "REQUEST_TIMEOUT", idle: "every request has its own limit" }),
  largestMessage: option("", {
    variable: "WEBSOCKETS_MAX_BODY_SIZE",
    idle: "notebooks of any size are opened",
  }),
  auditClass: option("--audit-sink-class", {
    variable: "JUPYTER_MCP_AUDIT_SINK_CLASS",
    refused: `${python}; use --otel-file`,
  }),
} as const;

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
