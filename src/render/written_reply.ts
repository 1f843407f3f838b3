/** The answer of every tool that writes to a notebook: what was written, who sees it, whether it is on disk. */

import { ifGone } from "../jupyter/if_gone.ts";
import { findCell } from "../jupyter/nbformat/find_cell.ts";
import type { Edit } from "../jupyter/nbformat/notebook.ts";
import type { Notebooks } from "../jupyter/notebooks.ts";
import type { Reply } from "../tool.ts";

export interface WriteOptions {
  readonly path: string;
  readonly edit: Edit;
  /** The cell that the answer is about; it may be gone afterwards. */
  readonly cellId?: string | undefined;
  readonly touches?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Makes an edit and answers with what came of it. */
export async function writeNotebook(notebooks: Notebooks, options: WriteOptions): Promise<Reply> {
  const { path, edit, cellId, touches, signal } = options;
  return await notebooks.use(path, async (home) => {
    const { notebook, saved, notes } = await home.update(edit, {
      signal,
      ...(touches === undefined ? {} : { touches: () => touches }),
    });
    const index = cellId === undefined ? -1 : notebook.cells.findIndex((cell) => cell.id === cellId);
    return {
      data: {
        notebook_path: path,
        ...(cellId === undefined ? {} : { cell_id: cellId, index: index < 0 ? null : index }),
        visible: await notebooks.visibility(path, home, signal).catch(ifGone("no_browser")),
        saved,
        cells: notebook.cells.length,
        ...(notes.length === 0 ? {} : { notes }),
      },
    };
  }, signal);
}

/** The id of the cell that a caller means, so that an edit hits that cell wherever it moves meanwhile. */
export function cellIdOf(
  notebooks: Notebooks,
  options: { readonly path: string; readonly cell: string | number; readonly signal?: AbortSignal },
): Promise<string> {
  const { path, cell, signal } = options;
  return notebooks.use(path, async (home) => {
    const notebook = await home.read(signal);
    return findCell(notebook, cell).cell.id ?? String(findCell(notebook, cell).index);
  }, signal);
}
