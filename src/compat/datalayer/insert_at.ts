/** The insertion of a cell, with the error of Datalayer's server for an index that does not fit. */

import { FaceError } from "../../face.ts";
import { newCellId } from "../../jupyter/nbformat/cell_ids.ts";
import { insertCell, type NewCell } from "../../jupyter/nbformat/insert_cell.ts";
import type { Edit } from "../../jupyter/nbformat/notebook.ts";

export interface Insertion {
  readonly id: string;
  readonly edit: Edit;
}

/** Inserts before `index`; at the end for -1. */
export function insertAt(index: number, cell: Omit<NewCell, "id">): Insertion {
  const id = newCellId();
  return {
    id,
    edit: (notebook) => {
      const count = notebook.cells.length;
      if (index > count) {
        throw new FaceError(`Index ${index} is outside valid range [-1, ${count}]. Use -1 to append at end.`);
      }
      return insertCell({ ...cell, id }, index === -1 ? undefined : index)(notebook);
    },
  };
}
