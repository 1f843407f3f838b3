import { z } from "zod";
import { AppError } from "../../../base/errors.ts";
import { attach, placeOf } from "../backend.ts";
import { defineTool } from "../define_tool.ts";
import { notebookName } from "../fields.ts";

const cleared = "Memory state and imported packages have been cleared.";

export const restartNotebook = defineTool({
  name: "restart_notebook",
  title: "Restart Notebook",
  description: "Restarts the kernel of a notebook in use: all its variables and imports are lost.",
  effect: "change",
  kind: "notebook.restart",
  shape: "text",
  input: z.object({ notebook_name: notebookName }),
  async run({ notebook_name: name }, { client, signal }) {
    const used = client.notebooks.get(name);
    if (used === undefined) return { value: client.notConnected(name) };
    try {
      const before = used.backend?.kernelId;
      // A kernel that starts only now has nothing to clear.
      if (before === undefined) await attach(client, used, signal);
      const { kernel } = await placeOf(client, used, signal);
      if (before !== undefined && kernel.id !== before) {
        client.tellKernel("restarted", used);
        return {
          value: `Notebook '${name}' kernel restarted successfully. No usable kernel remained, so it was ` +
            `reprovisioned (new kernel '${kernel.id}'). ${cleared}`,
        };
      }
      if (before !== undefined) await kernel.restart({ signal, isEarly: true });
      client.tellKernel("restarted", used);
      return { value: `Notebook '${name}' kernel restarted successfully. ${cleared}` };
    } catch (error) {
      if (!(error instanceof AppError) || signal.aborted) throw error;
      return { value: `Failed to restart notebook '${name}'. ${error.message}` };
    }
  },
});
