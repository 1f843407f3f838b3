/** A running kernel in the lists of sessions and kernels. */

import { toSeconds } from "../base/text.ts";
import type { KernelModel } from "../jupyter/rest/kernels.ts";

export function kernelFields(kernel: KernelModel, status: string | undefined) {
  const { id, name, last_activity: active, connections } = kernel;
  return {
    kernel_id: id,
    kernel_name: name,
    status,
    ...(active ? { last_activity: toSeconds(active) } : {}),
    ...(connections ? { connections } : {}),
  };
}
