/** What runs have written into a shared document and no file holds yet, to write it again where it was lost. */

import { cellsById } from "../nbformat/changed_cells.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { deepEqual } from "../../base/deep_equal.ts";
import { trustedLike } from "../nbformat/trust.ts";
import { restoreWidgets } from "../nbformat/widget_state.ts";

export class UnsavedRuns {
  readonly #cells = new Map<string, Cell>();
  /** The notebook with the state of widgets that the runs have saved. */
  #withWidgets: Notebook | undefined;

  get isEmpty(): boolean {
    return this.#cells.size === 0;
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

  /** Puts the outputs back into cells that have the same source, and cells that are missing at the end. */
  readonly restore: Edit = (notebook) => {
    const there = cellsById(notebook);
    const cells = notebook.cells.map((cell) => {
      const ours = this.#cells.get(cell.id ?? "");
      if (ours === undefined || ours.source !== cell.source || ours.cell_type !== cell.cell_type) return cell;
      const { outputs, execution_count, execution_state } = ours;
      return trustedLike(ours, { ...cell, outputs, execution_count, execution_state });
    });
    const missing = [...this.#cells.values()].filter(({ id }) => !there.has(id ?? ""));
    const restored = { ...notebook, cells: [...cells, ...missing] };
    return this.#withWidgets === undefined ? restored : restoreWidgets(this.#withWidgets)(restored);
  };
}
