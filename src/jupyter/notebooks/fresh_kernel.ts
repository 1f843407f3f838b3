/** A kernel for one piece of work, which belongs to no session and is ended in any case. */

import type { Kernel } from "../kernel/kernel.ts";
import type { KernelPool } from "../kernel/pool.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { deleteKernel, startLooseKernel } from "../rest/kernels.ts";

export interface FreshKernelServices {
  readonly http: JupyterHttp;
  readonly kernels: KernelPool;
}

interface FreshKernelOptions {
  /** Name of the kernelspec. */
  readonly name: string;
  /** The notebook in whose folder it starts. */
  readonly path: string;
  readonly signal: AbortSignal;
}

export async function withFreshKernel<T>(
  { http, kernels }: FreshKernelServices,
  { name, path, signal }: FreshKernelOptions,
  work: (kernel: Kernel) => Promise<T>,
): Promise<T> {
  // Not cancelled: a kernel whose id nobody knows would stay.
  const { id } = await startLooseKernel(http, { name, path });
  try {
    signal.throwIfAborted();
    const kernel = kernels.get(id);
    // A kernel takes the time that its start takes.
    await kernel.connect({ signal, callLimit: Infinity });
    return await work(kernel);
  } finally {
    kernels.forget(id);
    // One that cannot be ended now is ended by Jupyter when it stops.
    await deleteKernel(http, id).catch(() => undefined);
  }
}
