import { z } from "zod";
import { CompatError } from "../../../compat_api.ts";
import { isRunning, startIsolated } from "../backend.ts";
import type { Backend, Servers } from "../client.ts";
import { servicesAt } from "../connect_to.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { describeSandbox, launchRefusal, sandboxVariants } from "../sandboxes.ts";

const text = z.string().nullable().default(null);

export const launchSandbox = defineTool({
  name: "launch_sandbox",
  title: "Launch Sandbox",
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

async function backendFor(servers: Servers, kernelId: string | null, signal: AbortSignal): Promise<Backend> {
  if (kernelId === null) return await startIsolated(servers, signal);
  if (await isRunning(servers.kernels, kernelId, signal)) {
    return { kernelId, sessionId: undefined, isOurs: false };
  }
  throw new CompatError(`Kernel '${kernelId}' not found in jupyter server.`);
}
