/**
 * WebSockets to Jupyter, with the `ws` package: Deno's own implementation closes the connection on frames over 64 MiB.
 *
 * 1. Every frame is answered with an unsolicited pong. Jupyter leaves Nagle's algorithm on, so the second small
 *    frame of an answer waits for our TCP ACK, which the operating system delays by 40 ms unless data carries it.
 * 2. A ping goes out every 4 seconds; a peer silent for 16 is dead, whatever TCP says. Every byte is a sign of life: a
 *    large frame on a slow line lets no pong through for minutes.
 * 3. We listen before the socket is open: the first frames may come along with the handshake.
 * 4. A flood of frames yields to the event loop: for one turn between two frames, and for several turns after some
 *    milliseconds of work. Another request takes several turns, and must not wait for one more frame at each of them.
 * 5. At most one pong waits to be written, for the latest ping: a peer that pings and does not read cannot fill our memory.
 * 6. A peer is cut off if it sends control frames by the thousand, endless interim responses, or anything after its Close
 *    frame.
 */

import type { ClientRequest } from "node:http";
import { Writable } from "node:stream";
// @ts-types="@types/ws"
import type { WebSocket } from "ws";
import { FrameShortener } from "./frame_shortener.ts";

export type { WebSocket };

const usualPingInterval = 4_000;
/** Milliseconds after which a silent peer is dead. */
export const usualSilenceLimit = 16_000;
const longestHandshake = 30_000;
/** Milliseconds of work on frames before it yields. */
const workTime = 4;
const turnsForOthers = 4;
/** Bytes of a message, which may be a large notebook. It takes twice as much memory while it arrives. */
const largestMessage = 100_000_000;
/** Jupyter sends every message as one frame; each fragment costs memory in addition to its bytes. */
const mostFragments = 1_000;
/** Pings and pongs of the peer in a second; Jupyter sends a few in a minute. */
const mostControlFrames = 1_000;
/** Responses such as "100 Continue" before the one that counts; Jupyter sends none, a proxy may. */
const mostInterimResponses = 10;

export interface WebSocketOptions {
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array, isBinary: boolean) => void;
  /** Called as parts of a frame arrive: a large one takes minutes on a slow line. Only with `shortenAbove`. */
  readonly onPart?: (() => void) | undefined;
  /** Called once when the socket is closed, for whatever reason. */
  readonly onClose: (code: number, reason: string) => void;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly handshakeLimit?: number;
  /** Milliseconds between two pings. */
  readonly pingInterval?: number;
  /** Milliseconds of silence after which the peer is dead; asked for before each ping. */
  readonly silenceLimit?: () => number;
  /** Bytes above which a binary frame loses its middle; see {@linkcode FrameShortener}. */
  readonly shortenAbove?: number;
}

/** The server answered the handshake with a plain HTTP status. */
export class HandshakeError extends Error {
  constructor(readonly status: number) {
    super(`WebSocket handshake answered with ${status}`);
    this.name = "HandshakeError";
  }
}

/** Opens a socket; rejects with a {@linkcode HandshakeError} if the server refuses. */
export async function openWebSocket(url: URL, options: WebSocketOptions): Promise<WebSocket> {
  options.signal?.throwIfAborted();
  // @ts-types="@types/ws"
  const { WebSocket } = await import("ws");
  options.signal?.throwIfAborted();
  const socket = new WebSocket(url.href.replace(/^http/, "ws"), [...options.protocols], {
    headers: options.headers,
    perMessageDeflate: false,
    // What one write prints arrives as one frame: if large frames are shortened, only a message in fragments is over this.
    maxPayload: options.shortenAbove ?? largestMessage,
    maxFragments: mostFragments,
    autoPong: false,
    // One frame for each turn of the event loop: a chunk of 64 kB may contain 32,000 empty ones.
    allowSynchronousEvents: false,
    handshakeTimeout: options.handshakeLimit ?? longestHandshake,
    followRedirects: false,
    finishRequest: limitInterimResponses,
    ...(options.caCert === undefined ? {} : { ca: options.caCert }),
  });
  listen(socket, options);
  await opened(socket, options.signal);
  return socket;
}

/**
 * Intercepts the bytes before the part of `ws` that reads frames. That part collects the pieces of a frame until it is
 * complete, then copies it: a message of 100 MB would take twice that, and would be invisible until its end.
 */
