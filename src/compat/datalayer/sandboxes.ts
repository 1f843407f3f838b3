/** Sandboxes of the Datalayer face: kernels of the Jupyter server at hand, under names. */

import type { Data } from "./answers.ts";
import type { Client, Sandbox } from "./client.ts";

/** All that its schema names; most of them are services of others. */
export const sandboxVariants = [
  "eval",
  "docker",
  "jupyter-server",
  "datalayer",
  "daytona",
  "e2b",
  "coreweave",
  "cloudflare",
  "google-colab",
  "kaggle",
  "monty",
  "modal",
] as const;

/** Those that a kernel can stand for. */
export const servedVariants: ReadonlySet<string> = new Set(["eval", "jupyter-server"]);

export function describeSandbox(client: Client, { name, variant, environment, gpu, backend }: Sandbox): Data {
  return {
    name,
    active: client.activeSandbox === name,
    sandbox_id: backend.kernelId,
    variant,
    status: "running",
    environment,
    gpu,
  };
}

/** Names of the notebooks that run on a sandbox. */
export function attachedNotebooks(client: Client, { backend }: Sandbox): string[] {
  return [...client.notebooks.values()]
    .filter((used) => used.backend?.kernelId === backend.kernelId)
    .map(({ name }) => name);
}
