/** Sandboxes of the Datalayer API: named kernels of the current Jupyter server. */

import type { Data } from "./answers.ts";
import type { Client, Sandbox } from "./client.ts";

/** All variants in its schema; most of them are external services. */
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

/** The variants that a kernel can stand in for. */
const servedVariants: ReadonlySet<string> = new Set(["eval", "jupyter-server"]);

/** The default name of the environment in its server. */
const usualEnvironment = "ai-agents-env";

interface LaunchOptions {
  readonly environment: string | null;
  readonly environment_version: string | number | null;
  readonly gpu: string | null;
  readonly python_version: string | null;
  readonly snapshot_name: string | null;
}

/** Why such a sandbox cannot be launched; undefined if it can. */
export function launchRefusal(variant: string, options: LaunchOptions): string | undefined {
  if (!servedVariants.has(variant)) {
    return `The sandbox variant '${variant}' is not available here: sandboxes are kernels of the connected Jupyter ` +
      "server (variants eval and jupyter-server).";
  }
  if (options.snapshot_name?.trim()) {
    return `Sandbox variant '${variant}' cannot start from a snapshot; only 'datalayer' can.`;
  }
  if (String(options.environment_version ?? "").trim() !== "") {
    return `Sandbox variant '${variant}' has no environment versions; only 'datalayer' has. Launch it without ` +
      "environment_version, or name the datalayer variant.";
  }
  if ((options.environment?.trim() || usualEnvironment) !== usualEnvironment) {
    return notChosen(variant, "environment", "its packages are those of the kernel");
  }
  if (options.gpu?.trim()) return notChosen(variant, "gpu", "it runs on the machine of the Jupyter server");
  if (options.python_version?.trim()) {
    return notChosen(variant, "python_version", "its Python is that of the kernel");
  }
  return undefined;
}

function notChosen(variant: string, option: string, reason: string): string {
  return `Sandbox variant '${variant}' has no ${option} to choose: it is a kernel of the connected Jupyter server, and ` +
    `${reason}. Launch it without ${option}.`;
}

export function describeSandbox(client: Client, { name, variant, backend }: Sandbox): Data {
  return {
    name,
    active: client.activeSandbox === name,
    sandbox_id: backend.kernelId,
    variant,
    status: "running",
    environment: usualEnvironment,
    gpu: null,
  };
}

/** Names of the notebooks that run on a sandbox. */
export function attachedNotebooks(client: Client, { backend }: Sandbox): string[] {
  return [...client.notebooks.values()]
    .filter((used) => used.backend?.kernelId === backend.kernelId)
    .map(({ name }) => name);
}
