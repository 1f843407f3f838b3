/** The running kernels of a Jupyter server. */

import { z } from "zod";
import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import { type JupyterHttp, StatusError } from "./http.ts";

export const kernelModel = z.object({
  id: z.string(),
  name: z.string(),
  last_activity: z.string().nullish(),
  execution_state: z.string().nullish(),
  // Jupyter counts some connections out twice, such as that of a page that is killed.
  connections: z.number().transform((count) => Math.max(0, count)).nullish(),
});

export type KernelModel = z.infer<typeof kernelModel>;

const restartLimit = 60_000;
const restartDelay = 1_000;
const restartAttempts = 4;

export function listKernels(http: JupyterHttp, signal?: AbortSignal): Promise<KernelModel[]> {
  return http.json(z.array(kernelModel), ["api", "kernels"], { signal });
}

/** A kernel's model as the server reports it; rejects with `kernel_not_found` if there is no such kernel. */
export function getKernel(http: JupyterHttp, id: string, signal?: AbortSignal): Promise<KernelModel> {
  return http.json(kernelModel, ["api", "kernels", id], { signal }).catch((error) => {
    throw error instanceof StatusError && error.status === 404 ? kernelGone(id) : error;
  });
}

export function kernelGone(id: string): AppError {
  return new AppError("kernel_not_found", `Cannot use kernel "${id}": it is gone`, {
    hint: "Call session_list to see what runs, or session_create for a fresh kernel",
  });
}

export function isKernelGone(error: unknown): boolean {
  return error instanceof AppError && error.code === "kernel_not_found";
}

/** Starts a kernel that belongs to no session, in the folder of a notebook. */
export function startLooseKernel(
  http: JupyterHttp,
  body: { readonly name: string; readonly path: string },
): Promise<KernelModel> {
  const request = { method: "POST", body, limit: restartLimit } as const;
  return http.json(kernelModel, ["api", "kernels"], request);
}

/** Ends a kernel; it is not an error if the kernel is gone already. */
export async function deleteKernel(http: JupyterHttp, id: string): Promise<void> {
  await http.empty(["api", "kernels", id], { method: "DELETE" }).catch((error) => {
    if (!(error instanceof StatusError) || error.status !== 404) throw error;
  });
}

/** Interrupts whatever the kernel is executing; the server chooses between a signal and a message. */
export function interruptKernel(http: JupyterHttp, id: string, signal?: AbortSignal): Promise<void> {
  return http.empty(["api", "kernels", id, "interrupt"], { method: "POST", body: {}, signal });
}

/**
 * Restarts in place. Returns before the kernel is ready. While Jupyter is restarting a kernel that has just died, it
 * refuses, so the request is repeated.
 */
export async function restartKernel(http: JupyterHttp, id: string): Promise<void> {
  const request = { method: "POST", body: {}, limit: restartLimit } as const;
  for (let attempt = 1;; attempt++) {
    try {
      return await http.empty(["api", "kernels", id, "restart"], request);
    } catch (error) {
      const isRefusal = error instanceof StatusError && error.status >= 500;
      if (!isRefusal || attempt === restartAttempts) throw error;
      await delay(restartDelay);
    }
  }
}
