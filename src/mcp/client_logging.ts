/**
 * Sends clients the log of their calls: MCP's logging, which 2026-07-28 deprecates but still has.
 *
 * 1. A client that has not set a level receives nothing.
 * 2. It receives only the lines of its own calls, as on stderr but without the code.
 */

import {
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Logger, loggerOf } from "../base/log.ts";

const levels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const satisfies readonly LoggingLevel[];

/** Returns a logger that also sends its lines to the client of the request. */
export type ClientLog = (log: Logger, context: ServerContext) => Logger;

/** Lets the client set its level. */
export function addLogging(server: Server): ClientLog {
  let chosen: unknown;
  // With our own schema an unknown level is an invalid argument, as the protocol says; with the SDK's an internal error.
  server.setRequestHandler(
    "logging/setLevel",
    { params: z.looseObject({ level: z.enum(levels) }) },
    ({ level }) => {
      chosen = level;
      return {};
    },
  );
  return (log, context) => {
    const { envelope } = context.mcpReq;
    const wanted = envelope === undefined ? chosen : Reflect.get(envelope, LOG_LEVEL_META_KEY);
    const least = levels.findIndex((level) => level === wanted);
    return least === -1 ? log : sentTo(context, { log, least });
  };
}

function sentTo(
  { mcpReq }: ServerContext,
  { log, least }: { readonly log: Logger; readonly least: number },
): Logger {
  return loggerOf((level, message, fields) => {
    log[level](message, fields);
    if (levels.indexOf(level) < least) return;
    const { code: _, ...sent } = fields;
    const params = { level, logger: "jupyter-mcp", data: { message, ...sent } };
    // Best effort: the client may be gone.
    void mcpReq.notify({ method: "notifications/message", params }).catch(() => undefined);
  });
}
