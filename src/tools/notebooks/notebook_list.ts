import { z } from "zod";
import { listNotebooks } from "../../jupyter/notebooks/list_notebooks.ts";
import { fittingEntries } from "../../output/text_budget.ts";
import { toSeconds } from "../../base/text.ts";
import { defineTool } from "../../tool.ts";
import { unneededSession } from "../arguments.ts";

/** Bytes reserved for the other fields of the reply. */
const frameBytes = 200;

export const notebookList = defineTool({
  name: "notebook_list",
  title: "List notebooks",
  description: "Lists notebooks under a folder; marks those that have a kernel or are open.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    path: z.string().default("").describe("Folder"),
    recursive: z.boolean().default(true).describe("Include subfolders"),
    limit: z.number().int().min(1).max(1_000).default(200).describe("Max. results").meta({ hidden: true }),
    session_id: unneededSession,
  }),
  async run(
    { path, recursive, limit },
    { services: { http, kernels, notebooks, presenter, sessions }, signal },
  ) {
    const found = await listNotebooks(http, { path, recursive, limit, signal });
    const running = await sessions.byNotebook(signal);
    const paths = found.notebooks.map(({ path }) => path);
    const open = await notebooks.browsers.openAmong(paths, running, signal);
    const openBy = await notebooks.openBy(signal);
    const states = new Map(
      await Promise.all(
        [...running.values()].map(async ({ kernel }) => [kernel.id, await kernels.stateOf(kernel)] as const),
      ),
    );
    const all = found.notebooks.map((notebook) => {
      const session = running.get(notebook.path);
      return {
        path: notebook.path,
        ...(notebook.last_modified ? { last_modified: toSeconds(notebook.last_modified) } : {}),
        ...(typeof notebook.size === "number" ? { size: notebook.size } : {}),
        ...(open.has(notebook.path) ? { open: true } : {}),
        ...(openBy.has(notebook.path) ? { open_by: openBy.get(notebook.path) } : {}),
        ...(session === undefined ? {} : { session_id: session.id, status: states.get(session.kernel.id) }),
      };
    });
    const listed = fittingEntries(all, presenter.textBytes() - frameBytes);
    return {
      data: {
        notebooks: listed,
        ...(found.truncated || listed.length < all.length ? { truncated: true } : {}),
      },
    };
  },
});
