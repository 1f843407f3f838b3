/** MCP over stdin and stdout: one connection, until stdin ends. */

import process from "node:process";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Logger } from "../base/log.ts";
import { StdioListeners } from "./subscriptions.ts";
import type { Era, Frame } from "./server.ts";
import type { TransportHandle } from "./transport_handle.ts";
import type { Watch } from "./subscriptions.ts";
import { LineSplitter } from "./line_splitter.ts";
import { z } from "zod";
import type { LongLine } from "./line_splitter.ts";

export interface StdioOptions {
  readonly log: Logger;
  /** Has resources watched that the client listens to. */
  readonly watch?: Watch | undefined;
  /** Called once when the client has gone. */
  readonly onClose: () => void;
}

/** A chart's data up to its own limit of 100 MiB must fit into a line, escaped. */
const maxLineBytes = 144 * 1024 * 1024;

export function serveStdio(
  create: (era: Era) => Frame,
  { log, watch, onClose }: StdioOptions,
): TransportHandle {
  const lines = process.stdin.pipe(
    new LineSplitter({
      largest: maxLineBytes,
      onTooLong: (line) => {
        log.error(`stdio: a message of over ${maxLineBytes} bytes was passed over`);
        const id = requestIdOfLongLine(line);
        if (id !== null) void transport.send(tooLong(id)).catch(() => undefined);
      },
      onLine: (text) => answerBroken(text, log),
    }),
  );
  const lineInHand = watched(lines);
  const transport = new StdioServerTransport(lines, undefined, { maxBufferSize: 2 * maxLineBytes });
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
      const answer = line === undefined ? undefined : invalidRequestReply(line);
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
  const listens = new StdioListeners(watch);
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    const later = listens.observe(message);
    if (later === undefined) return receive?.(message);
    // The SDK passes over the cancel of a request that it has not seen, and would listen for good to one that comes after.
    void later.then((isWanted) => isWanted ? receive?.(message) : undefined);
  };
}

/**
 * Gives the line that the SDK reads at this moment: it reads one as soon as that is handed on, and tells of a refused
 * one at once, but not which it was.
 */
function watched(lines: LineSplitter): () => string | undefined {
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
      message: `too_large: Cannot read the request: it has over ${maxLineBytes} bytes. ${hint}`,
      data: { code: "too_large", hint },
    },
  };
}

/** The answer that is owed for a line which the protocol's schema refused, and which the SDK only reports. */

const refusedRequest = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

interface InvalidRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** Undefined for what is no request, or tells no id to answer to. */
export function invalidRequestReply(line: string): InvalidRequest | undefined {
  const request = refusedRequest.safeParse(parse(line)).data;
  if (request === undefined) return undefined;
  const message = "Invalid request: expected JSON-RPC 2.0 with an object as params, and a proper _meta in it";
  return { jsonrpc: "2.0", id: request.id, error: { code: -32600, message } };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The id of a request that is too long to be parsed, told from the ends of its line. */

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`;
const scalar = String.raw`"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?\d+)`;
/** Before anything nested begins, or after all of it has ended: an `id` elsewhere belongs to the arguments. */
const inHead = new RegExp(String.raw`^\s*\{\s*(?:${scalar}\s*,\s*)*?${id}\s*,`);
const inTail = new RegExp(String.raw`\}\s*,\s*(?:${scalar}\s*,\s*)*?${id}\s*(?:,\s*${scalar}\s*)*\}\s*$`);

/** Null where neither end shows it, as of a notification. */
export function requestIdOfLongLine({ head, tail }: LongLine): string | number | null {
  const found = inHead.exec(head)?.[1] ?? inTail.exec(tail)?.[1];
  if (found === undefined) return null;
  try {
    const value: unknown = JSON.parse(found);
    return typeof value === "string" || typeof value === "number" ? value : null;
  } catch {
    return null;
  }
}
