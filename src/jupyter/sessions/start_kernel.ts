/**
 * Waits for a kernel that was just started, and starts another one if it does not come up.
 *
 * Jupyter picks ports long before the kernel opens them. A kernel that finds one of its ports taken ends, and Jupyter
 * gives it up; or it keeps running and answers no one, as Python's does if it is the iopub port. Another one gets other
 * ports.
 */

import { AppError } from "../../base/errors.ts";
import { isKernelGone } from "../rest/kernels.ts";
import type { SessionModel } from "../rest/sessions.ts";

/**
 * Milliseconds in which a kernel comes up, even from a slow disk; less than the minute after which some clients give up.
 * The second kernel has no limit, in case it is only slow.
 */
const startLimit = 45_000;

export interface StartKernelOptions {
  /** Resolves when the kernel of a session answers. */
  readonly connect: (session: SessionModel, signal: AbortSignal | undefined) => Promise<unknown>;
  /** Starts a session that replaces one that is gone. */
  readonly startAgain: (gone: SessionModel) => Promise<SessionModel>;
  /** Ends our session; absent if it is someone else's. */
  readonly end?: (session: SessionModel) => Promise<void>;
  /** Called with a session that Jupyter has given up for good. */
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

/** The error for a kernel that was started, and that Jupyter gave up before it answered. */
function kernelDiedAtStart(kernelName: string, cause: unknown): AppError {
  return new AppError("kernel_died", `Cannot start kernel "${kernelName}": it ended as it started, twice`, {
    hint: "The log of the Jupyter server may show why. Try another kernel of kernel_list",
    cause,
  });
}

/** False if the kernel has ended, or has not answered in time and was ended. */
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
