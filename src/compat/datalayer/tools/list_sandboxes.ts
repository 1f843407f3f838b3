import { z } from "zod";
import { defineTool } from "../define_tool.ts";
import { attachedNotebooks, describeSandbox } from "../sandboxes.ts";

export const listSandboxes = defineTool({
  name: "list_sandboxes",
  title: "List Sandboxes",
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
