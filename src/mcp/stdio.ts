/** MCP over stdin and stdout: one connection, until stdin ends. */

import process from "node:process";
import { serveStdio as serve, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Logger } from "../log.ts";
import type { Era, Frame } from "./server.ts";
import { answerToRefused } from "./refused_line.ts";
import { requestIdOf } from "./request_id_of.ts";
import type { TransportHandle } from "./transport_handle.ts";
import { type LongLine, WholeLines } from "./whole_lines.ts";

export interface StdioOptions {
  readonly log: Logger;
  /** Called once when the client has gone. */
  readonly onClose: () => void;
}

/** A chart's data up to its own limit of 100 MiB must fit into a line, escaped. */
const largestLine = 144 * 1024 * 1024;

export function serveStdio(create: (era: Era) => Frame, options: StdioOptions): TransportHandle {
  const onTooLong = (line: LongLine) => {
    options.log.error(`stdio: a message of over ${largestLine} bytes was passed over`);
    const id = requestIdOf(line);
    if (id !== null) void transport.send(tooLong(id)).catch(() => undefined);
  };
  // The SDK passes over what is no JSON without a word.
  const onLine = (text: string) => {
    for (const line of text.split("\n").filter(isBroken)) {
      options.log.error(`stdio: a line of ${line.length} characters is no JSON`);
      process.stdout.write(`${JSON.stringify(parseError)}\n`);
    }
  };
  const lines = process.stdin.pipe(new WholeLines({ largest: largestLine, onTooLong, onLine }));
  // The SDK reads a line as soon as it is handed on, and tells of a refused one at once, but not which it was.
  let line: unknown;
  lines.on("data", (chunk) => {
    line = chunk;
    queueMicrotask(() => line = undefined);
  });
  const onRefused = () => {
    const answer = line === undefined ? undefined : answerToRefused(String(line));
    if (answer !== undefined) void transport.send(answer).catch(() => undefined);
  };
  const transport = new StdioServerTransport(lines, undefined, { maxBufferSize: 2 * largestLine });
  // The one that serves is made last: an earlier one only answered a probe of the protocol's version.
  let frame: Frame | undefined;
  const handle = serve(({ era }) => {
    frame = create(era);
    return frame.server;
  }, {
    transport,
    onerror: (error) => {
      options.log.debug(`stdio: ${error.name}`);
      onRefused();
    },
  });
  const close = transport.onclose;
  transport.onclose = () => {
    close?.();
    options.onClose();
  };
  return {
    resourcesChanged: () => void frame?.server.sendResourceListChanged().catch(() => undefined),
    resourceUpdated: (uri) => frame?.resourceUpdated(uri),
    close: () => handle.close(),
  };
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
