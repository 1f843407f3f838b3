/**
 * Translates the command line of Datalayer's server into ours. Our own options that its server lacks (`--log-level`,
 * `--ca-cert` and so on) are accepted as well.
 */

import { isLoopback } from "../../base/net/loopback.ts";
import { allOptions, type Environment, type Options, readOptions, UsageError } from "../../base/options.ts";
import type { DatalayerSettings } from "../../base/protocol.ts";
import { datalayerCommands, splitArguments } from "../command.ts";
import { parseJupyterUrl } from "../jupyter/jupyter_url.ts";
import { type DatalayerOption, datalayerOptions, type GivenOptions, givenOptions } from "./options.ts";

/** A request to a running server. */
export interface Management {
  readonly kind: "connect" | "stop";
  readonly url: string;
  readonly token: string;
  readonly body: Readonly<Record<string, string | null>> | undefined;
}

type DatalayerCommandLine =
  | {
    readonly kind: "serve";
    readonly options: Options;
    readonly compat: DatalayerSettings;
    /** Whether clients over HTTP need no token. */
    readonly isOpen: boolean;
    /** What the user should know about options that have no effect. */
    readonly notices: readonly string[];
  }
  | Management;

const defaultPort = "4040";

export function parseDatalayer(args: readonly string[], env: Environment): DatalayerCommandLine {
  const options: readonly DatalayerOption[] = Object.values(datalayerOptions);
  const theirs = options.flatMap(({ flags, isSwitch }) =>
    flags.map((flag) => isSwitch ? { flag } : { flag, value: "<value>" })
  );
  const ours = allOptions.filter(({ flag }) => !theirs.some((option) => option.flag === flag));
  const split = splitArguments(args, {
    flags: [...theirs, ...ours],
    words: 1,
    command: "start --compat datalayer",
  });
  const [word = "start"] = split.words;
  if (!datalayerCommands.has(word)) {
    throw new UsageError(`Unknown command "${word}": expected start, connect or stop`);
  }
  const given = givenOptions(split.given, env);
  checkOurs(split.given);
  checkProvider(given);
  if (word === "connect") return { ...management(given), kind: "connect", body: connection(given) };
  if (word === "stop") return { ...management(given), kind: "stop", body: undefined };
  return serving(given, { flags: split.given, env });
}

function serving(
  given: GivenOptions,
  { flags, env }: { readonly flags: ReadonlyMap<string, string>; readonly env: Environment },
): DatalayerCommandLine {
  const own = new Map([...flags].filter(([flag]) => allOptions.some((option) => option.flag === flag)));
  const put = (flag: string, value: string | undefined) => {
    if (value === undefined) own.delete(flag);
    else own.set(flag, value);
  };
  put("--compat", "datalayer");
  const transport = transportOf(given);
  put("--transport", transport);
  if (transport === "http") {
    put("--port", given.text("port") ?? defaultPort);
    put("--host", given.text("host"));
  } else if (!flags.has("--port")) {
    // PORT and HOST are often set for other programs: without HTTP they are ignored.
    put("--port", defaultPort);
  }
  put(
    "--jupyter-url",
    remote(given, "sandboxUrl") ?? given.text("jupyterUrl") ?? remote(given, "documentUrl"),
  );
  put("--otel-file", given.text("otelFile"));
  const { LOG_LEVEL, LOG_FORMAT } = env;
  const password = given.text("sandboxPassword") ?? given.text("jupyterPassword");
  const token = given.text("sandboxToken") ?? given.text("jupyterToken") ?? given.text("documentToken");
  const options = readOptions(own, {
    LOG_LEVEL,
    LOG_FORMAT,
    // Of the two, its server uses the password.
    JUPYTER_TOKEN: password === undefined ? token : undefined,
    JUPYTER_PASSWORD: password,
    MCP_TOKEN: given.text("mcpToken"),
  });
  const isOpen = given.flag("noAuth") === true;
  if (options.transport === "http" && options.mcpToken === undefined) checkOpen(options, isOpen);
  // Every notebook that is used takes a session.
  const maxSessions = Math.max(options.maxSessions, 1_000);
  const { notices } = given;
  const origins = options.transport === "http" ? corsOrigins(given.text("corsOrigins") ?? "") : [];
  return {
    kind: "serve",
    options: { ...options, maxSessions },
    compat: { ...settings(given), origins },
    isOpen,
    notices,
  };
}

/** Without a token, anyone who can reach the port can run code, so only this machine may. */
function checkOpen({ host }: Options, isOpen: boolean): void {
  if (!isOpen) {
    throw new UsageError(
      "Cannot serve streamable-http without authentication: set --mcp-token or MCP_TOKEN, or allow everyone on " +
        "this machine with --insecure-mcp-noauth",
    );
  }
  if (isLoopback(host)) return;
  throw new UsageError(
    `Cannot use --insecure-mcp-noauth with --host "${host}": anyone on the network could run code here; set ` +
      "--mcp-token or MCP_TOKEN for other machines, or leave --host out",
  );
}

