/**
 * The sessions of clients of 2025 over HTTP, one for each client, so that the server can send it notifications and
 * requests of its own. They are bounded: the one unused for the longest time goes first.
 */

import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { z } from "zod";
import { onClosed } from "./closed_response.ts";
import { largestBody } from "./largest_body.ts";
import type { Frame } from "./server.ts";

interface LegacySession {
  readonly frame: Frame;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

const mostSessions = 100;

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
      maxRequestBodySize: largestBody,
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
      if (this.#sessions.size <= mostSessions) return;
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
