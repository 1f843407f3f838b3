/** Tool calls and HTTP requests as logs, metrics and spans record them. */

import type { ServerContext } from "@modelcontextprotocol/server";
import { type LogFields, type Logger, withFields } from "../base/log.ts";
import type { Metrics } from "../base/telemetry/metrics.ts";
import type { EndedCall } from "../base/telemetry/spans.ts";
import { type TraceContext, traceOf } from "../base/telemetry/trace_context.ts";

export interface CallObserver {
  readonly log: Logger;
  /** Called at the end of every tool call. */
  readonly onCall?: ((call: EndedCall) => void) | undefined;
}

interface ObservedCall {
  /** Unique among all calls; the client's own if it sent one over HTTP. */
  readonly requestId: string;
  readonly trace: TraceContext;
  /** Adds the call's ids to every line. */
  readonly log: Logger;
  /** Records how the call ended; `record` is for logs with field names that another server has defined. */
  readonly finish: (outcome: string, fields?: LogFields, record?: LogFields) => void;
}

/** What is recorded of the request that a call came with. */
export interface CallOrigin {
  readonly mcpReq: Partial<Pick<ServerContext["mcpReq"], "_meta" | "id">>;
  readonly http?: ServerContext["http"];
}

export function observeCall(
  tool: string,
  { mcpReq, http }: CallOrigin,
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
      const recorded = record === undefined ? {} : { correlation_id: requestId, duration_ms: ms, ...record };
      own.info(`tool ${tool} ${outcome}`, { tool, outcome, ms, ...fields, ...recorded });
    },
  };
}

interface RequestObserver {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "countRequest">;
}

export const requestIdHeader = "X-Request-Id";

const knownPaths: ReadonlySet<string> = new Set(["/mcp", "/healthz", "/metrics"]);

/** Answers a request, and logs and counts it; the response carries the id that the log uses. */
export async function observeRequest(
  received: Request,
  { log, metrics }: RequestObserver,
  answer: (id: string) => Promise<Response>,
): Promise<Response> {
  const began = performance.now();
  const id = requestIdFrom(received.headers);
  const path = knownPath(received);
  const response = await answer(id);
  response.headers.set(requestIdHeader, id);
  metrics.countRequest(path, response.status);
  const write = response.status === 401 || response.status === 403 ? log.info : log.debug;
  write(`${received.method} ${path} ${response.status}`, {
    ms: Math.round(performance.now() - began),
    request_id: id,
  });
  return response;
}

/** Any other path may contain anything, so it is not recorded. */
function knownPath({ url }: Request): string {
  const path = URL.parse(url)?.pathname;
  return path !== undefined && knownPaths.has(path) ? path : "other";
}

/** The client's own id, or a new one. */
function requestIdFrom(headers: Headers): string {
  const given = headers.get(requestIdHeader) ?? "";
  return /^[\w.:@/+=-]{1,128}$/.test(given) ? given : crypto.randomUUID();
}
