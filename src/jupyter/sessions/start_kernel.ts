/**
 * Waits for a kernel that was just started, and starts another one where it does not come up.
 *
 * Jupyter picks ports long before the kernel takes them. A kernel that finds somebody else on one of its ports ends, and
 * Jupyter gives it up; or it lives on and answers nobody, as Python's does where the port is that of its output. Another
 * one gets other ports.
 */

import { isKernelGone } from "../kernel/kernel_info.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { kernelDiedAtStart } from "./kernelspecs.ts";

/**
 * Milliseconds in which a kernel comes up, from a slow disk as well; short of the minute after which some clients give
 * up. Where it is only slow, the second one has all the time.
 */
const startLimit = 45_000;

export interface StartKernelOptions {
  /** Resolves when the kernel of a session answers. */
  readonly connect: (session: SessionModel, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Starts a session in the place of one that is gone. */
  readonly startAgain: (gone: SessionModel) => Promise<SessionModel>;
  /** Ends a session that is ours; absent where it is somebody else's. */
  readonly end?: (session: SessionModel) => Promise<void>;
  /** Told of a session that Jupyter has given up for good. */
  readonly onGone: (session: SessionModel) => void;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly limit?: number;
}

/** Resolves with the session whose kernel is up. */
export async function startKernel(started: SessionModel, options: StartKernelOptions): Promise<SessionModel> {
  if (await isUp(started, options)) return started;
  const second = await options.startAgain(started);
  try {
    await options.connect(second, options.signal);
  } catch (error) {
    if (!isKernelGone(error)) throw error;
    options.onGone(second);
    throw kernelDiedAtStart(second.kernel.name, error);
  }
  return second;
}

/** False where the kernel has ended, or has not answered in time and was ended. */
async function isUp(session: SessionModel, options: StartKernelOptions): Promise<boolean> {
  const { connect, end, signal, limit = startLimit } = options;
  const late = end === undefined ? undefined : AbortSignal.timeout(limit);
  const signals = [signal, late].filter((one) => one !== undefined);
  try {
    await connect(session, AbortSignal.any(signals));
    return true;
  } catch (error) {
    signal?.throwIfAborted();
    if (isKernelGone(error)) return false;
    if (!late?.aborted) throw error;
    await end?.(session);
    return false;
  }
}
