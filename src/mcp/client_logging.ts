/**
 * The log of a client's calls for that client: MCP's logging, which 2026-07-28 deprecates and still has.
 *
 * Invariants: a client that has not said which level it wants is sent nothing; it hears of its own calls alone, and of
 * these what stderr is told, without the code.
 */

import {
  LOG_LEVEL_META_KEY,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { LogFields, Logger } from "../base/log.ts";

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

/** The program's logger, whose lines a request's client hears as well. */
export type ClientLog = (log: Logger, context: ServerContext) => Logger;

/** Has the server take the level that its client wants. */
export function addLogging(server: Server): ClientLog {
  let chosen: unknown;
  // By a schema of ours a wrong level is an invalid argument, as the protocol has it; by the SDK's an internal error.
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
    return least === -1 ? log : heardBy(context, { log, least });
  };
}

function heardBy(
  { mcpReq }: ServerContext,
  { log, least }: { readonly log: Logger; readonly least: number },
): Logger {
  const both = (level: keyof Logger) => (message: string, fields: LogFields = {}) => {
    log[level](message, fields);
    if (levels.indexOf(level) < least) return;
    const { code: _, ...told } = fields;
    const params = { level, logger: "jupyter-mcp", data: { message, ...told } };
    // A client that has gone cannot be told.
    void mcpReq.notify({ method: "notifications/message", params }).catch(() => undefined);
  };
  return { debug: both("debug"), info: both("info"), warning: both("warning"), error: both("error") };
}
