/**
 * The order of cells that callers were told of: an index means the cell that it meant when it was told.
 *
 * Where a caller was told of two states of a notebook, of each in part, an index counts only as long as both agree on
 * it with the notebook as it is.
 */

import { AppError } from "../../base/errors.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import { type CellReference, findCell, type FoundCell, indexIn } from "../nbformat/find_cells.ts";
import { firstLine } from "../nbformat/first_line.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { EditTrace } from "../nbformat/traced_edit.ts";

interface Order {
  /** What a caller believes, by index; "" where it knows nothing. */
  readonly ids: readonly string[];
  /** Whether all of it is of one state. */
  readonly isSettled: boolean;
}

/** Which cells an answer told of: the first, and the one after the last. */
export interface ShownRange {
  readonly start: number;
  readonly end: number;
}

/** Cells of all notebooks together. */
const mostCells = 100_000;

export class CellOrders {
  readonly #orders = new BoundedMap<Order>({ most: mostCells, weight: ({ ids }) => 1 + ids.length });

  /** Some cells were shown with their indices. */
  shown(path: string, notebook: Notebook, { start, end }: ShownRange): void {
    const ids = idsOf(notebook);
    const known = this.#orders.get(path);
    const isAll = start === 0 && end >= ids.length;
    if (known === undefined || isAll || isSameOrder(known.ids, ids)) {
      return this.#orders.set(path, { ids, isSettled: true });
    }
    const length = Math.max(known.ids.length, end);
    const mixed = Array.from({ length }, (_, at) => (at >= start && at < end ? ids : known.ids)[at] ?? "");
    this.#orders.set(path, { ids: mixed, isSettled: false });
  }

  /** An edit was made, and its answer says where the cell is in the notebook as it is now. */
  changed(
    path: string,
    cellId: string,
    { before, after, now }: EditTrace & { readonly now: Notebook },
  ): void {
    const known = this.#orders.get(path) ?? { ids: idsOf(before), isSettled: true };
    const [wanted, told] = [idsOf(after), idsOf(now)];
    if (isSameOrder(known.ids, idsOf(before))) {
      const isSettled = known.isSettled && isSameOrder(wanted, told);
      return this.#orders.set(path, { ids: wanted, isSettled });
    }
    const rest = known.ids.filter((id) => id !== cellId);
    const index = told.indexOf(cellId);
    const ids = index < 0 ? rest : rest.toSpliced(index, 0, cellId);
    this.#orders.set(path, { ids, isSettled: false });
  }

  /** The cell that a caller means. */
  find(path: string, notebook: Notebook, reference: CellReference): FoundCell {
    const index = indexIn(reference);
    const known = this.#orders.get(path);
    const { cells } = notebook;
    const isId = cells.some(({ id }) => id === reference);
    const meant = isId || index === undefined ? undefined : known?.ids.at(index);
    if (meant === undefined || meant === "" || meant === cells.at(index ?? 0)?.id) {
      return findCell(notebook, reference);
    }
    if (known?.isSettled && cells.some(({ id }) => id === meant)) return findCell(notebook, meant);
    throw orderChanged(notebook, index ?? 0);
  }
}

function orderChanged({ cells }: Notebook, index: number): AppError {
  const there = cells.at(index);
  return new AppError(
    "conflict",
    `Cannot tell which cell ${index} is: cells have come or gone since the notebook was shown`,
    {
      hint: "Name the cell by its id, or look at the notebook again with notebook_get",
      details: there === undefined ? {} : { cell_id: there.id, first_line: firstLine(there.source) },
    },
  );
}

function idsOf({ cells }: Notebook): readonly string[] {
  return cells.map(({ id }) => id ?? "");
}

function isSameOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
