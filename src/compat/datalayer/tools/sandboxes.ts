/** Sandboxes of the Datalayer API, and the tools for them: named kernels of the current Jupyter server. */

import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import type { Data } from "../answers.ts";
import { isRunning, release, startIsolated } from "../notebook_kernel.ts";
import type { Client, KernelBinding, Sandbox, Servers } from "../client.ts";
import { servicesAt } from "../connect_to.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";

/** All variants in its schema; most of them are external services. */
const sandboxVariants = [
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
function launchRefusal(variant: string, options: LaunchOptions): string | undefined {
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

function describeSandbox(client: Client, { name, variant, backend }: Sandbox): Data {
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
function attachedNotebooks(client: Client, { backend }: Sandbox): string[] {
  return [...client.notebooks.values()]
    .filter((used) => used.backend?.kernelId === backend.kernelId)
    .map(({ name }) => name);
}

const text = z.string().nullable().default(null);

const launchSandbox = defineTool({
  name: "launch_sandbox",
  description:
    "Starts a sandbox under a name: a kernel of its own on the connected Jupyter server (variants eval " +
    "and jupyter-server). Select it with use_sandbox.",
  effect: "change",
  openWorld: true,
  kind: "sandbox.launch",
  shape: "data",
  input: z.object({
    sandbox_name: z.string().describe("Name by which the other tools will know it"),
    variant: z.enum(sandboxVariants).nullable().default(null).describe("eval or jupyter-server"),
    timeout: z.int().min(1).default(60).describe("Not used here: runs have timeouts of their own"),
    environment: text.describe("For other variants alone"),
    environment_version: z.union([z.string(), z.int(), z.null()]).default(null)
      .describe("For the variant datalayer alone"),
    gpu: text.describe("For other variants alone"),
    server_url: text.describe("Another Jupyter server"),
    kernel_id: text.describe("Running kernel to use instead of a new one"),
    proxy_token: text.describe("Not used here"),
    channels_url: text.describe("Not used here"),
    token: text.describe("Token of server_url"),
    run_url: text.describe("Not used here"),
    python_version: text.describe("For other variants alone"),
    snapshot_name: text.describe("For the variant datalayer alone"),
  }),
  async run({ sandbox_name: name, ...asked }, context) {
    const { client } = context;
    // A new sandbox if none was requested: jupyter-server stands for the current server.
    const variant = asked.variant ?? "eval";
    if (client.sandboxes.has(name)) throw new CompatError(`Sandbox '${name}' already exists.`);
    const wrong = launchRefusal(variant, asked);
    if (wrong !== undefined) throw new CompatError(wrong);
    const servers = await serversFor(context, asked);
    const backend = await backendFor(servers, asked.kernel_id, context.signal);
    const sandbox = { name, variant, servers, backend };
    client.sandboxes.set(name, sandbox);
    client.activeSandbox ??= name;
    const message =
      "Sandbox launched. Select it with 'use_sandbox': 'execute_code' then runs on it, and the first " +
      "'execute_cell' on a notebook without a backend attaches it to that notebook — no kernel_id juggling needed.";
    return { value: { message, sandbox: describeSandbox(client, sandbox) } };
  },
});

async function serversFor(
  { client, signal }: ToolContext,
  { server_url: url, token }: { readonly server_url: string | null; readonly token: string | null },
): Promise<Servers> {
  if (url === null) return client.servers;
  const services = await servicesAt(client, { url, token, provider: "jupyter" }, signal);
  return { documents: services, kernels: services };
}

async function backendFor(
  servers: Servers,
  kernelId: string | null,
  signal: AbortSignal,
): Promise<KernelBinding> {
  if (kernelId === null) return await startIsolated(servers, signal);
  if (await isRunning(servers.kernels, kernelId, signal)) {
    return { kernelId, sessionId: undefined, isOurs: false };
  }
  throw new CompatError(`Kernel '${kernelId}' not found in jupyter server.`);
}

const listSandboxes = defineTool({
  name: "list_sandboxes",
  description: "Lists the sandboxes that were launched, and the notebooks that run on them.",
  effect: "read",
  idempotent: true,
  kind: "sandboxes.list",
  shape: "data",
  input: z.object({}),
  run: (_args, { client }) => {
    const byName = [...client.sandboxes.values()].toSorted((a, b) => a.name < b.name ? -1 : 1);
    const sandboxes = byName.map((sandbox) => ({
      ...describeSandbox(client, sandbox),
      attached_notebooks: attachedNotebooks(client, sandbox),
    }));
    return Promise.resolve({ value: sandboxes });
  },
});

const terminateSandbox = defineTool({
  name: "terminate_sandbox",
  description: "Ends a sandbox and its kernel.",
  effect: "change",
  idempotent: true,
  kind: "sandbox.terminate",
  shape: "text",
  input: z.object({ sandbox_name: z.string().describe("Name given in launch_sandbox") }),
  async run({ sandbox_name: name }, { client }) {
    const sandbox = client.sandboxes.get(name);
    if (sandbox === undefined) return { value: `Sandbox '${name}' not found.` };
    client.sandboxes.delete(name);
    for (const used of client.notebooks.values()) {
      if (used.backend?.kernelId === sandbox.backend.kernelId) used.backend = undefined;
    }
    if (client.activeSandbox === name) client.activeSandbox = client.sandboxes.keys().next().value;
    await release(sandbox);
    return { value: `Sandbox '${name}' terminated.` };
  },
});

const useSandbox = defineTool({
  name: "use_sandbox",
  description:
    "Selects the sandbox that code runs in; without a name, code runs in the notebooks' kernels again.",
  effect: "change",
  idempotent: true,
  kind: "sandbox.use",
  shape: "text",
  input: z.object({
    sandbox_name: z.string().nullable().default(null).describe("Name given in launch_sandbox"),
  }),
  run({ sandbox_name: name }, { client }) {
    if (name === null || name === "") {
      client.activeSandbox = undefined;
      return Promise.resolve({
        value:
          "Sandbox routing disabled. 'execute_code' now uses Jupyter kernels again based on the active " +
          "notebook/kernel context.",
      });
    }
    if (!client.sandboxes.has(name)) {
      throw new CompatError(
        `Sandbox '${name}' not found. Use launch_sandbox to start one, or list_sandboxes to see the names you may use.`,
      );
    }
    client.activeSandbox = name;
    return Promise.resolve({
      value:
        `Sandbox '${name}' is now active. 'execute_code' runs on it, and the first 'execute_cell' on a notebook ` +
        "without a backend attaches it to that notebook — outputs are written into the notebook as usual. Switch or " +
        "clear with 'use_sandbox' again.",
    });
  },
});

export const sandboxTools = [launchSandbox, listSandboxes, terminateSandbox, useSandbox];
