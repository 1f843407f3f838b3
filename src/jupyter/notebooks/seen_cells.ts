/**
 * What callers of this process were shown of notebooks, so that they do not overwrite what someone else has changed since.
 *
 * 1. The last source that was shown whole counts; a part of a later one does not replace it. If none was shown whole, the
 *    last one of which a part was shown counts.
 * 2. A caller knows what it has written. It does not know what it has neither written nor been shown, even in a cell in
 *    which it has replaced some text.
 * 3. The current source in a `conflict` error counts as shown, so that the caller can insist.
 */

import { AppError } from "../../base/errors.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import { type CellReference, findCell, firstLine, type FoundCell, indexIn } from "../nbformat/find_cells.ts";
import { normalizeLineEnds } from "../nbformat/source_text.ts";
import { type Cell, type Edit, type Notebook, sourcesOnly } from "../nbformat/notebook.ts";
import { type EditTrace, showSource } from "../nbformat/edit_cells.ts";
import { notebookPath } from "../sessions/session_reference.ts";

interface Seen {
  readonly type: string;
  readonly source: string;
  readonly isWhole: boolean;
}

export interface Shown extends ShownRange {
  /** Whether the whole source of a cell was shown; undefined if none of it was. */
  readonly isWhole: (cell: Cell) => boolean | undefined;
}

interface OwnChange extends EditTrace {
  /** The notebook as the reply describes it. */
  readonly now: Notebook;
  /** Whether all of the cell's source is the caller's. */
  readonly isWhole: boolean;
}

/** Characters of all sources together. */
const mostCharacters = 8_000_000;
/** What an entry takes beside its source. */
const frame = 100;

export class SeenCells {
  readonly #cells = new BoundedMap<Seen>({
    most: mostCharacters,
    weight: ({ source }) => frame + source.length,
  });
  readonly #order = new CellOrders();
  /** Notebooks without outputs and metadata. */
  readonly #notebooks = new BoundedMap<Notebook>({
    most: mostCharacters,
    weight: ({ cells }) => cells.reduce((total, { source }) => total + frame + source.length, frame),
  });

  /** The sources of a notebook as it was when it was last shown or changed here. */
  last(path: string): Notebook | undefined {
    return this.#notebooks.get(notebookPath(path));
  }

  /** Cells were shown, with their indices. */
  shown(path: string, notebook: Notebook, { start, end, isWhole }: Shown): void {
    this.#notebooks.set(notebookPath(path), sourcesOnly(notebook));
    this.#order.shown(notebookPath(path), notebook, { start, end });
    for (const cell of notebook.cells.slice(start, end)) {
      const whole = isWhole(cell);
      if (whole !== undefined) this.#take(path, cell, whole);
    }
  }

  /** A caller has changed a cell, and the reply says where it is now. */
  changed(path: string, cellId: string, change: OwnChange): void {
    this.#order.changed(notebookPath(path), cellId, change);
    this.#notebooks.set(notebookPath(path), sourcesOnly(change.now));
    const [was, is] = [cellIn(change.before, cellId), cellIn(change.after, cellId)];
    const key = keyOf(path, cellId);
    const known = this.#cells.get(key);
    if (is === undefined) this.#cells.delete(key);
    else if (change.isWhole) this.#take(path, is, true);
    else if (known === undefined) this.#take(path, is, false);
    else if (isSameSource(was, known)) this.#cells.set(key, { ...seenOf(is), isWhole: known.isWhole });
  }

  /** The cell that a caller means; an index means what it meant when the notebook was shown. */
  find(path: string, notebook: Notebook, reference: CellReference): FoundCell {
    return this.#order.find(notebookPath(path), notebook, reference);
  }

  /**
   * An edit that replaces or deletes the whole source of a cell, made only if that source is the one shown.
   *
   * @param cell The cell as it was when the call began, which counts if nothing of it was shown.
   */
  guarded(path: string, cell: Cell, edit: Edit): Edit {
    const id = cell.id ?? "";
    const seen = this.#cells.get(keyOf(path, id)) ?? seenOf(cell);
    return (notebook) => {
      const present = cellIn(notebook, id);
      const after = edit(notebook);
      const isThere = present !== undefined && isSameSource(cellIn(after, id), seenOf(present));
      if (present === undefined || isThere || isSameSource(present, seen)) return after;
      throw this.#refusal(path, present, cellIn(after, id) === undefined ? "delete" : "replace");
    };
  }

  #refusal(path: string, cell: Cell, what: "delete" | "replace"): AppError {
    const source = showSource(cell.source);
    const isWhole = source === cell.source;
    this.#take(path, cell, isWhole);
    return new AppError(
      "conflict",
      `Cannot ${what} cell "${cell.id}": somebody else has changed it since it was shown`,
      {
        hint: `${isWhole ? "Look at `actual_source`" : "Read it with notebook_get"}, ` +
          "then call again if the edit still makes sense",
        details: { cell_id: cell.id, actual_source: source },
      },
    );
  }

  #take(path: string, cell: Cell, isWhole: boolean): void {
    const key = keyOf(path, cell.id ?? "");
    if (!isWhole && this.#cells.get(key)?.isWhole) return;
    this.#cells.set(key, { ...seenOf(cell), isWhole });
  }
}

function seenOf({ cell_type, source }: Cell): Omit<Seen, "isWhole"> {
  return { type: cell_type, source };
}

function isSameSource(cell: Cell | undefined, { type, source }: Omit<Seen, "isWhole">): boolean {
  return cell?.cell_type === type && normalizeLineEnds(cell.source) === normalizeLineEnds(source);
}

function cellIn({ cells }: Notebook, cellId: string): Cell | undefined {
  return cells.find(({ id }) => id === cellId);
}

function keyOf(path: string, cellId: string): string {
  return `${notebookPath(path)}\n${cellId}`;
}

interface Order {
  /** What a caller believes, by index; "" if it knows nothing. */
  readonly ids: readonly string[];
  /** Whether all of it is of one state. */
  readonly isSettled: boolean;
}

/** Which cells a reply showed: the first, and the one after the last. */
interface ShownRange {
  readonly start: number;
  readonly end: number;
}

/** Cells of all notebooks together. */
const mostCells = 100_000;

/**
 * The order of cells as callers were shown it: an index means the cell that it meant when it was shown.
 *
 * If a caller was shown parts of two states of a notebook, an index counts only while both agree with the notebook as it is.
 */
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
    const [wanted, shown] = [idsOf(after), idsOf(now)];
    if (isSameOrder(known.ids, idsOf(before))) {
      const isSettled = known.isSettled && isSameOrder(wanted, shown);
      return this.#orders.set(path, { ids: wanted, isSettled });
    }
    const rest = known.ids.filter((id) => id !== cellId);
    const index = shown.indexOf(cellId);
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
