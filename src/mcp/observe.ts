import type { ServerContext } from "@modelcontextprotocol/server";
import { type LogFields, type Logger, withFields } from "../base/log.ts";
import type { EndedCall } from "../base/telemetry/spans.ts";
import { type TraceContext, traceOf } from "../base/telemetry/trace_context.ts";
import type { Logger } from "../base/log.ts";
import type { Health } from "./http.ts";

/** One call of a tool as logs, metrics and spans know it. */

export interface CallObserver {
  readonly log: Logger;
  /** Called at the end of every call of a tool. */
  readonly onCall?: ((call: EndedCall) => void) | undefined;
}

export interface ObservedCall {
  /** Unique among all calls; the client's own where it sent one over HTTP. */
  readonly requestId: string;
  readonly trace: TraceContext;
  /** Its lines name the call. */
  readonly log: Logger;
  /** Takes down how it ended, and what it was of where that is to be told under the names of others. */
  readonly finish: (outcome: string, fields?: LogFields, record?: LogFields) => void;
}

export function observeCall(
  tool: string,
  { mcpReq, http }: Pick<ServerContext, "mcpReq" | "http">,
  { log, onCall }: CallObserver,
): ObservedCall {
  const began = performance.now();
  const start = Date.now();
  const requestId = http?.req === undefined ? crypto.randomUUID() : requestIdFrom(http.req.headers);
  const trace = traceOf(mcpReq._meta);
  const own = withFields(log, {
    request_id: requestId,
    rpc_id: mcpReq.id,
    // Nobody else knows a trace that begins here.
    trace_id: trace.parentId === undefined ? undefined : trace.traceId,
  });
  return {
    requestId,
    trace,
    log: own,
    finish(outcome, fields = {}, record) {
      const milliseconds = performance.now() - began;
      const ms = Math.round(milliseconds);
      onCall?.({ tool, start, outcome, milliseconds, trace });
      const told = record === undefined ? {} : { correlation_id: requestId, duration_ms: ms, ...record };
      own.info(`tool ${tool} ${outcome}`, { tool, outcome, ms, ...fields, ...told });
    },
  };
}

/** One HTTP request as logs and metrics know it. */

interface RequestObserver {
  readonly log: Logger;
  readonly health: Pick<Health, "metrics">;
}

const knownPaths: ReadonlySet<string> = new Set(["/mcp", "/healthz", "/metrics"]);

/** Answers it under an id that the client is told and the log names. */
export async function observeRequest(
  received: Request,
  { log, health }: RequestObserver,
  answer: (id: string) => Promise<Response>,
): Promise<Response> {
  const began = performance.now();
  const id = requestIdFrom(received.headers);
  // What else a client asks for may hold anything.
  const path = knownPath(received) ?? "other";
  const response = await answer(id);
  response.headers.set(requestIdHeader, id);
  health.metrics.countRequest(path, response.status);
  const say = response.status === 401 || response.status === 403 ? log.info : log.debug;
  say(`${received.method} ${path} ${response.status}`, {
    ms: Math.round(performance.now() - began),
    request_id: id,
  });
  return response;
}

function knownPath({ url }: Request): string | undefined {
  const path = URL.parse(url)?.pathname;
  return path !== undefined && knownPaths.has(path) ? path : undefined;
}

/** The id by which an HTTP request is found in logs: the client's own `X-Request-Id`, else one made for it. */

export const requestIdHeader = "X-Request-Id";

function requestIdFrom(headers: Headers): string {
  const given = headers.get(requestIdHeader) ?? "";
  return /^[\w.:@/+=-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