function settings(given: GivenOptions): Omit<DatalayerSettings, "origins"> {
  const startNew = given.flag("startNew");
  return {
    kind: "datalayer",
    documents: documentsOf(given),
    documentId: given.text("documentId"),
    kernelId: given.text("sandboxId"),
    startKernel: startNew === undefined ? "on_use" : startNew ? "at_once" : "on_run",
    executionTimeout: given.seconds("executionTimeout") ?? 120,
    maxExecutionTimeout: given.seconds("maxExecutionTimeout") ?? 3_600,
    sandboxVariant: variantOf(given),
    showImages: given.flag("showImages") ?? true,
    watchNotebooks: given.flag("watch") ?? true,
    isInsideJupyter: given.text("documentUrl") === local || given.text("sandboxUrl") === local,
  };
}

function transportOf(given: GivenOptions): string | undefined {
  const transport = given.text("transport");
  if (transport === undefined || transport === "stdio") return transport;
  if (transport === "streamable-http" || transport === "http") return "http";
  throw new UsageError(`Cannot use --transport "${transport}": expected stdio or streamable-http`);
}

/** Used by Datalayer's Jupyter extension as the address of the Jupyter that it is part of. */
const local = "local";

/** The address in an option; undefined if it is the Jupyter that this program is part of. */
function remote(given: GivenOptions, name: "sandboxUrl" | "documentUrl"): string | undefined {
  const url = given.text(name);
  return url === local ? undefined : url;
}

/** The server of the notebooks, if it is not that of the kernels. */
function documentsOf(given: GivenOptions): DatalayerSettings["documents"] {
  const kernels = remote(given, "sandboxUrl") ?? given.text("jupyterUrl");
  const documents = remote(given, "documentUrl") ?? given.text("jupyterUrl");
  if (documents === undefined || kernels === undefined) return undefined;
  const address = parseJupyterUrl(documents);
  if (address.url === parseJupyterUrl(kernels).url) return undefined;
  const password = given.text("documentPassword") ?? given.text("jupyterPassword");
  if (password !== undefined) return { url: address.url, token: "", origin: "given", password };
  const token = given.text("documentToken") ?? given.text("jupyterToken") ?? address.token ?? "";
  return { url: address.url, token, origin: "given" };
}

/** Options of our own tools, which are not offered in this mode. */
const ofOurTools = [
  "--read-only",
  "--toolsets",
  "--knowledge-dir",
  "--confirm",
  "--confirm-by-model",
  "--mark-cells",
] as const;

function checkOurs(flags: ReadonlyMap<string, string>): void {
  const flag = ofOurTools.find((name) => flags.has(name));
  if (flag === undefined) return;
  throw new UsageError(
    `Cannot use ${flag} with --compat datalayer: it concerns tools that are not offered in this mode`,
  );
}

function checkProvider(given: GivenOptions): void {
  const provider = given.text("provider") ?? "jupyter";
  if (provider === "jupyter") return;
  throw new UsageError(
    `Cannot use --document-provider "${provider}": only notebooks of a Jupyter server are served here`,
  );
}

function variantOf(given: GivenOptions): DatalayerSettings["sandboxVariant"] {
  const variant = given.text("variant")?.toLowerCase().replaceAll("_", "-");
  if (variant === undefined || variant === "eval") return variant;
  if (variant === "jupyter-server" || variant === "jupyter") return "jupyter-server";
  throw new UsageError(
    `Cannot use --sandbox-variant "${variant}": sandboxes are kernels of your Jupyter here (eval, jupyter-server)`,
  );
}

function management(given: GivenOptions): Pick<Management, "url" | "token"> {
  const url = (given.text("serverUrl") ?? `http://localhost:${defaultPort}`).replace(/\/+$/, "");
  return { url, token: given.text("mcpToken") ?? "" };
}

function connection(given: GivenOptions): NonNullable<Management["body"]> {
  const url = given.text("sandboxUrl") ?? given.text("jupyterUrl") ?? "http://localhost:8888";
  return {
    document_provider: "jupyter",
    document_url: given.text("documentUrl") ?? given.text("jupyterUrl") ?? null,
    document_id: given.text("documentId") ?? null,
    document_token: given.text("documentToken") ?? given.text("jupyterToken") ?? null,
    code_sandbox_url: url,
    code_sandbox_id: given.text("sandboxId") ?? null,
    code_sandbox_token: given.text("sandboxToken") ?? given.text("jupyterToken") ?? null,
  };
}

/** Such as `https://app.example.com:8443` and `vscode-webview://1x2y`. */
const originForm = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*,]+$/;

/** The origins, each as browsers write it. */
function corsOrigins(text: string): readonly string[] {
  return text.split(",").map((origin) => origin.trim()).filter((origin) => origin !== "").map(
    asBrowsersWriteIt,
  );
}

function asBrowsersWriteIt(given: string): string {
  const origin = given.toLowerCase().replace(/\/$/, "");
  if (given.includes("*")) {
    throw new UsageError(
      `Cannot use JUPYTER_MCP_CORS_ORIGINS "${given}": every page could call this server; list the origins, such as ` +
        "https://app.example.com",
    );
  }
  if (!originForm.test(origin) || !URL.canParse(origin)) {
    throw new UsageError(
      `Cannot use JUPYTER_MCP_CORS_ORIGINS "${given}": expected origins such as https://app.example.com`,
    );
  }
  // A URL's origin leaves out the default port; for other schemes, such as those of editors, it is "null".
  const parsed = new URL(origin);
  return parsed.origin === "null" ? origin : parsed.origin;
}
