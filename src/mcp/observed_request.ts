/** One HTTP request as logs and metrics know it. */

import type { Logger } from "../base/log.ts";
import type { Health } from "./health.ts";
import { requestIdFrom, requestIdHeader } from "./http_request_id.ts";

export interface RequestObserver {
  readonly log: Logger;
  readonly health: Pick<Health, "metrics">;
}

const knownPaths: ReadonlySet<string> = new Set(["/mcp", "/healthz", "/metrics"]);

/** Answers it under an id that the client is told and the log names. */
export async function observed(
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
