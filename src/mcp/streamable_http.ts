/**
 * MCP over Streamable HTTP at `/mcp`, with `/healthz` and `/metrics` beside it.
 *
 * 1. Every request passes the checks of Host, Origin and bearer token before anything else sees it.
 * 2. 2026-07-28 clients are served statelessly; clients of 2025 get a session each.
 */

import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from "@modelcontextprotocol/server";
import type { Logger } from "../base/log.ts";
import { isLoopback } from "../base/net/loopback.ts";
import {
  bearerToken,
  callingPage,
  isManagementRequest,
  isOwnHost,
  isOwnOrigin,
  managementRefusal,
  preflightAnswer,
  secretsEqual,
  type ServerAddress,
  unauthorized,
  urlHost,
  withCorsHeaders,
} from "./http_access.ts";
import { flushEventStream } from "./response_stream.ts";
import { type HttpListener, type ListenerLimits, listenHttp } from "./http_listener.ts";
import { observeRequest, requestIdHeader } from "./observe.ts";
import { expandAccept, LegacySessions, maxBodyBytes, SessionlessClients } from "./legacy_sessions.ts";
import { answerListening, type Watch } from "./subscriptions.ts";
import { answerRestToolCall, isRestToolCall } from "./rest_tools.ts";
import { internalError } from "./results.ts";
import type { CreateMcpServer, TransportHandle } from "./mcp_server.ts";
import type { Gauges, Metrics } from "../base/telemetry/metrics.ts";

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  /** Bearer token that clients must send; null if none is required. */
  readonly token: string | null;
  readonly log: Logger;
  readonly onListen: (url: string) => void;
  readonly health: Health;
  /** Answers the management addresses of a compatibility API; without it there are none. */
  readonly manage?: (request: Request) => Promise<Response | undefined>;
  /** Starts to watch resources that clients of 2026-07-28 listen to. */
  readonly watch?: Watch | undefined;
  /** Whether clients of 2025 may call without a session, and tools may be called without the protocol. */
  readonly allowSessionless?: boolean;
  /** Origins whose pages may call `/mcp`, in addition to those of this machine. */
  readonly origins?: readonly string[];
  readonly limits?: ListenerLimits;
}

/** Starts to serve; rejects if the address cannot be listened on. */
export async function serveHttp(
  create: CreateMcpServer,
  options: HttpServerOptions,
): Promise<TransportHandle> {
  const sessions = new LegacySessions(() => create("legacy", "own"));
  const modern = createMcpHandler(() => create("modern", "shared").server, {
    legacy: "reject",
    // Only a response that has started reliably reveals that its client has gone.
    responseMode: "sse",
    maxRequestBodySize: maxBodyBytes,
  });
  const sessionless = options.allowSessionless
    ? new SessionlessClients(() => create("legacy", "shared"))
    : undefined;
  const answerMcp = async (request: Request): Promise<Response> => {
    if (sessionless !== undefined) {
      if (isRestToolCall(request)) return await answerRestToolCall(request, sessionless.ask);
      expandAccept(request);
    }
    const legacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes });
    if (!legacy) return await answerListening(request, modern.fetch, options.watch);
    return await sessionless?.answer(request) ?? await sessions.answer(request);
  };
  const address = { host: options.host, port: options.port };
  const listener = await listenHttp({
    hostname: options.host,
    port: options.port,
    limits: options.limits,
    answer: (received, peer) =>
      observeRequest(
        received,
        { log: options.log, metrics: options.health.metrics },
        (id) => answerPage(received, { id, peer, address, options, answerMcp }),
      ),
    onError: (error) => {
      internalError(error, options);
      return new Response("Internal error", { status: 500 });
    },
  });
  address.port = listener.port;
  options.onListen(`http://${urlHost(options.host)}:${listener.port}/mcp`);
  return transportHandle({ modern, sessions, sessionless, listener });
}

