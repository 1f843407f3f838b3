/** The prompt `jupyter_cite`: cells of a notebook in use, then the user's request about them. */

import { CompatError, type CompatPrompt } from "../../compat_api.ts";
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
  const { cells } = await used.servers.documents.notebooks.use(path, (backend) => backend.read());
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

/** The indices of a list of cells such as `0-2,4` or `3-`, in order, each once; throws {@linkcode CompatError}. */
export function citedCells(text: string, count: number): number[] {
  if (text.trim() === "") throw new CompatError("Cell indices cannot be empty");
  if (count <= 0) throw new CompatError("Notebook has no cells");
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  const indices = parts.flatMap((part) => part.includes("-") ? range(part, count) : [single(part, count)]);
  return [...new Set(indices)].toSorted((a, b) => a - b);
}

function single(part: string, count: number): number {
  if (!/^\d+$/.test(part)) throw new CompatError(`Invalid cell index: ${part}`);
  return within(Number(part), count);
}

function range(part: string, count: number): number[] {
  const at = part.indexOf("-");
  const first = part.slice(0, at).trim();
  const last = part.slice(at + 1).trim();
  if (first === "") throw new CompatError(`Invalid range format: ${part}`);
  if (!/^\d+$/.test(first)) throw new CompatError(`Invalid start index: ${first}`);
  if (last !== "" && !/^\d+$/.test(last)) throw new CompatError(`Invalid end index: ${last}`);
  const start = Number(first);
  const end = last === "" ? count - 1 : Number(last);
  within(start, count);
  if (end < start) {
    throw new CompatError(`End index (${end}) must be greater than or equal to start index (${start})`);
  }
  within(end, count);
  return Array.from({ length: end - start + 1 }, (_, place) => start + place);
}

function within(index: number, count: number): number {
  if (index < count) return index;
  throw new CompatError(`Cell index ${index} is out of range. Notebook has ${count} cells.`);
}
