/**
 * Clients of protocol 2025 over HTTP: with a session each, so that the server can send them notifications and requests,
 * or without one, for a compatibility API whose own server has none.
 *
 * 1. Sessions are limited in number: the least recently used one is dropped first.
 * 2. A request without a session is answered by a server of its own; all of these share one client's state.
 * 3. Without a session, `Accept` may use wildcards, as HTTP libraries do by default, and the stream that a GET opens
 *    stays silent, since nothing is addressed to a client without a session.
 */

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { z } from "zod";
import { tryParseJson } from "../base/json.ts";
import { onResponseEnd } from "./response_stream.ts";
import type { McpServer } from "./mcp_server.ts";

interface LegacySession {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/** Maximum size of a request: code up to the kernel's own limit of 10 MiB must fit into it, escaped. */
export const maxBodyBytes = 32 * 1024 * 1024;
const maxSessions = 100;

export class LegacySessions {
  /** Least recently used first. */
  readonly #sessions = new Map<string, LegacySession>();
  readonly #create: () => McpServer;

  constructor(create: () => McpServer) {
    this.#create = create;
  }

  get servers(): McpServer[] {
    return [...this.#sessions.values()].map(({ server }) => server);
  }

  async answer(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return await this.#open(request);
    const known = this.#sessions.get(id);
    if (known === undefined) return new Response("Session not found", { status: 404 });
    this.#sessions.delete(id);
    this.#sessions.set(id, known);
    return await handle(request, known.transport);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
  }

  async #open(request: Request): Promise<Response> {
    const server = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { server, transport });
        this.#dropOldest();
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await server.server.connect(transport);
    return await transport.handleRequest(request);
  }

  #dropOldest(): void {
    for (const [id, { transport }] of this.#sessions) {
      if (this.#sessions.size <= maxSessions) return;
      this.#sessions.delete(id);
      void transport.close().catch(() => undefined);
    }
  }
}

/** Clients of 2025 may cancel with a notification; closing the request cancels it as well. */
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
  return onResponseEnd(response, (isClosed) => {
    if (!isClosed) return;
    const params = { requestId: id, reason: "The client closed the request" };
    transport.onmessage?.({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  });
}

const requestSchema = z.object({ method: z.string(), id: z.union([z.string(), z.number()]) });

/** The id of a JSON-RPC request; undefined for anything else, which the transport handles. */
function requestId(body: string): string | number | undefined {
  return requestSchema.safeParse(tryParseJson(body)).data?.id;
}

export class SessionlessClients {
  readonly #create: () => McpServer;
  /** Transports with an open stream. */
  readonly #open = new Set<WebStandardStreamableHTTPServerTransport>();

  constructor(create: () => McpServer) {
    this.#create = create;
  }

  /** Undefined for a request that has a session or opens one. */
  async answer(request: Request): Promise<Response | undefined> {
    if (request.headers.has("mcp-session-id")) return undefined;
    switch (request.method) {
      case "GET":
        return await this.#stream(request);
      case "DELETE":
        return noSession();
      case "POST":
        return await opensSession(request) ? undefined : await this.#once(request);
      default:
        return undefined;
    }
  }

  /** Answers one request as a JSON-RPC response, not as a stream. */
  readonly ask = async (request: Request): Promise<Response> =>
    await this.#once(request, { enableJsonResponse: true });

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((transport) => transport.close()));
  }

  async #once(request: Request, options: { readonly enableJsonResponse?: boolean } = {}): Promise<Response> {
    return await (await this.#connected(options)).handleRequest(request);
  }

  async #stream(request: Request): Promise<Response> {
    const transport = await this.#connected();
    const response = await transport.handleRequest(request);
    this.#open.add(transport);
    return onResponseEnd(response, () => {
      this.#open.delete(transport);
      void transport.close();
    });
  }

  async #connected(options: { readonly enableJsonResponse?: boolean } = {}) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...options,
      maxRequestBodySize: maxBodyBytes,
    });
    await this.#create().server.connect(transport);
    return transport;
  }
}

/** Whether the request opens a session; an invalid `initialize` opens none. */
async function opensSession(request: Request): Promise<boolean> {
  return isInitializeRequest(await request.clone().json().catch(() => undefined));
}

function noSession(): Response {
  const error = { code: -32_600, message: "Method Not Allowed: Session termination not supported" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, {
    status: 405,
    headers: { Allow: "GET, POST" },
  });
}

const neededTypes = ["application/json", "text/event-stream"];

/** Replaces wildcards in `Accept` by the media types that are needed. */
export function expandAccept(request: Request): void {
  const ranges = (request.headers.get("accept") ?? "").split(",").map((range) =>
    range.split(";")[0]?.trim().toLowerCase() ?? ""
  );
  const accepted = neededTypes.filter((type) =>
    ranges.some((range) => range === "*/*" || range === type || range === type.replace(/\/.*/, "/*"))
  );
  if (accepted.length > 0) request.headers.set("accept", accepted.join(", "));
}
