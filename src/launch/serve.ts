/**
 * Serving: finds Jupyter, starts the sandboxed server, and ends everything when the client goes or a signal comes.
 *
 * Invariant: from the first sign of the end to the exit less than two seconds pass, and no process of ours is left but
 * the one that goes on with runs which were handed over and write into a notebook.
 */

import { createLogger, type Logger } from "../base/log.ts";
import { type Options, UsageError } from "../base/options.ts";
import type { DatalayerSettings, ServerSettings } from "../base/protocol.ts";
import { spanLine } from "../base/telemetry/spans.ts";
import { freePort } from "./jupyter/held_port.ts";
import { httpBanner, jsonBanner } from "./http_banner.ts";
import { makeKnowledgeFolder } from "./knowledge_folder.ts";
import { loopbackBypass } from "./loopback_proxy.ts";
import { randomToken } from "./random_token.ts";
import { type Ending, type RoomUrls, ServerWorker } from "./server_worker.ts";
import { writeLine } from "./stderr.ts";
import { settlesWithin } from "./settles_within.ts";
import { stopSignal } from "./stop_signals.ts";
import { chooseJupyter, type JupyterChoice } from "./jupyter/target.ts";
import { processGone } from "./process_gone.ts";
import { Turns } from "./file_lock.ts";
import { thisMachine } from "./user_folders.ts";
import { logUnhandled } from "../base/unhandled.ts";

export interface ServeOptions {
  readonly options: Options;
  readonly rooms: RoomUrls;
  readonly version: string;
  /** Another face to serve instead of our own. */
  readonly compat?: DatalayerSettings;
  /** Whether clients over HTTP need no token. */
  readonly isOpen?: boolean;
}

/** Milliseconds after a signal in which runs may still be left to another process. */
const handOverLimit = 1_200;

/** Serves until the end; gives the exit code. */
export async function serve(
  { options, rooms, version, compat, isOpen = false }: ServeOptions,
): Promise<number> {
  const signalled = stopSignal();
  const secrets: string[] = [];
  const logger = createLogger({ level: options.logLevel, format: options.logFormat, secrets });
  logUnhandled(logger);
  const machine = thisMachine();
  for (const [name, value] of Object.entries(loopbackBypass(machine.env))) Deno.env.set(name, value);
  const jupyter = await chooseJupyter({ options, machine, cwd: currentFolder(), logger });
  const transport = transportOf(options, isOpen);
  const { token, laterTokens = [], password = "" } = jupyter.target;
  secrets.push(
    token,
    ...laterTokens,
    password,
    ...(transport.kind === "http" ? [transport.token ?? ""] : []),
  );
  if (transport.kind === "stdio") greetPerson(options);
  const knowledge = options.toolsets.includes("knowledge")
    ? { knowledgeFolder: makeKnowledgeFolder(machine, options.knowledgeDir, options) }
    : {};
  const spans = options.otelFile === undefined ? undefined : (await import("./span_file.ts")).openSpanFile(
    options.otelFile,
    (reason) => logger.warning("spans are no longer written to the file of --otel-file", { reason }),
  );
  const server = new ServerWorker({
    rooms,
    settings: settingsOf(options, {
      version,
      jupyter: jupyter.target,
      transport,
      spans: spans !== undefined,
      ...knowledge,
      ...(compat === undefined ? {} : { compat }),
    }),
    logger,
    bringJupyter: jupyter.bring,
    turns: new Turns({ machine }),
    onSpan: (span) => spans?.write(spanLine(span, { version })),
    onListening: (url) => {
      if (transport.kind === "http") tellWhere(options, { url, version, token: transport.token });
    },
  });
  const ending = await Promise.race([server.ended, signalled, processGone(options.stopWith)]);
  const code = report(ending, { logger, logFormat: options.logFormat });
  // A client that has left sends this after two seconds, and ends us by force two seconds later.
  if (ending.kind === "signal" && server.isHandingOver) await settlesWithin(server.ended, handOverLimit);
  await shutDown(server, jupyter);
  spans?.close();
  return code;
}

/** Clients connect a pipe: at a terminal sits a person who would wait for a sign of life. */
function greetPerson({ logFormat }: Options): void {
  if (logFormat !== "text" || !Deno.stdin.isTerminal()) return;
  writeLine("jupyter-mcp waits for an MCP client on stdin; see jupyter-mcp --help, end it with Ctrl-C");
}

interface Listening {
  readonly url: string;
  readonly version: string;
  readonly token: string | null;
}

function tellWhere({ logFormat, mcpToken }: Options, listening: Listening): void {
  const banner = logFormat === "json" ? jsonBanner : httpBanner;
  writeLine(banner({ ...listening, tokenIsOurs: mcpToken === undefined }));
}

/** Server first, so that it can finish what it says; Jupyter gets the rest of the two seconds. */
async function shutDown(server: ServerWorker, jupyter: JupyterChoice): Promise<void> {
  const began = performance.now();
  const managed = jupyter.target.origin === "managed";
  await server.stop(managed ? 400 : 1000);
  await jupyter.stop(1700 - (performance.now() - began));
}

type Stop = { readonly kind: "signal"; readonly name: string } | { readonly kind: "process_gone" };

interface Reporting {
  readonly logger: Logger;
  readonly logFormat: Options["logFormat"];
}

/** Says why it ends; gives the exit code. */
function report(ending: Ending | Stop, { logger, logFormat }: Reporting): number {
  switch (ending.kind) {
    case "closed":
      logger.debug("the client has gone");
      return 0;
    case "signal":
      logger.debug("stopping", { signal: ending.name });
      return 0;
    case "process_gone":
      logger.info("stopping: the process named by --stop-with has gone");
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
    token: options.mcpToken ?? (isOpen ? null : randomToken()),
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

function settingsOf(
  options: Options,
  found: Pick<ServerSettings, "version" | "jupyter" | "transport" | "knowledgeFolder" | "spans" | "compat">,
): ServerSettings {
  const { toolsets, readOnly, logLevel, logFormat, logCode, maxSessions, maxResultBytes } = options;
  const face = options.compat === "chartelier" ? { face: options.compat } : {};
  return {
    ...found,
    ...face,
    toolsets,
    readOnly,
    logLevel,
    logFormat,
    logCode,
    maxSessions,
    maxResultBytes,
  };
}

/** A client may start us in a folder that is gone. */
function currentFolder(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}
