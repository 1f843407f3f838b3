/** A notebook that was never run, in the newest format that Jupyter writes (4.5). */

import { newCellId } from "./cell_ids.ts";
import { languageByName } from "./language_info.ts";
import { newCell } from "./insert_cell.ts";
import type { CellType, Notebook } from "./notebook.ts";

export interface NotebookKernel {
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
}

export interface FirstCell {
  readonly type: CellType;
  readonly source: string;
}

export function newNotebook(kernel: NotebookKernel, cells: readonly FirstCell[] = []): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {
      kernelspec: { name: kernel.name, display_name: kernel.displayName, language: kernel.language },
      language_info: languageByName(kernel.language),
    },
    cells: cells.map((cell) => newCell({ ...cell, id: newCellId() })),
  };
}
