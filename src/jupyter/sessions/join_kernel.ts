/** The session of a running kernel; one is made where it has none. */

import type { JupyterHttp } from "../rest/http.ts";
import { listKernels } from "../rest/kernels.ts";
import { createSession, type SessionModel } from "../rest/sessions.ts";
import { sessionNotFound } from "./session_reference.ts";

export interface JoinOptions {
  /** All that there are. */
  readonly sessions: readonly SessionModel[];
  readonly signal?: AbortSignal | undefined;
}

export async function joinKernel(
  http: JupyterHttp,
  kernelId: string,
  { sessions, signal }: JoinOptions,
): Promise<SessionModel> {
  const session = sessions.find((one) => one.kernel.id === kernelId);
  if (session !== undefined) return session;
  // Jupyter would start a fresh kernel under an id it does not know.
  const kernels = await listKernels(http, signal);
  if (!kernels.some((kernel) => kernel.id === kernelId)) {
    throw sessionNotFound(kernelId, sessions, "no running kernel has this id");
  }
  const path = `jupyter-mcp-${crypto.randomUUID()}`;
  return await createSession(http, { path, name: path, type: "console", kernel: { id: kernelId } }, signal);
}
