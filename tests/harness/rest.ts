/** The few REST calls that tests make beside our program, to look at Jupyter with their own eyes. */

import { z } from "zod";
import type { JupyterServer } from "./jupyter.ts";

const kernelSchema = z.object({ id: z.string(), name: z.string(), execution_state: z.string().optional() });
export type Kernel = z.infer<typeof kernelSchema>;

/** Sends a request with the token; `path` is relative to the server, such as `api/kernels`. */
export async function jupyterFetch(
  server: JupyterServer,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `token ${server.token}`);
  return await fetch(new URL(path, server.url), { ...init, headers });
}

/** The JSON of a request that must succeed. */
export async function jupyterJson(
  server: JupyterServer,
  path: string,
  init: RequestInit = {},
): Promise<unknown> {
  const response = await jupyterFetch(server, path, init);
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`Cannot ${init.method ?? "GET"} "${path}": ${response.status} ${text.slice(0, 300)}`);
  }
  return text === "" ? undefined : JSON.parse(text);
}

export async function listKernels(server: JupyterServer): Promise<Kernel[]> {
  return z.array(kernelSchema).parse(await jupyterJson(server, "api/kernels"));
}

export async function startKernel(server: JupyterServer, name = "python3"): Promise<Kernel> {
  const init = { method: "POST", body: JSON.stringify({ name }) };
  return kernelSchema.parse(await jupyterJson(server, "api/kernels", init));
}

export async function deleteKernel(server: JupyterServer, id: string): Promise<void> {
  await jupyterJson(server, `api/kernels/${id}`, { method: "DELETE" });
}
