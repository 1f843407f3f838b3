import { z } from "zod";
import { release } from "../backend.ts";
import { defineTool } from "../define_tool.ts";

export const terminateSandbox = defineTool({
  name: "terminate_sandbox",
  title: "Terminate Sandbox",
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
