/**
 * The sessions of clients of 2025 over HTTP, one for each client, so that the server can send it notifications and
 * requests of its own. They are bounded: the one unused for the longest time goes first.
 */

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { z } from "zod";
import { onResponseCancelled, onResponseEnd } from "./response_stream.ts";
import type { Frame } from "./server.ts";

interface LegacySession {
  readonly frame: Frame;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const maxSessions = 100;

export class LegacySessions {
  /** In order of use. */
  readonly #sessions = new Map<string, LegacySession>();
  readonly #create: () => Frame;

  constructor(create: () => Frame) {
    this.#create = create;
  }

  get frames(): Frame[] {
    return [...this.#sessions.values()].map(({ frame }) => frame);
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
    const frame = this.#create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      maxRequestBodySize: maxBodyBytes,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { frame, transport });
        this.#dropOldest();
      },
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await frame.server.connect(transport);
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
  return onResponseCancelled(response, () => {
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

/**
 * Serves clients of 2025 that keep no session, for another face whose own server has none.
 *
 * 1. A request is answered by a server of its own; all of them share one client's state.
 * 2. `Accept` may name what is needed by wildcards, as HTTP libraries do by themselves.
 * 3. A stream that a GET opens stays silent, since nothing is addressed to a client without a session.
 */

export class SessionlessClients {
  readonly #create: () => Frame;
  /** Transports of streams that are open. */
  readonly #open = new Set<WebStandardStreamableHTTPServerTransport>();

  constructor(create: () => Frame) {
    this.#create = create;
  }

  /** The answer; undefined for a request that has a session or opens one. */
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

  /** The result of one request of the protocol, as a JSON-RPC response. */
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

/** Whether the body opens a session; an `initialize` that is not as the protocol has it opens none. */
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

const needed = ["application/json", "text/event-stream"];

/** Has `Accept` name the types in full that it names by wildcards. */
export function expandAccept(request: Request): void {
  const ranges = (request.headers.get("accept") ?? "").split(",").map((range) =>
    range.split(";")[0]?.trim().toLowerCase() ?? ""
  );
  const accepted = needed.filter((type) =>
    ranges.some((range) => range === "*/*" || range === type || range === type.replace(/\/.*/, "/*"))
  );
  if (accepted.length > 0) request.headers.set("accept", accepted.join(", "));
}

/** Most bytes of an HTTP request: code up to the kernel's own limit of 10 MiB must fit into it, escaped. */
export const maxBodyBytes = 32 * 1024 * 1024;
