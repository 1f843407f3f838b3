/** The prompt `jupyter_cite`: cells of a notebook in use, then what the person wants of them. */

import { CompatError, type CompatPrompt } from "../../compat_api.ts";
import { citedCells } from "./cited_cells.ts";
import type { Client } from "./client.ts";
import { represented } from "./python_text.ts";
import { cellHeading, readableSource } from "./tables.ts";

export const jupyterCite: CompatPrompt = {
  name: "jupyter_cite",
  description: "Puts cells of a notebook in use into the prompt.",
  arguments: [
    { name: "prompt", description: "What to do with the cells", required: true },
    { name: "cell_indices", description: "Cells to cite, from 0, such as 0-2,4 or 3-", required: true },
    { name: "notebook_name", description: "Notebook in use; the current one if left out", required: false },
  ],
};

export async function citeText(client: Client, args: Readonly<Record<string, string>>): Promise<string> {
  const name = args["notebook_name"] || client.current || "";
  if (!client.notebooks.has(name)) throw new CompatError(client.notConnected(name));
  const { used, path } = client.pathOf(name);
  const { cells } = await used.servers.documents.notebooks.use(path, (home) => home.read());
  const indices = citedCells(args["cell_indices"] ?? "", cells.length);
  const cited = indices.flatMap((index) => {
    const cell = cells[index];
    return cell === undefined ? [] : [cellHeading(cell, index), readableSource(cell.source)];
  });
  return [
    `USER Cite cells ${represented(indices)} from notebook ${name}, here are the cells:`,
    ...cited,
    "=====End of Cited Cells=====",
    `USER's Instruction are follow: ${args["prompt"] ?? ""}`,
  ].join("\n");
}