function readBefore(socket: WebSocket, take: (chunk: Uint8Array) => Iterable<Uint8Array>): void {
  const receiver: unknown = Reflect.get(socket, "_receiver");
  if (!(receiver instanceof Writable)) throw new TypeError("This version of ws reads frames differently");
  // Otherwise `ws` would read and discard for half a minute. Our own Close frame has been written by then.
  receiver.once("conclude", () => {
    const timer = setTimeout(() => socket.terminate());
    socket.once("close", () => clearTimeout(timer));
  });
  const write = receiver.write.bind(receiver);
  receiver.write = (chunk: Uint8Array) => {
    let isReady = true;
    for (const part of take(chunk)) {
      // Nothing counts after a Close frame.
      if (!receiver.writableEnded) isReady = write(part);
    }
    return isReady;
  };
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
    // An error of an open socket is followed by its close event, which is handled in `listen`. Unless we end it, `ws`
    // would continue to read from a peer that violates the protocol for half a minute.
    socket.on("error", (error) => {
      reject(error);
      socket.terminate();
    });
    socket.once("open", () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
  });
}

function limitInterimResponses(request: ClientRequest): void {
  let count = 0;
  request.on("information", () => {
    if (++count > mostInterimResponses) request.destroy(new Error("Too many interim responses"));
  });
  request.end();
}

/** Pauses reading for some turns of the event loop, which pass quickly if nothing else waits. */
function giveWay(socket: WebSocket): void {
  if (socket.isPaused) return;
  socket.pause();
  let turns = turnsForOthers;
  const pass = () => {
    if (--turns > 0) return void (timer = setTimeout(pass));
    socket.off("close", stop);
    socket.resume();
  };
  let timer = setTimeout(pass);
  const stop = () => clearTimeout(timer);
  socket.once("close", stop);
}

/** Sends pongs one at a time; of those requested while one is being written, only the last is sent. */
function createPong(socket: WebSocket): (data?: Uint8Array) => void {
  let isWriting = false;
  let next: Uint8Array | undefined;
  const pong = (data: Uint8Array = new Uint8Array()) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isWriting) {
      // The answer to a ping carries the TCP acknowledgement just as an empty pong does.
      if (data.length > 0) next = data;
      else next ??= data;
      return;
    }
    isWriting = true;
    socket.pong(data, undefined, () => {
      isWriting = false;
      const waiting = next;
      next = undefined;
      if (waiting !== undefined) pong(waiting);
    });
  };
  return pong;
}

function limitControlFrames(socket: WebSocket): void {
  let second = performance.now();
  let count = 0;
  const add = () => {
    if (performance.now() - second > 1_000) [second, count] = [performance.now(), 0];
    if (++count > mostControlFrames) socket.terminate();
  };
  socket.on("ping", add).on("pong", add);
}

function listen(socket: WebSocket, options: WebSocketOptions): void {
  const { onFrame, onPart, onClose, shortenAbove } = options;
  const { pingInterval = usualPingInterval, silenceLimit = () => usualSilenceLimit } = options;
  let lastHeard = performance.now();
  const heard = () => lastHeard = performance.now();
  const pings = setInterval(() => {
    // Jupyter delays the handshake until the kernel is up, which has its own limit.
    if (socket.readyState === socket.CONNECTING) heard();
    else if (performance.now() - lastHeard > silenceLimit()) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.ping();
  }, pingInterval);
  const shortener = shortenAbove === undefined ? undefined : new FrameShortener(shortenAbove);
  socket.once("open", () =>
    readBefore(socket, (chunk) => {
      heard();
      const parts = shortener?.take(chunk) ?? [chunk];
      if (shortener?.isWithinFrame) onPart?.();
      return parts;
    }));
  const pong = createPong(socket);
  limitControlFrames(socket);
  socket.on("ping", pong);
  let worked = 0;
  socket.on("message", (data, isBinary) => {
    pong();
    const start = performance.now();
    // `ws` passes each message as one Buffer unless its binaryType is changed.
    if (data instanceof Uint8Array) onFrame(data, isBinary);
    worked += performance.now() - start;
    if (worked < workTime) return;
    worked = 0;
    giveWay(socket);
  });
  socket.once("close", (code, reason) => {
    clearInterval(pings);
    onClose(code, reason.toString());
  });
}
