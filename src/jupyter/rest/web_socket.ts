/**
 * WebSockets to Jupyter, by the `ws` package: Deno's own one breaks on frames over 64 MiB.
 *
 * 1. Every frame is answered with an unsolicited pong. Jupyter leaves Nagle's algorithm on, so the second small
 *    frame of an answer waits for our TCP ACK, which the operating system delays by 40 ms unless data carries it.
 * 2. A ping goes out every 4 seconds; a peer silent for 16 is dead, whatever TCP says. Every byte is a sign of life: a
 *    large frame on a slow line lets no pong through for minutes.
 * 3. We listen before the socket is open: the first frames may come along with the handshake.
 * 4. A flood of frames gives way: others get a turn of the event loop between two frames, and several after some
 *    milliseconds of work. A request of someone else takes several turns, and must not wait for one more frame at each.
 * 5. At most one pong waits to be written, for the latest ping: a peer that pings and does not read cannot fill our memory.
 * 6. A peer is cut off if it sends control frames by the thousand, interim responses without an end to them, or anything
 *    after its Close frame.
 */

import type { ClientRequest } from "node:http";
import process from "node:process";
import { Writable } from "node:stream";
// @ts-types="@types/ws"
import type { WebSocket } from "ws";
import { FrameShortener } from "./frame_shortener.ts";

export type { WebSocket };

const usualPingInterval = 4_000;
/** Milliseconds after which a silent peer is dead. */
export const usualSilenceLimit = 16_000;
const longestHandshake = 30_000;
/** Milliseconds of work on frames before others get their turns. */
const workTime = 4;
const turnsForOthers = 4;
/** Bytes of a message; a large notebook is one. Twice that much is in memory while it comes. */
const largestMessage = 100_000_000;
/** Jupyter sends every message as one frame; each fragment costs memory beside its bytes. */
const mostFragments = 1_000;
/** Pings and pongs of the peer in a second; Jupyter sends a few in a minute. */
const mostControlFrames = 1_000;
/** Responses such as "100 Continue" before the one that counts; Jupyter sends none, a proxy may. */
const mostInterimResponses = 10;

interface WebSocketOptions {
  readonly protocols: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly caCert?: string | undefined;
  readonly onFrame: (frame: Uint8Array, isBinary: boolean) => void;
  /** Called as parts of a frame come: a large one takes minutes on a slow line. Only with `shortenAbove`. */
  readonly onPart?: () => void;
  /** Called once when the socket has gone, for whatever reason. */
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
  const { WebSocket } = await importWs();
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

/** `ws` looks at two environment variables while it loads, which the sandbox forbids: it gets an empty environment. */
function importWs() {
  if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
    Object.defineProperty(process, "env", { value: {}, configurable: true });
  }
  // @ts-types="@types/ws"
  return import("ws");
}

/**
 * Stands before the part of `ws` that reads frames. That part holds a frame in pieces until it is whole, then copies it: a
 * message of 100 MB would cost twice that, and nothing is known of it before its end.
 */
function readBefore(socket: WebSocket, take: (chunk: Uint8Array) => Iterable<Uint8Array>): void {
  const receiver: unknown = Reflect.get(socket, "_receiver");
  if (!(receiver instanceof Writable)) throw new TypeError("This version of ws reads frames in another way");
  // Otherwise `ws` would read on for half a minute, to ignore it all. Our own Close frame has been written by then.
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
    // A later error of an open socket is followed by its close, which is handled there. Without an end of ours, `ws` would
    // continue reading for half a minute whatever someone sends who breaks the protocol.
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

/** Reads nothing for some turns of the event loop, which pass quickly if nobody waits. */
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

/** Sends pongs one at a time; of those asked for while one is being written, only the last follows. */
function createPong(socket: WebSocket): (data?: Uint8Array) => void {
  let isWriting = false;
  let next: Uint8Array | undefined;
  const pong = (data: Uint8Array = new Uint8Array()) => {
    if (socket.readyState !== socket.OPEN) return;
    if (isWriting) {
      // The answer to a ping carries an acknowledgement as well as an empty pong does.
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
    // Jupyter holds a handshake back until its kernel is up, which has a limit of its own.
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
    // `ws` hands over one Buffer a message unless its binaryType is changed.
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
