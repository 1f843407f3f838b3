/**
 * MCP over Streamable HTTP at `/mcp`, and how the program is at `/healthz` and `/metrics`.
 *
 * 1. Every request passes the checks of Host, Origin and bearer token before anything else sees it.
 * 2. 2026-07-28 clients are served statelessly; clients of 2025 get a session each, so that the server can
 *    send them notifications and requests of its own.
 * 3. Sessions are bounded: the one unused for the longest time goes first.
 */

import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Logger } from "../log.ts";
import { bearerOf } from "./bearer.ts";
import { answerHealth, type Health, isHealth } from "./health.ts";
import { onClosed, withoutSignal } from "./closed_response.ts";
import { requestIdHeader } from "./http_request_id.ts";
import { observed } from "./observed_request.ts";
import { isManagement, managementRefusal, unauthorised } from "./management.ts";
import { internalError } from "./results.ts";
import { sameSecret } from "./same_secret.ts";
import type { Era, Frame } from "./server.ts";
import type { TransportHandle } from "./transport_handle.ts";
import { pageOf, preflightAnswer, readableBy } from "./web_pages.ts";

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
  /** Whether clients of 2025 may call without a session of their own. */
  readonly allowSessionless?: boolean;
  /** Origins whose pages may call `/mcp` beside those of this machine. */
  readonly origins?: readonly string[];
}

/** Makes a server: for a client of its own, or for all that cannot be told apart. */
export type CreateFrame = (era: Era, client: "own" | "shared") => Frame;

interface LegacySession {
  readonly frame: Frame;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Under what id a request came, and where from. */
interface Arrival {
  readonly id: string;
  readonly remoteAddr: Deno.Addr;
}

const mostSessions = 100;
/** Code up to the kernel's own limit of 10 MiB must fit into a request, escaped. */
const largestBody = 32 * 1024 * 1024;

export function serveHttp(create: CreateFrame, options: HttpServerOptions): TransportHandle {
  const sessions = new Map<string, LegacySession>();
  const modern = createMcpHandler(() => create("modern", "shared").server, {
    legacy: "reject",
    // A client that goes away is noticed for certain only by a response that has begun.
    responseMode: "sse",
    maxRequestBodySize: largestBody,
  });
  const listener = Deno.serve({
    hostname: options.host,
    port: options.port,
    onListen: ({ hostname, port }) => options.onListen(`http://${hostPart(hostname)}:${port}/mcp`),
    onError: (error) => {
      internalError(error, options);
      return new Response("Internal error", { status: 500 });
    },
  }, (received, { remoteAddr }) => observed(received, options, (id) => reply(received, { id, remoteAddr })));
  const reply = async (received: Request, arrival: Arrival): Promise<Response> => {
    const page = options.manage === undefined ? undefined : pageOf(received, namedFor(received, options));
    if (page === undefined) return await answer(received, arrival);
    return preflightAnswer(received, page) ?? readableBy(page, await answer(received, arrival));
  };
  const answer = async (received: Request, { id, remoteAddr }: Arrival): Promise<Response> => {
    if (options.manage !== undefined && isManagement(received)) {
      const peer = "hostname" in remoteAddr ? remoteAddr.hostname : "";
      return managementRefusal(received, { peer, token: options.token }) ??
        await options.manage(received) ?? new Response("Not found", { status: 404 });
    }
    if (options.manage !== undefined && new URL(received.url).pathname === "/mcp/") {
      return new Response(null, { status: 307, headers: { Location: "/mcp" } });
    }
    const refused = refusal(received, options);
    if (refused !== undefined) return refused;
    if (isHealth(received)) return await answerHealth(received, options.health);
    const request = withoutSignal(received);
    request.headers.set(requestIdHeader, id);
    const legacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: largestBody });
    if (!legacy) return await modern.fetch(request);
    if (options.allowSessionless && await isSessionless(request)) {
      return await serveOnce(request, create("legacy", "shared"));
    }
    return await serveLegacy(request, sessions, () => create("legacy", "own"));
  };
  return {
    resourcesChanged() {
      modern.notify.resourcesChanged();
      for (const { frame } of sessions.values()) {
        void frame.server.sendResourceListChanged().catch(() => undefined);
      }
    },
    resourceUpdated(uri) {
      modern.notify.resourceUpdated(uri);
      for (const { frame } of sessions.values()) frame.resourceUpdated(uri);
    },
    async close() {
      await modern.close();
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      await listener.shutdown();
    },
  };
}

