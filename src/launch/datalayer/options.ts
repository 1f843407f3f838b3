/**
 * The options of Datalayer's server, by flag and variable, older names included. Only `--compat datalayer` reads
 * them; our own help does not list them.
 */

export interface DatalayerOption {
  readonly flags: readonly [string, ...string[]];
  readonly variables: readonly string[];
  /** Whether it stands without a value. */
  readonly isSwitch?: boolean;
  /** Why it cannot be used here. */
  readonly refused?: string;
}

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
  serverUrl: { flags: ["--jupyter-mcp-server-url"], variables: ["JUPYTER_MCP_SERVER_URL"] },
  // Nothing to do for these: there is no browser tab to open, a lost socket always comes back, and so on.
  jupyterlab: { flags: ["--jupyterlab"], variables: ["JUPYTERLAB"] },
  openInUi: { flags: ["--open-notebook-in-ui"], variables: ["OPEN_NOTEBOOK_IN_UI"] },
  allowedTools: { flags: ["--allowed-jupyter-mcp-tools"], variables: ["ALLOWED_JUPYTER_MCP_TOOLS"] },
  reconnectInterval: { flags: ["--reconnect-interval"], variables: ["RECONNECT_INTERVAL"] },
  capability: { flags: ["--capability"], variables: ["JUPYTER_MCP_CAPABILITIES"] },
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
    refused: "it names a Python class, and there is no Python here; use --mcp-token",
  },
  auditClass: {
    flags: ["--audit-sink-class"],
    variables: ["JUPYTER_MCP_AUDIT_SINK_CLASS"],
    refused: "it names a Python class, and there is no Python here; use --otel-file",
  },
} as const satisfies Readonly<Record<string, DatalayerOption>>;

export type DatalayerOptionName = keyof typeof datalayerOptions;
