/** The sessions of a Jupyter server: which kernel belongs to which notebook or console. */

import { z } from "zod";
import type { JupyterHttp, WaitOptions } from "./http.ts";
import { kernelModel } from "./kernels.ts";

const sessionModel = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string().nullish().transform((name) => name ?? ""),
  type: z.string(),
  kernel: kernelModel,
});

export type SessionModel = z.infer<typeof sessionModel>;

interface NewSession {
  readonly path: string;
  readonly name: string;
  readonly type: "notebook" | "console";
  /** A kernelspec to start, or a running kernel to attach to. */
  readonly kernel: { readonly name: string } | { readonly id: string } | Record<never, never>;
}

/** Starting a kernel can take long behind a gateway. */
const startLimit = 60_000;

export function listSessions(http: JupyterHttp, options: WaitOptions = {}): Promise<SessionModel[]> {
  return http.json(
    // A kernel that just died leaves a session without one for a moment.
    z.array(z.unknown()).transform((all) => all.flatMap((one) => sessionModel.safeParse(one).data ?? [])),
    ["api", "sessions"],
    options,
  );
}

/** Creates a session; an existing one of the same path is returned instead. */
export function createSession(
  http: JupyterHttp,
  session: NewSession,
  options: WaitOptions = {},
): Promise<SessionModel> {
  return http.json(sessionModel, ["api", "sessions"], {
    method: "POST",
    body: session,
    limit: startLimit,
    ...options,
  });
}

/** Ends a session and its kernel. */
export function deleteSession(http: JupyterHttp, id: string, signal?: AbortSignal): Promise<void> {
  return http.empty(["api", "sessions", id], { method: "DELETE", signal, limit: startLimit });
}
