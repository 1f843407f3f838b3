/**
 * What callers of this process were shown of notebooks: what somebody else has changed since is not written over.
 *
 * 1. The last source counts that was shown whole; a part of a later one does not replace it. Where none was shown whole,
 *    the last of which a part was shown.
 * 2. What a caller has written it knows. What it has not written and was not shown it does not, even in a cell where it
 *    has replaced a text.
 * 3. The present source that a `conflict` shows counts as shown, so that the caller can insist.
 */

import { AppError } from "../../base/errors.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import type { CellReference, FoundCell } from "../nbformat/find_cells.ts";
import { normalizeLineEnds } from "../nbformat/source_text.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { showSource } from "../nbformat/show_source.ts";
import type { EditTrace } from "../nbformat/traced_edit.ts";
import { CellOrders, type ShownRange } from "./seen_order.ts";
import { notebookPath } from "../sessions/session_reference.ts";

interface Seen {
  readonly type: string;
  readonly source: string;
  readonly isWhole: boolean;
}

export interface Shown extends ShownRange {
  /** Whether the whole source of a cell was shown; undefined where none of it was. */
  readonly isWhole: (cell: Cell) => boolean | undefined;
}

export interface OwnChange extends EditTrace {
  /** The notebook as the answer tells of it. */
  readonly now: Notebook;
  /** Whether all of the cell's source is the caller's. */
  readonly isWhole: boolean;
}

/** Characters of all sources together. */
const mostCharacters = 8_000_000;
/** What an entry takes beside its source. */
const frame = 100;

export class CallerViews {
  readonly #cells = new BoundedMap<Seen>({
    most: mostCharacters,
    weight: ({ source }) => frame + source.length,
  });
  readonly #order = new CellOrders();

  /** Cells were shown, with their indices. */
  shown(path: string, notebook: Notebook, { start, end, isWhole }: Shown): void {
    this.#order.shown(notebookPath(path), notebook, { start, end });
    for (const cell of notebook.cells.slice(start, end)) {
      const whole = isWhole(cell);
      if (whole !== undefined) this.#take(path, cell, whole);
    }
  }

  /** A caller has changed a cell, and is told where it is now. */
  changed(path: string, cellId: string, change: OwnChange): void {
    this.#order.changed(notebookPath(path), cellId, change);
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
   * An edit that takes the whole source of a cell away, made only where that is the source which was shown.
   *
   * @param cell The cell as it was when the call began, which counts where nothing of it was shown.
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
