/** Why a kernel cannot be connected to. */

import { AppError } from "../../base/errors.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { HandshakeError } from "../rest/web_socket.ts";
import { kernelGone } from "./kernel_state.ts";

/** An opening that failed on its way, and may succeed when it is tried again. */
export class LostOpening extends AppError {
  constructor(readonly how: "cut" | "unanswered", { code, message, hint, cause }: AppError) {
    super(code, message, { cause, ...(hint === undefined ? {} : { hint }) });
    this.name = "LostOpening";
  }
}

export function unresponsiveKernel(kernelId: string): AppError {
  return new AppError("kernel_died", `Cannot use kernel "${kernelId}": it does not answer`, {
    hint: "Call kernel_restart, or session_create for a fresh kernel",
  });
}

/** What the failed opening of a kernel's socket means. */
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
