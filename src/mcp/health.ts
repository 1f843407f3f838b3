/** The addresses beside `/mcp` that say how the program is: `/healthz` and `/metrics`. */

import type { Gauges, Metrics } from "../base/telemetry/metrics.ts";

export interface Health {
  readonly version: string;
  readonly metrics: Metrics;
  readonly gauges: () => Promise<Gauges>;
}

export function isHealth({ url }: Request): boolean {
  const path = new URL(url).pathname;
  return path === "/healthz" || path === "/metrics";
}

/** Answers a request that has passed the checks. Jupyter is not asked: the program is well also where that is down. */
export async function answerHealth(request: Request, health: Health): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("Method not allowed", { status: 405, headers: { Allow: "GET, HEAD" } });
  }
  const headers = { "Cache-Control": "no-store" };
  if (new URL(request.url).pathname === "/healthz") {
    return Response.json({ status: "ok", version: health.version }, { headers });
  }
  return new Response(health.metrics.text(await health.gauges()), {
    headers: { ...headers, "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}