/** The named origins whose pages may make this request: the addresses beside `/mcp` are for this machine alone. */
function namedFor(request: Request, { origins = [] }: HttpServerOptions): readonly string[] {
  return isManagement(request) ? [] : origins;
}

/** The answer to a request that must not pass; undefined where it may. */
function refusal(request: Request, options: HttpServerOptions): Response | undefined {
  const { host, token, manage } = options;
  // Behind an address of the network the Host header can be any of the machine's names: the token decides alone.
  const hosts = isLoopback(host) ? [...localhostAllowedHostnames(), hostPart(host)] : undefined;
  const isNamed = pageOf(request, namedFor(request, options))?.isNamed === true;
  const wrongPlace = (hosts && hostHeaderValidationResponse(request, hosts)) ??
    (isNamed ? undefined : originValidationResponse(request, [...localhostAllowedOrigins(), hostPart(host)]));
  if (wrongPlace !== undefined) return wrongPlace;
  if (new URL(request.url).pathname !== "/mcp" && !isHealth(request)) {
    return new Response("Not found", { status: 404 });
  }
  const given = bearerOf(request);
  if (token === null || sameSecret(given, token)) return undefined;
  if (manage !== undefined) return unauthorised(given);
  return new Response("Unauthorized", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
}

async function serveLegacy(
  request: Request,
  sessions: Map<string, LegacySession>,
  create: () => Frame,
): Promise<Response> {
  const id = request.headers.get("mcp-session-id");
  const known = id === null ? undefined : sessions.get(id);
  if (id !== null && known === undefined) return new Response("Session not found", { status: 404 });
  if (id !== null && known !== undefined) {
    // Re-inserted, so that the map is in order of use.
    sessions.delete(id);
    sessions.set(id, known);
    return await handle(request, known.transport);
  }
  const frame = create();
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    maxRequestBodySize: largestBody,
    onsessioninitialized: (sessionId) => {
      sessions.set(sessionId, { frame, transport });
      dropOldest(sessions);
    },
    onsessionclosed: (sessionId) => void sessions.delete(sessionId),
  });
  await frame.server.connect(transport);
  return await transport.handleRequest(request);
}

/** A POST without a session that opens none. */
async function isSessionless(request: Request): Promise<boolean> {
  if (request.method !== "POST" || request.headers.has("mcp-session-id")) return false;
  const body: unknown = await request.clone().json().catch(() => undefined);
  return z.object({ method: z.string() }).safeParse(body).data?.method !== "initialize";
}

/** Answers one request of a client that keeps no session. */
async function serveOnce(request: Request, { server }: Frame): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ maxRequestBodySize: largestBody });
  await server.connect(transport);
  return await transport.handleRequest(request);
}

/** Clients of 2025 may cancel by a notification; one that has just closed its request has lost interest as well. */
async function handle(
  request: Request,
  transport: WebStandardStreamableHTTPServerTransport,
): Promise<Response> {
  if (request.method !== "POST") return await transport.handleRequest(request);
  const { method, headers } = request;
  const body = await request.text();
  const id = requestId(body);
  const response = await transport.handleRequest(new Request(request.url, { method, headers, body }));
  if (id === undefined) return response;
  return onClosed(response, () => {
    const params = { requestId: id, reason: "The client closed the request" };
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  });
}

/** The id of a JSON-RPC request; undefined for everything else, which the transport refuses or takes by itself. */
function requestId(body: string): string | number | undefined {
  try {
    return z.object({ method: z.string(), id: z.union([z.string(), z.number()]) }).parse(JSON.parse(body)).id;
  } catch {
    return undefined;
  }
}

function dropOldest(sessions: Map<string, LegacySession>): void {
  for (const [id, { transport }] of sessions) {
    if (sessions.size <= mostSessions) return;
    sessions.delete(id);
    void transport.close();
  }
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

/** IPv6 addresses stand in brackets in URLs and Host headers. */
function hostPart(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
