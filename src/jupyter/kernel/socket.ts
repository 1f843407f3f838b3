/**
 * One WebSocket to a kernel's channels, by the `ws` package.
 *
 * 1. Every frame is answered with an unsolicited pong. Jupyter leaves Nagle's algorithm on, so the second small
 *    frame of an answer waits for our TCP ACK, which the kernel of our side delays by 40 ms unless data carries it.
 * 2. A ping goes out every 10 seconds; a peer silent for 20 is dead, whatever TCP says.
 */

import process from "node:process";
// @ts-types="@types/ws"
import type { WebSocket } from "ws";

const pingInterval = 10_000;
const silenceLimit = 20_000;
const handshakeLimit = 30_000;
/** Output of one write arrives as one frame, however large. */
const largestFrame = 1 << 30;

const decoder = new TextDecoder();

export interface SocketOptions {
  readonly protocol: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array | string) => void;
  /** Called once when an open socket has gone, for whatever reason. */
  readonly onClose: () => void;
  readonly signal?: AbortSignal | undefined;
}

export interface KernelSocket {
  /** The subprotocol that the server chose, or "". */
  readonly protocol: string;
  send(frame: Uint8Array | string): void;
  close(): void;
}

/** The server answered the handshake with a plain HTTP status. */
export class HandshakeError extends Error {
  constructor(readonly status: number) {
    super(`WebSocket handshake answered with ${status}`);
    this.name = "HandshakeError";
  }
}

/** Opens a socket; rejects with a {@linkcode HandshakeError} where the server refuses. */
export async function openSocket(url: URL, options: SocketOptions): Promise<KernelSocket> {
  try {
    return await connect(url, [options.protocol], options);
  } catch (error) {
    // A server that knows no subprotocols chooses none, as it should; `ws` takes that for an error.
    if (!(error instanceof Error && error.message === "Server sent no subprotocol")) throw error;
    return await connect(url, [], options);
  }
}

async function connect(url: URL, protocols: string[], options: SocketOptions): Promise<KernelSocket> {
  options.signal?.throwIfAborted();
  const { WebSocket } = await importWs();
  const socket = new WebSocket(url.href.replace(/^http/, "ws"), protocols, {
    headers: options.headers,
    perMessageDeflate: false,
    maxPayload: largestFrame,
    handshakeTimeout: handshakeLimit,
    followRedirects: false,
    ...(options.caCert === undefined ? {} : { ca: options.caCert }),
  });
  await opened(socket, options.signal);
  return watch(socket, options);
}

/** `ws` looks at two environment variables while it loads, which the sandbox forbids: it gets an empty environment. */
function importWs() {
  if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
    Object.defineProperty(process, "env", { value: {}, configurable: true });
  }
  // @ts-types="@types/ws"
  return import("ws");
}

function opened(socket: WebSocket, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal?.reason);
      socket.terminate();
    };
    signal?.addEventListener("abort", abort, { once: true });
    socket.once("unexpected-response", (_request, response) => {
      reject(new HandshakeError(response.statusCode ?? 0));
      response.destroy();
      socket.terminate();
    });
    // A later error of an open socket is followed by its close, which is handled there.
    socket.on("error", reject);
    socket.once("open", () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
  });
}

function watch(socket: WebSocket, options: SocketOptions): KernelSocket {
  let lastHeard = performance.now();
  const pings = setInterval(() => {
    if (performance.now() - lastHeard > silenceLimit) socket.terminate();
    else socket.ping();
  }, pingInterval);
  socket.on("pong", () => lastHeard = performance.now());
  socket.on("ping", () => lastHeard = performance.now());
  socket.on("message", (data, isBinary) => {
    lastHeard = performance.now();
    if (socket.readyState === socket.OPEN) socket.pong();
    // `ws` hands over one Buffer a message unless its binaryType is changed.
    if (data instanceof Uint8Array) options.onFrame(isBinary ? data : decoder.decode(data));
  });
  socket.once("close", () => {
    clearInterval(pings);
    options.onClose();
  });
  return {
    protocol: socket.protocol,
    send: (frame) => socket.send(frame),
    close: () => socket.terminate(),
  };
}
