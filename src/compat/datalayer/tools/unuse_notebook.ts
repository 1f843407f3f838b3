import { z } from "zod";
import { release } from "../backend.ts";
import { defineTool } from "../define_tool.ts";
import { notebookName } from "../fields.ts";

export const unuseNotebook = defineTool({
  name: "unuse_notebook",
  title: "Unuse Notebook",
  description:
    "Takes a notebook out of use. Its kernel ends if use_notebook started it and nobody else is on it.",
  effect: "change",
  idempotent: true,
  kind: "notebook.unuse",
  shape: "text",
  input: z.object({ notebook_name: notebookName }),
  async run({ notebook_name: name }, { client }) {
    const used = client.notebooks.get(name);
    if (used === undefined) return { value: client.notConnected(name) };
    const wasCurrent = client.current === name;
    client.drop(name);
    await release(used);
    client.tellKernel("stopped", used);
    const now = client.current === undefined
      ? " No notebooks remaining."
      : ` Current notebook switched to '${client.current}'.`;
    return { value: `Notebook '${name}' unused successfully.${wasCurrent ? now : ""}` };
  },
});
