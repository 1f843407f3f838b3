/**
 * Serving: chooses a Jupyter, starts the sandboxed server, and shuts everything down when the client disconnects or a
 * signal arrives.
 *
 * Shutdown takes less than two seconds and leaves no process behind, except a successor that continues runs which write
 * into a notebook.
 */

import type { Logger } from "../base/log.ts";
import { type Options, serverOptions, UsageError } from "../base/options.ts";
import type { DatalayerSettings, ServerSettings } from "../base/protocol.ts";
import { spanLine } from "../base/telemetry/spans.ts";
import { freePort } from "./jupyter/held_port.ts";
import { typedCommand } from "./own_program.ts";
import { makeServerFolders, thisMachine } from "./user_folders.ts";
import { isLoopback } from "../base/net/loopback.ts";
import { randomHex } from "../base/text.ts";
import type { Ending, EntryUrls, ServerWorker } from "./workers/server_worker.ts";
import { prepareLauncher, startServerWorker } from "./workers/start_server_worker.ts";
import { writeLine } from "./terminal.ts";
import { stopSignal, waitForExit } from "./processes.ts";
import { chooseJupyter, type JupyterChoice } from "./jupyter/target.ts";

export interface ServeOptions {
  readonly options: Options;
  readonly entries: EntryUrls;
  readonly version: string;
  /** Settings of the Datalayer compatibility mode. */
  readonly compat?: DatalayerSettings;
  /** Whether clients over HTTP need no token. */
  readonly isOpen?: boolean;
}

/** Serves until shutdown; returns the exit code. */
export async function serve(
  { options, entries, version, compat, isOpen = false }: ServeOptions,
): Promise<number> {
  const signalled = stopSignal();
  const machine = thisMachine();
  const launcher = prepareLauncher(machine, { level: options.logLevel, format: options.logFormat });
  const { logger, secrets } = launcher;
  const jupyter = await chooseJupyter({ options, machine, cwd: currentFolder(), logger });
  const transport = transportOf(options, isOpen);
  if (transport.kind === "http") secrets.push(transport.token ?? "");
  if (transport.kind === "stdio") greetPerson(options);
  const spans = options.otelFile === undefined ? undefined : openSpanFile(
    options.otelFile,
    (reason) => logger.warning("spans are no longer written to the file given with --otel-file", { reason }),
  );
  const server = startServerWorker(launcher, {
    entries,
    jupyter,
    settings: {
      ...serverOptions(options),
      version,
      transport,
      spans: spans !== undefined,
      ...makeServerFolders(machine, options),
      ...(compat === undefined ? {} : { compat }),
      ...(options.compat === "chartelier" ? { compat: { kind: options.compat } } : {}),
    },
    onSpan: (span) => spans?.write(spanLine(span, { version })),
    onListening: (url) => {
      if (transport.kind !== "http") return;
      const banner = options.logFormat === "json" ? jsonBanner : httpBanner;
      writeLine(
        banner({ url, version, token: transport.token, tokenIsOurs: options.mcpToken === undefined }),
      );
    },
  });
  const ending = await Promise.race([server.ended, signalled, waitForExit(options.stopWith)]);
  const code = report(ending, { logger, logFormat: options.logFormat });
  await shutDown(server, jupyter);
  spans?.close();
  return code;
}

/** Clients use a pipe; at a terminal there is a person who expects some output. */
function greetPerson({ logFormat }: Options): void {
  if (logFormat !== "text" || !Deno.stdin.isTerminal()) return;
  writeLine(
    `jupyter-mcp is waiting for an MCP client on stdin; see ${typedCommand()} --help, stop it with Ctrl-C`,
  );
}

/**
 * The server first, so that it can finish its responses or hand its runs over to a successor; Jupyter gets the rest of the
 * two seconds.
 */
async function shutDown(server: ServerWorker, jupyter: JupyterChoice): Promise<void> {
  const began = performance.now();
  const managed = jupyter.target.origin === "managed";
  await server.stop(managed ? 400 : 1_700);
  await jupyter.stop(1700 - (performance.now() - began));
}

type Stop = { readonly kind: "signal"; readonly name: string } | { readonly kind: "process_gone" };