interface Parts {
  readonly modern: McpHttpHandler;
  readonly sessions: LegacySessions;
  readonly sessionless: SessionlessClients | undefined;
  readonly listener: HttpListener;
}

function transportHandle({ modern, sessions, sessionless, listener }: Parts): TransportHandle {
  return {
    resourcesChanged() {
      modern.notify.resourcesChanged();
      for (const { server } of sessions.servers) void server.sendResourceListChanged().catch(() => undefined);
    },
    resourceUpdated(uri) {
      modern.notify.resourceUpdated(uri);
      for (const server of sessions.servers) server.resourceUpdated(uri);
    },
    sendToChannel: () => undefined,
    async close() {
      await modern.close();
      await sessions.close();
      await sessionless?.close();
      await listener.shutdown();
    },
  };
}

/** A request on its way through the access checks. */
interface Arrival {
  readonly id: string;
  /** IP address of the client. */
  readonly peer: string;
  readonly address: ServerAddress;
  readonly options: HttpServerOptions;
  /** Answers an MCP request that has passed all checks. */
  readonly answerMcp: (request: Request) => Promise<Response>;
}

/** Answers a request; for a web page that may call a compatibility API, with CORS headers. */
async function answerPage(received: Request, arrival: Arrival): Promise<Response> {
  const { options } = arrival;
  const page = options.manage === undefined
    ? undefined
    : callingPage(received, originsFor(received, options));
  if (page === undefined) return await answer(received, arrival);
  return preflightAnswer(received, page) ?? withCorsHeaders(page, await answer(received, arrival));
}

async function answer(received: Request, arrival: Arrival): Promise<Response> {
  const { id, options, answerMcp } = arrival;
  const early = await answerBeside(received, arrival) ?? refusal(received, arrival);
  if (early !== undefined) return early;
  if (isHealth(received)) return await answerHealth(received, options.health);
  received.headers.set(requestIdHeader, id);
  return flushEventStream(await answerMcp(received));
}

/** Answers at the additional addresses of a compatibility API; undefined at all others. */
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

/** The configured origins whose pages may make this request: the management addresses are for this machine only. */
function originsFor(request: Request, { origins = [] }: HttpServerOptions): readonly string[] {
  return isManagementRequest(request) ? [] : origins;
}

/** The response to a request that is refused; undefined if it may pass. */
function refusal(request: Request, { address, options }: Arrival): Response | undefined {
  const { host, token, manage } = options;
  // On a network address the Host header can be any of the machine's names, so only the token decides.
  if (isLoopback(host) && !isOwnHost(request, address)) return forbidden("Invalid Host header");
  if (!isOwnOrigin(request, address) && !mayPageCall(request, options)) {
    return forbidden("Invalid Origin header");
  }
  if (!isServed(request, options)) return new Response("Not found", { status: 404 });
  const given = bearerToken(request);
  if (token === null || secretsEqual(given, token)) return undefined;
  if (manage !== undefined) return unauthorized(given);
  return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}

/** Whether the path of the request exists. */
function isServed(request: Request, { allowSessionless = false }: HttpServerOptions): boolean {
  return new URL(request.url).pathname === "/mcp" || isHealth(request) ||
    allowSessionless && isRestToolCall(request);
}

/** Whether the request comes from a web page that may call the compatibility API. */
function mayPageCall(request: Request, options: HttpServerOptions): boolean {
  return options.manage !== undefined && callingPage(request, originsFor(request, options)) !== undefined;
}

function forbidden(message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status: 403 });
}

/** What `/healthz` and `/metrics` report. */
interface Health {
  readonly version: string;
  readonly metrics: Metrics;
  readonly gauges: () => Promise<Gauges>;
}

function isHealth({ url }: Request): boolean {
  const path = new URL(url).pathname;
  return path === "/healthz" || path === "/metrics";
}

/** Jupyter is not contacted: the program is healthy even if Jupyter is down. */
async function answerHealth(request: Request, health: Health): Promise<Response> {
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
