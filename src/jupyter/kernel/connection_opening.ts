/**
 * Opens a kernel's WebSocket, waits until the kernel is usable, and tries again if the connection is lost on the way.
 *
 * 1. Only `kernel_info_request` is sent while opening: trying again runs nothing twice.
 * 2. A client with a run in progress keeps its id, for the sake of the replay. Any other returns under a new id: Jupyter
 *    may tie the channels of a client that leaves during its handshake to the closed socket for good, and nothing
 *    reaches that client when it returns.
 * 3. A client that returned and gets no answer continues under a new id as well; its replay is lost then.
 * 4. Opening ends: a server that is gone is reported within ten seconds.
 * 5. A server that is overloaded or still starting is asked again for a while.
 * 6. Jupyter delays the handshake until the kernel is up, for a minute if that is slow. Meanwhile only its REST API shows
 *    whether it is still there.
 */

import { delay, untilAborted } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { type JupyterHttp, ordinaryLimit } from "../rest/http.ts";
import { reconnectDelay, reportLostAfter } from "../rest/reconnect.ts";
import { isKernelGone, kernelGone } from "../rest/kernels.ts";
import { retryDelay } from "../rest/retry.ts";
import { HandshakeError, openWebSocket, type WebSocket, type WebSocketOptions } from "../rest/web_socket.ts";
import type { Channel, Received, RequestConnection } from "./messages.ts";

interface ReopenOptions<T> {
  /** Rejects with a {@linkcode LostOpening} if another attempt may succeed. */
  readonly open: () => Promise<T>;
  /** Uses a new client id from the next attempt on. */
  readonly useNewClient: () => void;
  /** Whether a run is in progress whose output may be replayed. */
  readonly isFollowing: () => boolean;
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export async function reopenUntilUsable<T>(options: ReopenOptions<T>): Promise<T> {
  const { open, useNewClient, isFollowing, signal, now = () => performance.now(), wait = delay } = options;
  let begun = now();
  for (let attempt = 1;; attempt++) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof LostOpening)) throw error;
      const delay = reconnectDelay(attempt);
      if (error.how === "unanswered") begun = now();
      else if (now() + delay - begun > reportLostAfter) throw error;
      if (error.how === "unanswered" || !isFollowing()) useNewClient();
      await wait(delay, signal);
    }
  }
}

const checkInterval = 5_000;

interface RetriedSocketOptions extends SocketOptions {
  /** Rejects if the server does not answer or has no such kernel. */
  readonly checkKernel: () => Promise<unknown>;
  /** Milliseconds between checks. */
  readonly interval?: number;
}

export async function openSocketWithRetries(
  address: URL,
  options: RetriedSocketOptions,
): Promise<WebSocket> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const opening = openWithin(address, { ...options, signal }).finally(() => over.abort());
  watch(options, over.signal).catch((error) => over.abort(error));
  return await opening;
}

async function openWithin(address: URL, options: SocketOptions): Promise<WebSocket> {
  const deadline = performance.now() + ordinaryLimit;
  for (let attempt = 0;; attempt++) {
    try {
      return await openSocket(address, options);
    } catch (error) {
      const wait = error instanceof HandshakeError ? retryDelay(error, attempt) : undefined;
      if (wait === undefined || performance.now() + wait > deadline) throw error;
      await delay(wait, options.signal);
    }
  }
}

/**
 * Rejects if the server reports that the kernel is gone, or fails to answer twice in a row: one that starts many kernels
 * may be slow once.
 */
async function watch(
  { checkKernel, interval = checkInterval }: RetriedSocketOptions,
  signal: AbortSignal,
): Promise<never> {
  for (let failures = 0;;) {
    await delay(interval, signal);
    try {
      await checkKernel();
      failures = 0;
    } catch (error) {
      if (++failures > 1 || isKernelGone(error)) throw error;
    }
  }
}

const decoder = new TextDecoder();

/** Larger frames are shortened on arrival. */
const largestFrame = 32_000_000;
/** Longer than Jupyter itself waits for a kernel to come up before it completes the handshake. */
const handshakeLimit = 75_000;

