/**
 * `fetch` for a server whose certificate is trusted through a given file only.
 *
 * Deno's own `fetch` refuses a self-signed certificate, as `openssl req -x509` creates it; Node's client accepts it, as
 * the `ws` of kernels does.
 */

import type { Agent } from "node:https";
import type { IncomingMessage } from "node:http";

export interface PinnedFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Closes all connections; later requests open new ones. */
  readonly close: () => void;
}

export function createPinnedFetch(caCert: string): PinnedFetch {
  let agent: Agent | undefined;
  return {
    async fetch(input, init = {}) {
      // Loaded here, because few servers need it and every start would pay for it.
      const { Agent } = await import("node:https");
      agent ??= new Agent({ ca: caCert, keepAlive: true });
      return await send(new URL(input instanceof Request ? input.url : input), { init, agent });
    },
    close() {
      agent?.destroy();
      agent = undefined;
    },
  };
}

async function send(
  url: URL,
  { init, agent }: { readonly init: RequestInit; readonly agent: Agent },
): Promise<Response> {
  // Loaded together: an error event during a later import would be lost.
  const [{ request }, { Readable }] = await Promise.all([import("node:https"), import("node:stream")]);
  const { method = "GET", headers, body, signal } = init;
  const answered = Promise.withResolvers<Response>();
  const sent = request(url, {
    agent,
    method,
    headers: Object.fromEntries(new Headers(headers)),
    ...(signal ? { signal } : {}),
  }, (message) => answered.resolve(responseOf(message)));
  sent.on("error", answered.reject);
  if (body instanceof ReadableStream) {
    Readable.from(body).on("error", answered.reject).pipe(sent);
  } else sent.end(typeof body === "string" ? body : undefined);
  return await answered.promise;
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one);
  }
  const status = message.statusCode ?? 502;
  // A `Response` with these statuses must not have a body.
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : bodyOf(message), {
    status,
    statusText: message.statusMessage ?? "",
    headers,
  });
}

function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts: AsyncIterator<Uint8Array> = message[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void message.destroy(),
  });
}
