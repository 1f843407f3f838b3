import { z } from "zod";
import { isRunning } from "../backend.ts";
import { readNotebook } from "../cells.ts";
import { defineTool } from "../define_tool.ts";
import { alreadyUsed, checkPath, createNotebook, openBackend } from "../open_notebook.ts";
import { briefCells } from "../tables.ts";

export const useNotebook = defineTool({
  name: "use_notebook",
  title: "Use Notebook",
  description:
    "Opens or creates a notebook under a name of your choice and makes it the current one. Call it once " +
    "for each notebook before its cells are read, changed or run, and again to switch back to one.",
  effect: "change",
  idempotent: true,
  kind: "notebook.use",
  shape: "text",
  input: z.object({
    notebook_name: z.string().describe("Name by which the other tools will know it"),
    notebook_path: z.string().describe("Path relative to the Jupyter root, such as work/a.ipynb"),
    mode: z.enum(["connect", "create"]).default("connect").describe("Open one that exists, or create it"),
    kernel_id: z.string().nullable().default(null)
      .describe("Running kernel to use; NEW for one that nothing shares; that of the notebook if left out"),
  }),
  async run({ notebook_name: name, notebook_path: path, mode, kernel_id }, context) {
    const { client, signal } = context;
    const wrong = await checkPath(client, { path, mode }, signal);
    if (wrong !== undefined) return { value: wrong };
    const lines: string[] = [];
    const known = client.notebooks.get(name);
    if (known !== undefined) {
      const refused = alreadyUsed(client, known, { path, mode, kernelId: kernel_id });
      if (refused !== undefined) return { value: refused };
      lines.push(`[INFO] Reactivating notebook '${name}' and deactivating '${client.current}'.`);
      client.current = name;
    } else {
      if (
        kernel_id !== null && kernel_id !== "NEW" &&
        !await isRunning(client.servers.kernels, kernel_id, signal)
      ) {
        return {
          value:
            `Kernel '${kernel_id}' not found in jupyter server, please check whether the kernel already ` +
            "exists using 'list_kernels' tool.",
        };
      }
      if (mode === "create") await createNotebook(client, path, signal);
      const used = { name, path, servers: client.servers, backend: undefined };
      const opened = await openBackend(client, { used, kernelId: kernel_id }, signal);
      client.use(name, path).backend = opened.backend;
      lines.push(...opened.lines, `[INFO] Successfully activate notebook '${name}'.`);
    }
    const notebook = await readNotebook(context, name);
    const count = notebook.cells.length;
    lines.push(
      `\nNotebook has ${count} cells.`,
      `Showing first ${Math.min(20, count)} cells:\n`,
      briefCells(notebook, { start: 0, limit: 20 }),
    );
    return { value: lines.join("\n") };
  },
});
