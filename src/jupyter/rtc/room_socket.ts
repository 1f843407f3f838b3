/**
 * One WebSocket to a room, by the `ws` package: a large notebook arrives as one frame, and Deno's own WebSocket
 * breaks on frames over 64 MiB. Every frame is answered with a pong, and silent peers are dropped, as for kernels.
 */

import process from "node:process";
// @ts-types="@types/ws"
import type { WebSocket } from "ws";
import { HandshakeError } from "../kernel/socket.ts";

const pingInterval = 10_000;
const silenceLimit = 20_000;
const handshakeLimit = 30_000;
const farewellLimit = 1_000;
const largestFrame = 1 << 30;

export interface RoomClose {
  readonly code: number;
  readonly reason: string;
}

export interface RoomSocketOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array) => void;
  /** Called once when an open socket has gone, for whatever reason. */
  readonly onClose: (close: RoomClose) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface RoomSocket {
  send(frame: Uint8Array): void;
  /** Ends the connection at once. */
  drop(): void;
  /** Sends what is under way, then ends the connection. */
  close(): Promise<void>;
}

/** Opens a socket; rejects with a {@linkcode HandshakeError} where the server refuses. */
export async function openRoomSocket(url: URL, options: RoomSocketOptions): Promise<RoomSocket> {
  options.signal?.throwIfAborted();
  const { WebSocket } = await importWs();
  options.signal?.throwIfAborted();
  const socket = new WebSocket(url.href.replace(/^http/, "ws"), [], {
    headers: options.headers,
    perMessageDeflate: false,
    maxPayload: largestFrame,
    handshakeTimeout: handshakeLimit,
    followRedirects: false,
    ...(options.caCert === undefined ? {} : { ca: options.caCert }),
  });
  // Before the socket is open: the first frames may come along with the handshake.
  const ended = listen(socket, options);
  await opened(socket, options.signal);
  return {
    send: (frame) => {
      if (socket.readyState === socket.OPEN) socket.send(frame);
    },
    drop: () => socket.terminate(),
    close: () => farewell(socket, ended),
  };
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

function listen(socket: WebSocket, options: RoomSocketOptions): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let lastHeard = performance.now();
  const heard = () => lastHeard = performance.now();
  const pings = setInterval(() => {
    if (performance.now() - lastHeard > silenceLimit) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingInterval);
  socket.on("pong", heard);
  socket.on("ping", heard);
  socket.on("message", (data) => {
    heard();
    if (socket.readyState === socket.OPEN) socket.pong();
    if (data instanceof Uint8Array) options.onFrame(data);
  });
  socket.once("close", (code, reason) => {
    clearInterval(pings);
    resolve();
    options.onClose({ code, reason: reason.toString() });
  });
  return promise;
}

async function farewell(socket: WebSocket, ended: Promise<void>): Promise<void> {
  const limit = setTimeout(() => socket.terminate(), farewellLimit);
  socket.close(1000);
  await ended;
  clearTimeout(limit);
}
