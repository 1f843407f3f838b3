/**
 * MCP over Streamable HTTP at `/mcp`, and how the program is at `/healthz` and `/metrics`.
 *
 * 1. Every request passes the checks of Host, Origin and bearer token before anything else sees it.
 * 2. 2026-07-28 clients are served statelessly; clients of 2025 get a session each.
 */

import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Logger } from "../base/log.ts";
import { isLoopback } from "../base/net/loopback.ts";
import {
  bearerToken,
  isManagementRequest,
  isOwnHost,
  isOwnOrigin,
  managementRefusal,
  secretsEqual,
  type ServerAddress,
  unauthorised,
  urlHost,
} from "./http_access.ts";
import { flushEventStream } from "./response_stream.ts";
import { type HttpListener, type ListenerLimits, listenHttp } from "./http_listener.ts";
import { observeRequest, requestIdHeader } from "./observe.ts";
import { expandAccept, LegacySessions, maxBodyBytes, SessionlessClients } from "./legacy_sessions.ts";
import { answerListening, noWatch, type Watch } from "./subscriptions.ts";
import { answerRestToolCall, isRestToolCall } from "./rest_tools.ts";
import { internalError } from "./results.ts";
import type { Era, Frame } from "./server.ts";
import type { TransportHandle } from "./transport_handle.ts";
import { callingPage, preflightAnswer, withCorsHeaders } from "./cors.ts";
import type { Gauges, Metrics } from "../base/telemetry/metrics.ts";

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  /** Bearer token that clients must send; null where none is asked for. */
  readonly token: string | null;
  readonly log: Logger;
  readonly onListen: (url: string) => void;
  readonly health: Health;
  /** Answers the addresses beside `/mcp`; without it there are none. */
  readonly manage?: (request: Request) => Promise<Response | undefined>;
  /** Has resources watched that clients of 2026-07-28 listen to. */
  readonly watch?: Watch | undefined;
  /** Whether clients of 2025 may call without a session of their own, and tools be called without the protocol. */
  readonly allowSessionless?: boolean;
  /** Origins whose pages may call `/mcp` beside those of this machine. */
  readonly origins?: readonly string[];
  readonly limits?: ListenerLimits;
}

/** Makes a server: for a client of its own, or for all that cannot be told apart. */
export type CreateFrame = (era: Era, client: "own" | "shared") => Frame;

/** Serves; rejects where the address cannot be listened on. */
export async function serveHttp(create: CreateFrame, options: HttpServerOptions): Promise<TransportHandle> {
  const sessions = new LegacySessions(() => create("legacy", "own"));
  const modern = createMcpHandler(() => create("modern", "shared").server, {
    legacy: "reject",
    // A client that goes away is noticed for certain only by a response that has begun.
    responseMode: "sse",
    maxRequestBodySize: maxBodyBytes,
  });
  const sessionless = options.allowSessionless
    ? new SessionlessClients(() => create("legacy", "shared"))
    : undefined;
  const speak = async (request: Request): Promise<Response> => {
    if (sessionless !== undefined) {
      if (isRestToolCall(request)) return await answerRestToolCall(request, sessionless.ask);
      expandAccept(request);
    }
    const legacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes });
    if (!legacy) {
      return await answerListening(
        request,
        modern.fetch,
        options.watch ?? noWatch,
      );
    }
    return await sessionless?.answer(request) ?? await sessions.answer(request);
  };
  const address = { host: options.host, port: options.port };
  const listener = await listenHttp({
    hostname: options.host,
    port: options.port,
    limits: options.limits,
    answer: (received, peer) =>
      observeRequest(received, options, (id) => answerPage(received, { id, peer, address, options, speak })),
    onError: (error) => {
      internalError(error, options);
      return new Response("Internal error", { status: 500 });
    },
  });
  address.port = listener.port;
  options.onListen(`http://${urlHost(options.host)}:${listener.port}/mcp`);
  return handleOn({ modern, sessions, sessionless, listener });
}