interface SocketOptions extends Pick<WebSocketOptions, "caCert" | "onPart" | "onClose" | "signal"> {
  readonly protocol: string;
  /** Asked for before each attempt: another program may have taken the port of the managed Jupyter meanwhile. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  readonly onFrame: (frame: Uint8Array | string) => void;
}

/** Opens a WebSocket to a kernel's channels; rejects with a `HandshakeError` if the server refuses. */
async function openSocket(
  url: URL,
  { protocol, headers, onFrame, ...options }: SocketOptions,
): Promise<WebSocket> {
  const connect = async (protocols: readonly string[]) =>
    await openWebSocket(url, {
      ...options,
      protocols,
      headers: await headers(),
      handshakeLimit,
      shortenAbove: largestFrame,
      onFrame: (frame, isBinary) => onFrame(isBinary ? frame : decoder.decode(frame)),
    });
  try {
    return await connect([protocol]);
  } catch (error) {
    // A server that knows no subprotocols rightly chooses none; `ws` treats that as an error.
    if (!(error instanceof Error && error.message === "Server sent no subprotocol")) throw error;
    return await connect([]);
  }
}

/** A server this late is busy or dead; the regular pings find out which. */
const pongLimit = 2_000;

/**
 * Resolves when the server has answered a ping, when the socket is closed, or after a limit in milliseconds. A call may be
 * read before the close event of a cut connection, and what is sent into that is lost without a trace.
 */
export function confirmOpen(socket: WebSocket, limit = pongLimit): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limit);
  // Regular pings carry no payload.
  const question = crypto.randomUUID();
  const onPong = (answer: Uint8Array) => {
    if (answer.toString() === question) resolve();
  };
  socket.on("pong", onPong).once("close", resolve).ping(question);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off("pong", onPong).off("close", resolve);
  });
}

const probeInterval = 250;
const probeLimit = 60_000;
/** Before this probe, "busy" may be left over from a process that has died. */
const busyProbe = 12;

interface ProbeOptions {
  readonly kernelId: string;
  /** Receives the id of the process that has answered. */
  readonly onAnswer: (process: string | undefined) => void;
  /** Whether the kernel is running a cell: it is usable then, even if it does not answer on control. */
  readonly isBusy: () => Promise<boolean>;
  readonly unreachable: () => AppError;
  readonly signal: AbortSignal;
}

type ProbedConnection = Pick<RequestConnection, "request" | "forget"> & { readonly isOpen: boolean };

/**
 * Sends probes until the kernel is usable, on both channels: a busy kernel answers on control only, some kernels on shell
 * only.
 */
export async function probeUntilUsable(connection: ProbedConnection, options: ProbeOptions): Promise<void> {
  const { kernelId, onAnswer, isBusy, unreachable, signal } = options;
  const probes: string[] = [];
  const usable = Promise.withResolvers<void>();
  const seen = { reply: false, status: false };
  const route = (message: Received) => {
    if (message.header.msg_type === "kernel_info_reply") {
      onAnswer(message.header.session);
      seen.reply = true;
    } else if (message.channel === "iopub") seen.status = true;
    if (seen.reply && seen.status) usable.resolve();
  };
  const ask = (channel: Channel) => {
    if (!connection.isOpen) return usable.reject(unreachable());
    probes.push(connection.request({ channel, type: "kernel_info_request", content: {} }, route));
  };
  const limit = setTimeout(() => usable.reject(unresponsiveKernel(kernelId)), probeLimit);
  const again = setInterval(() => {
    ask("control");
    if (probes.length < busyProbe) return;
    isBusy().then((busy) => busy ? usable.resolve() : undefined, (error) => {
      if (!(error instanceof AppError) || error.code !== "jupyter_unreachable") usable.reject(error);
    });
  }, probeInterval);
  try {
    ask("control");
    ask("shell");
    await untilAborted(usable.promise, signal);
  } finally {
    clearTimeout(limit);
    clearInterval(again);
    for (const one of probes) connection.forget(one);
  }
}

/** An opening that failed and may succeed if tried again. */
export class LostOpening extends AppError {
  constructor(readonly how: "cut" | "unanswered", { code, message, hint, cause }: AppError) {
    super(code, message, { cause, ...(hint === undefined ? {} : { hint }) });
    this.name = "LostOpening";
  }
}

function unresponsiveKernel(kernelId: string): AppError {
  return new AppError("kernel_died", `Cannot use kernel "${kernelId}": it does not answer`, {
    hint: "Call kernel_restart, or session_create for a fresh kernel",
  });
}

/** The error for a kernel's socket that could not be opened. */
export function openError(
  error: unknown,
  http: Pick<JupyterHttp, "unreachable" | "authFailed">,
  kernelId: string,
): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof HandshakeError)) {
    return new LostOpening("cut", http.unreachable("the connection failed", error));
  }
  if (error.status === 401 || error.status === 403) return http.authFailed();
  if (error.status === 404) return kernelGone(kernelId);
  return http.unreachable(`it refused the kernel's channels with status ${error.status}`);
}
