/**
 * Opens a kernel's socket.
 *
 * 1. A server that is overloaded or still starting is asked again for a while.
 * 2. Jupyter holds the handshake back until the kernel is up, for a minute where that is slow. Meanwhile only its other
 *    answers tell whether it is still there.
 */

import { ordinaryLimit } from "../rest/http.ts";
import { pause, retryDelay } from "../rest/retry.ts";
import { HandshakeError } from "../rest/web_socket.ts";
import { isKernelGone } from "./kernel_state.ts";
import { type KernelSocket, openSocket, type SocketOptions } from "./socket.ts";

const checkInterval = 5_000;

export interface RetriedSocketOptions extends SocketOptions {
  /** Rejects where the server does not answer, or has no such kernel. */
  readonly checkKernel: () => Promise<unknown>;
  /** Milliseconds between checks. */
  readonly interval?: number;
}

export async function openSocketWithRetries(
  address: URL,
  options: RetriedSocketOptions,
): Promise<KernelSocket> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const opening = openWithin(address, { ...options, signal }).finally(() => over.abort());
  watch(options, over.signal).catch((error) => over.abort(error));
  return await opening;
}

async function openWithin(address: URL, options: SocketOptions): Promise<KernelSocket> {
  const deadline = performance.now() + ordinaryLimit;
  for (let attempt = 0;; attempt++) {
    try {
      return await openSocket(address, options);
    } catch (error) {
      const wait = error instanceof HandshakeError ? retryDelay(error, attempt) : undefined;
      if (wait === undefined || performance.now() + wait > deadline) throw error;
      await pause(wait, options.signal);
    }
  }
}

/**
 * Rejects when the server did not answer twice in a row, as one that starts many kernels may be slow once; or says that
 * the kernel is gone.
 */
async function watch(
  { checkKernel, interval = checkInterval }: RetriedSocketOptions,
  signal: AbortSignal,
): Promise<never> {
  for (let failures = 0;;) {
    await pause(interval, signal);
    try {
      await checkKernel();
      failures = 0;
    } catch (error) {
      if (++failures > 1 || isKernelGone(error)) throw error;
    }
  }
}
