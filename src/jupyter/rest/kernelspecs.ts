/** The kernels that can be started, of any language. */

import { z } from "zod";
import type { JupyterHttp } from "./http.ts";

const kernelspecs = z.object({
  default: z.string(),
  kernelspecs: z.record(
    z.string(),
    z.object({
      name: z.string(),
      spec: z.object({
        display_name: z.string().default(""),
        language: z.string().default(""),
      }),
    }),
  ),
});

export type Kernelspecs = z.infer<typeof kernelspecs>;

export function getKernelspecs(http: JupyterHttp, signal?: AbortSignal): Promise<Kernelspecs> {
  return http.json(kernelspecs, ["api", "kernelspecs"], { signal });
}
