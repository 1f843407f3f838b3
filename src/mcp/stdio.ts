/** MCP over stdin and stdout: one connection, until stdin ends. */

import process from "node:process";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { tryParseJson } from "../base/json.ts";
import type { Logger } from "../base/log.ts";
import { sendToChannel } from "./claude_channel.ts";
import { LineSplitter, type LongLine } from "./line_splitter.ts";
import type { Era, McpServer, TransportHandle } from "./mcp_server.ts";
import { StdioListeners, type Watch } from "./subscriptions.ts";

interface StdioOptions {
  readonly log: Logger;
  /** Starts to watch resources that the client listens to. */
  readonly watch?: Watch | undefined;
  /** Called once, when the client has disconnected. */
  readonly onClose: () => void;
}

/** A chart's data up to its own limit of 100 MiB must fit into a line, escaped. */
const maxLineBytes = 144 * 1024 * 1024;

export function serveStdio(
  create: (era: Era) => McpServer,
  { log, watch, onClose }: StdioOptions,
): TransportHandle {
  const lines = process.stdin.pipe(
    new LineSplitter({
      maxBytes: maxLineBytes,
      onTooLong: (line) => {
        log.error(`stdio: a message of over ${maxLineBytes} bytes was dropped`);
        const id = requestIdOfLongLine(line);
        if (id !== null) void transport.send(tooLong(id)).catch(() => undefined);
      },
      onLine: (text) => answerBroken(text, log),
    }),
  );
  const currentLine = trackLine(lines);
  const transport = new StdioServerTransport(lines, undefined, { maxBufferSize: 2 * maxLineBytes });
  // The server in use is the last one created: an earlier one only answered a probe of the protocol version.
  let current: McpServer | undefined;
  const handle = serve(({ era }) => {
    current = create(era);
    return current.server;
  }, {
    transport,
    onerror: (error) => {
      log.debug(`stdio: ${error.name}`);
      const line = currentLine();
      const answer = line === undefined ? undefined : invalidRequestReply(line);
      if (answer !== undefined) void transport.send(answer).catch(() => undefined);
    },
  });
  if (watch !== undefined) watchListened(transport, watch);
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    onClose();
  };
  return {
    resourcesChanged: () => void current?.server.sendResourceListChanged().catch(() => undefined),
    resourceUpdated: (uri) => current?.resourceUpdated(uri),
    sendToChannel(message) {
      if (current !== undefined) sendToChannel(current.server, message);
    },
    close: () => handle.close(),
  };
}

function watchListened(transport: StdioServerTransport, watch: Watch): void {
  const listeners = new StdioListeners(watch);
  const receive = transport.onmessage;
  transport.onmessage = (message) => {
    const later = listeners.observe(message);
    if (later === undefined) return receive?.(message);
    // The SDK ignores the cancellation of a request it has not seen yet, and would then listen forever.
    void later.then((isWanted) => isWanted ? receive?.(message) : undefined);
  };
}

/**
 * Returns the line that the SDK is reading: it reads each line as soon as it is emitted and reports a refusal at once,
 * but not which line it refused.
 */
function trackLine(lines: LineSplitter): () => string | undefined {
  let line: unknown;
  lines.on("data", (chunk) => {
    line = chunk;
    queueMicrotask(() => line = undefined);
  });
  return () => line === undefined ? undefined : String(line);
}

/** The SDK silently ignores a line that is not JSON. */
function answerBroken(text: string, log: Logger): void {
  for (const line of text.split("\n").filter(isBroken)) {
    log.error(`stdio: a line of ${line.length} characters is not JSON`);
    process.stdout.write(`${JSON.stringify(parseError)}\n`);
  }
}

/** The id is null because the request cannot be identified. */
const parseError = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "Parse error: a message is one line of JSON" },
};

function isBroken(line: string): boolean {
  if (line.trim() === "") return false;
  return tryParseJson(line) === undefined;
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

const refusedRequest = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

interface InvalidRequest {
  readonly jsonrpc: "2.0";
  readonly id: string | number;
  readonly error: { readonly code: number; readonly message: string };
}

/** The error response to a line that violates the protocol's schema; undefined unless it is a request with an id. */
export function invalidRequestReply(line: string): InvalidRequest | undefined {
  const request = refusedRequest.safeParse(tryParseJson(line)).data;
  if (request === undefined) return undefined;
  const message = "Invalid request: expected JSON-RPC 2.0 with an object as params, and a proper _meta in it";
  return { jsonrpc: "2.0", id: request.id, error: { code: -32600, message } };
}

const idField = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`;
const scalar = String.raw`"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?\d+)`;
/** Before any nested value, or after the last one: an `id` anywhere else belongs to the arguments. */
const inHead = new RegExp(String.raw`^\s*\{\s*(?:${scalar}\s*,\s*)*?${idField}\s*,`);
const inTail = new RegExp(
  String.raw`\}\s*,\s*(?:${scalar}\s*,\s*)*?${idField}\s*(?:,\s*${scalar}\s*)*\}\s*$`,
);

/** The id of a request that is too long to parse, from the two ends of its line; null if neither shows it. */
export function requestIdOfLongLine({ head, tail }: LongLine): string | number | null {
  const found = inHead.exec(head)?.[1] ?? inTail.exec(tail)?.[1];
  if (found === undefined) return null;
  const value = tryParseJson(found);
  return typeof value === "string" || typeof value === "number" ? value : null;
}
