import { z } from "zod";
import type { Notebook } from "../../../jupyter/nbformat/notebook.ts";
import { isRunning } from "../backend.ts";
import { readNotebook } from "../cells.ts";
import { defineTool, type ToolContext } from "../define_tool.ts";
import { alreadyUsed, asksForNew, checkPath, createNotebook, openNotebook } from "../open_notebook.ts";
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
      .describe(
        "Running kernel to use; NEW for one that nothing else uses; that of the notebook if left out",
      ),
  }),
  async run({ notebook_name: name, notebook_path: given, mode, kernel_id: kernelId }, context) {
    const { client, signal } = context;
    const wrong = await checkPath(client, { given, mode }, signal);
    if (wrong !== undefined) return { value: wrong };
    const known = client.notebooks.get(name);
    if (known !== undefined) {
      const refused = alreadyUsed(client, known, { given, mode, kernelId });
      if (refused !== undefined) return { value: refused };
      const line = `[INFO] Reactivating notebook '${name}' and deactivating '${client.current}'.`;
      client.current = name;
      return { value: withPreview([line], await readNotebook(context, name)) };
    }
    if (
      kernelId !== null && !asksForNew(kernelId) && !await isRunning(client.servers.kernels, kernelId, signal)
    ) {
      return {
        value: `Kernel '${kernelId}' not found in jupyter server, please check whether the kernel already ` +
          "exists using 'list_kernels' tool.",
      };
    }
    return { value: await useNew(context, { name, given, mode, kernelId }) };
  },
});

interface Asked {
  readonly name: string;
  readonly given: string;
  readonly mode: "connect" | "create";
  readonly kernelId: string | null;
}

async function useNew(
  { client, signal }: ToolContext,
  { name, given, mode, kernelId }: Asked,
): Promise<string> {
  if (mode === "create") await createNotebook(client, given, signal);
  const { backend, lines, notebook } = await openNotebook(client, { given, kernelId }, signal);
  const used = client.use(name, given);
  used.backend = backend;
  client.tellKernel("started", used);
  return withPreview([...lines, `[INFO] Successfully activate notebook '${name}'.`], notebook);
}

function withPreview(lines: readonly string[], notebook: Notebook): string {
  const count = notebook.cells.length;
  return [
    ...lines,
    `\nNotebook has ${count} cells.`,
    `Showing first ${Math.min(20, count)} cells:\n`,
    briefCells(notebook, { start: 0, limit: 20 }),
  ].join("\n");
}
