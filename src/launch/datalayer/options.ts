/**
 * The options of Datalayer's server, by flag and variable, older names included. Only `--compat datalayer` reads
 * them; our own help does not list them.
 */

export interface DatalayerOption {
  /** None where it is a variable alone. */
  readonly flags: readonly string[];
  readonly variables: readonly string[];
  /** Whether it stands without a value. */
  readonly isSwitch?: boolean;
  /** Why it cannot be used here. */
  readonly refused?: string;
  /** Why nothing comes of it here: what it asks for is so anyway, or cannot matter. */
  readonly idle?: string;
}

const lab = "it is about a JupyterLab page, whose commands are no tools here";
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
    idle: "lost connections are always taken up again",
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
    refused: `${python}; subscribers are told by this program itself`,
  },
  gateClass: { flags: [], variables: ["JUPYTER_MCP_RESOURCE_GATE_CLASS"], refused: python },
  taskClass: { flags: [], variables: ["JUPYTER_MCP_TASK_STORE_CLASS"], refused: python },
  extensions: {
    flags: [],
    variables: ["JUPYTER_MCP_EXTENSIONS"],
    idle: "there are no extensions; --sandbox-variant offers the tools of sandboxes",
  },
  requestTimeout: {
    flags: [],
    variables: ["REQUEST_TIMEOUT"],
    idle: "every request has a limit of its own",
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

export type DatalayerOptionName = keyof typeof datalayerOptions;
