/**
 * Serves clients of 2025 that keep no session, for another face whose own server has none.
 *
 * 1. A request is answered by a server of its own; all of them share one client's state.
 * 2. `Accept` may name what is needed by wildcards, as HTTP libraries do by themselves.
 * 3. A stream that a GET opens stays silent, since nothing is addressed to a client without a session.
 */

import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { onOver } from "./closed_response.ts";
import { largestBody } from "./largest_body.ts";
import type { Frame } from "./server.ts";

export class Sessionless {
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
    return onOver(response, () => {
      this.#open.delete(transport);
      void transport.close();
    });
  }

  async #connected(options: { readonly enableJsonResponse?: boolean } = {}) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...options,
      maxRequestBodySize: largestBody,
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
export function withPlainAccept(request: Request): void {
  const ranges = (request.headers.get("accept") ?? "").split(",").map((range) =>
    range.split(";")[0]?.trim().toLowerCase() ?? ""
  );
  const accepted = needed.filter((type) =>
    ranges.some((range) => range === "*/*" || range === type || range === type.replace(/\/.*/, "/*"))
  );
  if (accepted.length > 0) request.headers.set("accept", accepted.join(", "));
}
