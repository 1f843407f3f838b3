/** What runs have written into a shared document and no file holds yet, to write it again if it is lost. */

import { deepEqual } from "../../base/deep_equal.ts";
import { restoreRuns } from "../nbformat/cell_run_edits.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { restoreWidgets } from "../nbformat/widget_state.ts";

export class UnsavedRuns {
  readonly #cells = new Map<string, Cell>();
  /** The notebook with the state of widgets that the runs have saved. */
  #withWidgets: Notebook | undefined;

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  get cells(): readonly Cell[] {
    return [...this.#cells.values()];
  }

  /** The cells of these runs. */
  get ids(): readonly string[] {
    return [...this.#cells.keys()];
  }

  /** Remembers the cells in which two states of a notebook differ. */
  remember(before: Notebook, after: Notebook): void {
    const old = new Set(before.cells);
    const isSame = before.metadata === after.metadata ||
      deepEqual(before.metadata["widgets"], after.metadata["widgets"]);
    if (!isSame) this.#withWidgets = after;
    for (const cell of after.cells) {
      if (cell.id !== undefined && !old.has(cell)) this.#cells.set(cell.id, cell);
    }
  }

  clear(): void {
    this.#cells.clear();
    this.#withWidgets = undefined;
  }

  readonly restore: Edit = (notebook) => {
    const restored = restoreRuns(this.cells, () => true)(notebook);
    return this.#withWidgets === undefined ? restored : restoreWidgets(this.#withWidgets)(restored);
  };
}
