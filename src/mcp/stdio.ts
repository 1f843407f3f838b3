/** MCP over stdin and stdout: one connection, until stdin ends. */

import process from "node:process";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Logger } from "../base/log.ts";
import { Listens } from "./listens.ts";
import type { Era, Frame } from "./server.ts";
import { answerToRefused } from "./refused_line.ts";
import { requestIdOf } from "./request_id_of.ts";
import type { TransportHandle } from "./transport_handle.ts";
import type { Watch } from "./watches.ts";
import { WholeLines } from "./whole_lines.ts";

export interface StdioOptions {
  readonly log: Logger;
  /** Has resources watched that the client listens to. */
  readonly watch?: Watch | undefined;
  /** Called once when the client has gone. */
  readonly onClose: () => void;
}

/** A chart's data up to its own limit of 100 MiB must fit into a line, escaped. */
const largestLine = 144 * 1024 * 1024;

export function serveStdio(
  create: (era: Era) => Frame,
  { log, watch, onClose }: StdioOptions,
): TransportHandle {
  const lines = process.stdin.pipe(
    new WholeLines({
      largest: largestLine,
      onTooLong: (line) => {
        log.error(`stdio: a message of over ${largestLine} bytes was passed over`);
        const id = requestIdOf(line);
        if (id !== null) void transport.send(tooLong(id)).catch(() => undefined);
      },
      onLine: (text) => answerBroken(text, log),
    }),
  );
  const lineInHand = watched(lines);
  const transport = new StdioServerTransport(lines, undefined, { maxBufferSize: 2 * largestLine });
  // The one that serves is made last: an earlier one only answered a probe of the protocol's version.
  let frame: Frame | undefined;
  const handle = serve(({ era }) => {
    frame = create(era);
    return frame.server;
  }, {
    transport,
    onerror: (error) => {
      log.debug(`stdio: ${error.name}`);
      const line = lineInHand();
      const answer = line === undefined ? undefined : answerToRefused(line);
      if (answer !== undefined) void transport.send(answer).catch(() => undefined);
    },
  });
  if (watch !== undefined) heedListening(transport, watch);
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    onClose();
  };
  return {
    resourcesChanged: () => void frame?.server.sendResourceListChanged().catch(() => undefined),
    resourceUpdated: (uri) => frame?.resourceUpdated(uri),
    close: () => handle.close(),
  };
}

function heedListening(transport: StdioServerTransport, watch: Watch): void {
  const listens = new Listens(watch);
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    const later = listens.heed(message);
    if (later === undefined) return receive?.(message);
    // The SDK passes over the cancel of a request that it has not seen, and would listen for good to one that comes after.
    void later.then((isWanted) => isWanted ? receive?.(message) : undefined);
  };
}

/**
 * Gives the line that the SDK reads at this moment: it reads one as soon as that is handed on, and tells of a refused
 * one at once, but not which it was.
 */
function watched(lines: WholeLines): () => string | undefined {
  let line: unknown;
  lines.on("data", (chunk) => {
    line = chunk;
    queueMicrotask(() => line = undefined);
  });
  return () => line === undefined ? undefined : String(line);
}

/** The SDK passes over what is no JSON without a word. */
function answerBroken(text: string, log: Logger): void {
  for (const line of text.split("\n").filter(isBroken)) {
    log.error(`stdio: a line of ${line.length} characters is no JSON`);
    process.stdout.write(`${JSON.stringify(parseError)}\n`);
  }
}

/** Nobody knows which request it was, so its id is null. */
const parseError = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "Parse error: a message is one line of JSON" },
};

function isBroken(line: string): boolean {
  if (line.trim() === "") return false;
  try {
    JSON.parse(line);
    return false;
  } catch {
    return true;
  }
}

function tooLong(id: string | number) {
  const hint = "Send less at once, or have the kernel make it with execute_code";
  return {
    jsonrpc: "2.0" as const,
    id,
    error: {
      code: -32600,
      message: `too_large: Cannot read the request: it has over ${largestLine} bytes. ${hint}`,
      data: { code: "too_large", hint },
    },
  };
}
