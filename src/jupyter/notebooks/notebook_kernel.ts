/**
 * The connected kernel of a notebook, started where it has none. One that somebody is shutting down is still listed for a
 * moment: its end is waited for, and a fresh one is started.
 */

import { isKernelGone } from "../kernel/kernel_info.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { pause } from "../rest/retry.ts";
import type { Sessions } from "../sessions/sessions.ts";

export interface NotebookSession {
  readonly session: SessionModel;
  readonly kernel: Kernel;
}

/** Milliseconds, and how often, until a session is looked for again that should be gone. */
const nextLook = 200;
const mostLooks = 40;

export async function notebookKernel(
  sessions: Sessions,
  path: string,
  signal: AbortSignal,
): Promise<NotebookSession> {
  for (let look = 1;; look++) {
    const { session } = await sessions.start({ notebookPath: path, mustExist: true, signal });
    try {
      return { session, kernel: await sessions.connect(session, signal) };
    } catch (error) {
      if (!isKernelGone(error) || look === mostLooks) throw error;
    }
    await pause(nextLook, signal);
  }
}