interface Reporting {
  readonly logger: Logger;
  readonly logFormat: Options["logFormat"];
}

/** Logs why it ends; returns the exit code. */
function report(ending: Ending | Stop, { logger, logFormat }: Reporting): number {
  switch (ending.kind) {
    case "closed":
      logger.debug("the client has gone");
      return 0;
    case "signal":
      logger.debug("stopping", { signal: ending.name });
      return 0;
    case "process_gone":
      logger.info("stopping: the process given with --stop-with has exited");
      return 0;
    case "failed":
      if (logFormat === "json") logger.error(ending.message);
      else writeLine(`jupyter-mcp: ${ending.message}`);
      return 1;
    case "crashed":
      logger.error("the server crashed", { reason: ending.message });
      return 1;
  }
}

function transportOf(options: Options, isOpen: boolean): ServerSettings["transport"] {
  if (options.transport === "stdio") return { kind: "stdio" };
  // The server's permission names its port, so a free one is picked here.
  const port = options.port === 0 ? portOn(options.host) : options.port;
  return {
    kind: "http",
    host: options.host,
    port,
    token: options.mcpToken ?? (isOpen ? null : randomHex(24)),
  };
}

function portOn(host: string): number {
  try {
    return freePort(host);
  } catch (error) {
    const state = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--host: cannot listen on "${host}": ${state}`);
  }
}

/** A client may start us in a folder that no longer exists. */
function currentFolder(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}

interface BannerOptions {
  readonly url: string;
  readonly version: string;
  /** Null where none is asked for. */
  readonly token: string | null;
  /** Whether the token was made for this run; one that the person chose is not shown. */
  readonly tokenIsOurs: boolean;
}

/** The banner as a line of the JSON log. */
export function jsonBanner(
  { url, version, token, tokenIsOurs }: BannerOptions,
  now: () => Date = () => new Date(),
): string {
  const reach = isForNetwork(url) ? `; ${networkLine}` : "";
  return JSON.stringify({
    time: now().toISOString(),
    level: "info",
    message: `jupyter-mcp ${version} listens on ${url} for MCP clients${reach}`,
    url: reachable(url),
    ...(tokenIsOurs && token !== null ? { token } : {}),
  });
}

const networkLine = "other machines on the network can reach it; only the token protects it";

export function httpBanner({ url, version, token, tokenIsOurs }: BannerOptions): string {
  const shown = tokenIsOurs ? token : "$MCP_TOKEN";
  return [
    "",
    `jupyter-mcp ${version} listens on ${url}`,
    ...(isForNetwork(url) ? [`  ${networkLine}`] : []),
    ...(token === null ? ["  no token is required: every program on this machine can connect"] : []),
    ...(tokenIsOurs && token !== null
      ? [`  token: ${token}`, "  (generated for this run; set MCP_TOKEN to choose your own)"]
      : []),
    "",
    "Add it to Claude Code:",
    `  claude mcp add --transport http jupyter ${reachable(url)}${
      token === null ? "" : ` --header "Authorization: Bearer ${shown}"`
    }`,
    "",
  ].join("\n");
}

function isForNetwork(url: string): boolean {
  return !isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** A wildcard address cannot be connected to; the loopback address can. */
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/**
 * The file of `--otel-file`: spans are appended to it, one line each. If that fails, for example because the disk is
 * full, it is reported once and nothing more is written; everything else continues.
 */
interface SpanFile {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/** Opens the file for appending; throws UsageError if that fails. */
export function openSpanFile(path: string, onFailure: (reason: string) => void): SpanFile {
  const file = open(path);
  const encoder = new TextEncoder();
  let isBroken = false;
  return {
    write(line) {
      if (isBroken) return;
      try {
        file.writeSync(encoder.encode(`${line}\n`));
      } catch (error) {
        isBroken = true;
        onFailure(stateOf(error));
      }
    },
    close: () => file.close(),
  };
}

function open(path: string): Deno.FsFile {
  try {
    const folder = path.replace(/[^/\\]*$/, "");
    if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
    return Deno.openSync(path, { create: true, append: true, mode: 0o600 });
  } catch (error) {
    throw new UsageError(`Cannot use --otel-file "${path}": ${stateOf(error)}`);
  }
}

function stateOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
