/**
 * Listens for HTTP and answers web-standard requests, on Node's server: `Deno.serve` never closes a connection whose
 * client sends half a request and waits.
 *
 * 1. The URL of a request is built from this server's address and the request target only; `Host` is just a header.
 * 2. The time for headers, for a whole request and for idling is limited, and so is the number of connections.
 * 3. When a client disconnects, the body of its response is cancelled.
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { urlHost } from "./http_access.ts";

export interface ListenerLimits {
  /** Maximum time from the first byte, or the connection, to the end of the headers. */
  readonly headersMs: number;
  /** Maximum time until the whole request has arrived. */
  readonly requestMs: number;
  readonly connections: number;
}

const defaultLimits: ListenerLimits = { headersMs: 10_000, requestMs: 120_000, connections: 512 };

/** Clients reuse connections for the next request, and get a reset if the server closes one first. */
const keepAliveMs = 75_000;

interface ListenOptions {
  readonly hostname: string;
  readonly port: number;
  readonly limits?: ListenerLimits | undefined;
  readonly answer: (request: Request, peer: string) => Promise<Response>;
  /** The response if `answer` fails. */
  readonly onError: (error: unknown) => Response;
}

export interface HttpListener {
  readonly port: number;
  /** Stops listening, waits for pending responses, and closes all connections. */
  shutdown(): Promise<void>;
}

/** Starts to listen; rejects if the address is not available. */
export async function listenHttp(options: ListenOptions): Promise<HttpListener> {
  const { headersMs, requestMs, connections } = options.limits ?? defaultLimits;
  const answers = new Set<Promise<void>>();
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs / 2),
  }, (incoming, outgoing) => {
    const answered = answerOne({ incoming, outgoing }, options).finally(() => answers.delete(answered));
    answers.add(answered);
  });
  server.maxConnections = connections;
  const port = await listen(server, options);
  return {
    port,
    async shutdown() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(answers);
      server.closeAllConnections();
      await closed;
    },
  };
}

function listen(server: Server, { hostname, port }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function answerOne(
  { incoming, outgoing }: Exchange,
  { hostname, answer, onError }: ListenOptions,
): Promise<void> {
  const request = requestOf(incoming, hostname);
  const peer = incoming.socket.remoteAddress ?? "";
  const response = request === undefined
    ? new Response("Bad request", { status: 400 })
    : await answer(request, peer).catch(onError);
  await send(response, outgoing);
}

/** The request; undefined if its target is not a path on this server. */
function requestOf(incoming: IncomingMessage, hostname: string): Request | undefined {
  const { url: target = "", method = "GET" } = incoming;
  if (!target.startsWith("/")) return undefined;
  const body = method === "GET" || method === "HEAD" ? null : bodyOf(incoming);
  try {
    return new Request(`http://${urlHost(hostname)}${target}`, {
      method,
      headers: headersOf(incoming),
      body,
    });
  } catch {
    return undefined; // A method that the Fetch standard forbids.
  }
}

/** Bytes of a body that are passed on at once: a client may send each byte in a chunk of its own. */
const partSize = 16_384;

/** The body, which fails if the connection ends too early: Deno's iterator over it would wait forever. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      const part = new Uint8Array(partSize);
      let filled = 0;
      const flush = () => {
        if (filled > 0) controller.enqueue(part.slice(0, filled));
        filled = 0;
      };
      let isOver = false;
      const over = (end: () => void) => {
        if (!isOver) end();
        isOver = true;
      };
      incoming.on("data", (bytes: Uint8Array) => {
        if (isOver) return;
        if (filled + bytes.length > partSize) flush();
        if (bytes.length > partSize) controller.enqueue(bytes);
        else {
          part.set(bytes, filled);
          filled += bytes.length;
        }
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
      });
      const cut = () => over(() => controller.error(new Error("the connection ended before the request")));
      incoming.once("end", () =>
        over(() => {
          flush();
          controller.close();
        }));
      incoming.once("error", cut);
      incoming.once("close", cut);
    },
    pull: () => void incoming.resume(),
    cancel: () => void incoming.destroy(),
  });
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}

async function send({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed || outgoing.socket === null || outgoing.socket.destroyed) {
    return await body?.cancel();
  }
  // The SDK sets keep-alive, but that is between the client and the listener.
  headers.delete("connection");
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = body.getReader();
  const gone = new Promise<void>((resolve) => outgoing.once("close", resolve));
  // After the end there is nothing left to cancel.
  void gone.then(() => reader.cancel()).catch(() => undefined);
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!outgoing.write(part.value)) await Promise.race([gone, drained(outgoing)]);
    }
    outgoing.end();
  } catch {
    outgoing.destroy(); // A truncated body must not look complete.
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => outgoing.once("drain", resolve));
}