interface Ends {
  readonly modern: McpHttpHandler;
  readonly sessions: LegacySessions;
  readonly sessionless: SessionlessClients | undefined;
  readonly listener: HttpListener;
}

function handleOn({ modern, sessions, sessionless, listener }: Ends): TransportHandle {
  return {
    resourcesChanged() {
      modern.notify.resourcesChanged();
      for (const { server } of sessions.frames) void server.sendResourceListChanged().catch(() => undefined);
    },
    resourceUpdated(uri) {
      modern.notify.resourceUpdated(uri);
      for (const frame of sessions.frames) frame.resourceUpdated(uri);
    },
    async close() {
      await modern.close();
      await sessions.close();
      await sessionless?.close();
      await listener.shutdown();
    },
  };
}

/** Under what id a request came and where from, and what answers it. */
interface Arrival {
  readonly id: string;
  /** Address of the client. */
  readonly peer: string;
  readonly address: ServerAddress;
  readonly options: HttpServerOptions;
  /** Answers what has passed all checks, in MCP. */
  readonly speak: (request: Request) => Promise<Response>;
}

/** The answer in a form that the page may read which has asked, where another face lets pages call. */
async function answerPage(received: Request, arrival: Arrival): Promise<Response> {
  const { options } = arrival;
  const page = options.manage === undefined ? undefined : callingPage(received, namedFor(received, options));
  if (page === undefined) return await answer(received, arrival);
  return preflightAnswer(received, page) ?? withCorsHeaders(page, await answer(received, arrival));
}

async function answer(received: Request, arrival: Arrival): Promise<Response> {
  const { id, options, speak } = arrival;
  const early = await answerBeside(received, arrival) ?? refusal(received, arrival);
  if (early !== undefined) return early;
  if (isHealth(received)) return await answerHealth(received, options.health);
  received.headers.set(requestIdHeader, id);
  return flushEventStream(await speak(received));
}

/** The answer at the addresses beside `/mcp` that another face has; undefined at all others. */
async function answerBeside(
  received: Request,
  { peer, address, options: { manage, token } }: Arrival,
): Promise<Response | undefined> {
  if (manage === undefined) return undefined;
  if (isManagementRequest(received)) {
    return managementRefusal(received, { peer, address, token }) ?? await manage(received) ??
      new Response("Not found", { status: 404 });
  }
  if (new URL(received.url).pathname !== "/mcp/") return undefined;
  return new Response(null, { status: 307, headers: { Location: "/mcp" } });
}

/** The named origins whose pages may make this request: the addresses beside `/mcp` are for this machine alone. */
function namedFor(request: Request, { origins = [] }: HttpServerOptions): readonly string[] {
  return isManagementRequest(request) ? [] : origins;
}

/** The answer to a request that must not pass; undefined where it may. */
function refusal(request: Request, { address, options }: Arrival): Response | undefined {
  const { host, token, manage } = options;
  // Behind an address of the network the Host header can be any of the machine's names: the token decides alone.
  if (isLoopback(host) && !isOwnHost(request, address)) return forbidden("Invalid Host header");
  if (!isOwnOrigin(request, address) && !mayCall(request, options)) return forbidden("Invalid Origin header");
  if (!isServed(request, options)) {
    return new Response("Not found", { status: 404 });
  }
  const given = bearerToken(request);
  if (token === null || secretsEqual(given, token)) return undefined;
  if (manage !== undefined) return unauthorised(given);
  return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}

/** Whether there is something at the address of a request. */
function isServed(request: Request, { allowSessionless = false }: HttpServerOptions): boolean {
  return new URL(request.url).pathname === "/mcp" || isHealth(request) ||
    allowSessionless && isRestToolCall(request);
}

/** Whether the request is of a page that another face lets call. */
function mayCall(request: Request, options: HttpServerOptions): boolean {
  return options.manage !== undefined && callingPage(request, namedFor(request, options)) !== undefined;
}

function forbidden(message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status: 403 });
}

/** The addresses beside `/mcp` that say how the program is: `/healthz` and `/metrics`. */

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
