/** Whether a session that is there will do for somebody who wants a certain kernel. */

import { AppError } from "../../base/errors.ts";
import type { SessionModel } from "../rest/sessions.ts";

/** The session itself; throws `conflict` where it runs another kernel than the one that was asked for. */
export function assertSameKernel(session: SessionModel, kernelName: string | undefined): SessionModel {
  if (kernelName === undefined || kernelName === session.kernel.name) return session;
  throw new AppError(
    "conflict",
    `Cannot start kernel "${kernelName}": the notebook "${session.path}" runs kernel "${session.kernel.name}"`,
    { hint: "Leave kernel_name out to join that kernel, or end it first with session_delete" },
  );
}
