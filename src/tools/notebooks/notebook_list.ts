import { z } from "zod";
import { listNotebooks } from "../../jupyter/notebooks/list_notebooks.ts";
import { defineTool } from "../../tool.ts";

export const notebookList = defineTool({
  name: "notebook_list",
  title: "List notebooks",
  description:
    "Lists notebooks under a folder, and marks those that have a running kernel or are open elsewhere. " +
    "Use notebook_search to look inside them.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: z.string().default("").describe("Folder; default: the Jupyter root"),
    recursive: z.boolean().default(true).describe("Include subfolders"),
    limit: z.number().int().min(1).max(1_000).default(200).describe("Max. results"),
    session_id: z.string().optional().describe("Not needed").meta({ hidden: true }),
  }),
  async run({ path, recursive, limit }, { services: { http, kernels, notebooks, sessions }, signal }) {
    const found = await listNotebooks(http, { path, recursive, limit, signal });
    const running = await sessions.byNotebook(signal);
    const paths = found.notebooks.map(({ path }) => path);
    const open = await notebooks.openAmong(paths, running, signal);
    const states = new Map(
      await Promise.all(
        [...running.values()].map(async ({ kernel }) => [kernel.id, await kernels.stateOf(kernel)] as const),
      ),
    );
    return {
      data: {
        notebooks: found.notebooks.map((notebook) => {
          const session = running.get(notebook.path);
          return {
            path: notebook.path,
            last_modified: notebook.last_modified ?? null,
            size: notebook.size ?? null,
            running: session !== undefined,
            open: open.has(notebook.path),
            ...(session === undefined ? {} : {
              session_id: session.id,
              kernel_id: session.kernel.id,
              status: states.get(session.kernel.id),
              connections: session.kernel.connections ?? 0,
            }),
          };
        }),
        truncated: found.truncated,
      },
    };
  },
});
