/** A session together with what is known of its kernel. */

import type { Execution } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { SessionModel } from "../rest/sessions.ts";
import { notebookPathOf } from "./session_reference.ts";

/** A session with its connected kernel. */
export interface SessionKernel {
  readonly sessionId: string;
  readonly kernel: Kernel;
  readonly notebookPath: string | null;
}

/** A session whose kernel was restarted, and the runs of ours that ended by that. */
export interface RestartedSession {
  readonly session: SessionModel;
  readonly lost: readonly Execution[];
}

export function sessionKernel(session: SessionModel, kernel: Kernel): SessionKernel {
  return { sessionId: session.id, kernel, notebookPath: notebookPathOf(session) };
}
