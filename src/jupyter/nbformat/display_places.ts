/**
 * Where outputs with a display id stand in a notebook. The format has no field for the id, so it is kept here, in
 * memory, while the kernel that gave it lives: `update_display_data` of one cell changes the outputs of others.
 */

import type { CellOutput, Edit, Notebook } from "./notebook.ts";
import type { MimeBundle } from "./outputs.ts";
import { replaceCell } from "./replace_cell.ts";

export interface DisplayPlace {
  readonly cellId: string;
  /** Its place among the cell's outputs. */
  readonly output: number;
}

export interface DisplayUpdate {
  readonly displayId: string;
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
}

/** The display ids of one notebook on one kernel. */
export class DisplayPlaces {
  /** Cell id → the display ids of its outputs, in their order. */
  readonly #cells = new Map<string, readonly (string | undefined)[]>();

  /** Remembers a cell's outputs, in place of what was known of that cell. */
  set(cellId: string, displayIds: readonly (string | undefined)[]): void {
    if (displayIds.some((id) => id !== undefined)) this.#cells.set(cellId, displayIds);
    else this.#cells.delete(cellId);
  }

  find(displayId: string): readonly DisplayPlace[] {
    return [...this.#cells].flatMap(([cellId, ids]) =>
      ids.flatMap((id, output) => id === displayId ? [{ cellId, output }] : [])
    );
  }

  /** Forgets everything, as when the kernel has gone. */
  clear(): void {
    this.#cells.clear();
  }
}

/** Gives new data to the outputs at these places; a place that has no display any more is passed over. */
export function updateDisplay(places: readonly DisplayPlace[], update: DisplayUpdate): Edit {
  return (notebook) => places.reduce((changed, place) => updateOne(changed, place, update), notebook);
}

function updateOne(notebook: Notebook, place: DisplayPlace, { data, metadata }: DisplayUpdate): Notebook {
  const index = notebook.cells.findIndex((cell) => cell.id === place.cellId);
  const cell = notebook.cells[index];
  const output = cell?.outputs?.[place.output];
  if (cell?.outputs === undefined || output === undefined || !isDisplay(output)) return notebook;
  const changed = { ...output, data: { ...data }, metadata: { ...metadata } };
  return replaceCell(notebook, index, { ...cell, outputs: cell.outputs.with(place.output, changed) });
}

function isDisplay(output: CellOutput): boolean {
  return output.output_type === "display_data" || output.output_type === "execute_result";
}
