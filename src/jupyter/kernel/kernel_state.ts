/** A kernel's state as the server tells it. */

import { AppError } from "../../base/errors.ts";
import { type JupyterHttp, StatusError } from "../rest/http.ts";
import { getKernel, type KernelModel } from "../rest/kernels.ts";

export async function kernelState(
  http: JupyterHttp,
  id: string,
  signal?: AbortSignal,
): Promise<KernelModel> {
  try {
    return await getKernel(http, id, signal);
  } catch (error) {
    throw error instanceof StatusError && error.status === 404 ? kernelGone(id) : error;
  }
}

export function kernelGone(id: string): AppError {
  return new AppError("kernel_not_found", `Cannot use kernel "${id}": it is gone`, {
    hint: "Call session_list to see what runs, or session_create for a fresh kernel",
  });
}

export function isKernelGone(error: unknown): boolean {
  return error instanceof AppError && error.code === "kernel_not_found";
}
