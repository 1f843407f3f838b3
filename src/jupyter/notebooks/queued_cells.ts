/** The marks of cells that a call has still to run. */

import { AppError } from "../../base/errors.ts";
import { traceEdit } from "../nbformat/edit_cells.ts";
import { markQueued, unmarkQueued } from "../nbformat/cell_run_edits.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import type { ChangeRecorder } from "../review/journal.ts";
import type { RunBackend } from "./notebook_backend.ts";
import type { RunHistory } from "./run_history.ts";

interface QueuedCellsOptions {
  readonly backend: RunBackend;
  readonly runHistory: RunHistory;
  /** Records the counts that the marks replace. */
  readonly change?: ChangeRecorder | undefined;
  /** Those that cells had which are marked already. */
  readonly counts?: Counts | undefined;
  /** Receives a note if cells keep the mark. */
  readonly note: (text: string) => void;
}

/** The counts of cells' last runs, by cell. */
export type Counts = ReadonlyMap<string, number | null>;

interface MarkOptions {
  readonly isShown: boolean;
  readonly signal: AbortSignal;
}

/** A notebook that is gone has no marks, and a file that is no longer a notebook must not be overwritten. */
const markless: readonly string[] = ["notebook_not_found", "not_a_notebook"];

/**
 * The cells of one call that are still to be run. A shared document shows them as JupyterLab does, with `[*]`; a file has no
 * such mark. However the call ends, no cell that has not begun keeps the mark.
 */
export class QueuedCells {
  readonly #options: QueuedCellsOptions;
  /** Ends the queued state, by cell. */
  readonly #ends = new Map<string, () => void>();
  /** The counts of their last runs, by cell, if they do not show them. */
  readonly #counts = new Map<string, number | null>();

  constructor(options: QueuedCellsOptions) {
    this.#options = options;
  }

  /** Marks cells, in the document too if it shows that; a single cell begins at once and is not marked. */
  async mark(cellIds: readonly string[], { isShown, signal }: MarkOptions): Promise<void> {
    const { backend, runHistory } = this.#options;
    if (cellIds.length < 2) return;
    const notebook = isShown ? await backend.read(signal) : undefined;
    for (const id of new Set(cellIds)) this.#ends.set(id, runHistory.wait(backend.path, id));
    if (notebook === undefined) return;
    this.#note(notebook);
    await backend.editUnsaved(markQueued(new Set(this.#ends.keys())));
  }

  /** Remembers the counts of the queued cells, and records them before they are replaced. */
  #note(notebook: Notebook): void {
    const { backend, change, counts } = this.#options;
    const waiting = notebook.cells.filter(({ id = "", cell_type, source }) =>
      this.#ends.has(id) && cell_type === "code" && source.trim() !== ""
    ).map((cell) => ({ ...cell, execution_count: counts?.get(cell.id ?? "") ?? cell.execution_count }));
    for (const { id = "", execution_count = null } of waiting) this.#counts.set(id, execution_count);
    change?.recordBegin(backend.path, { notebook, cells: waiting, areWaiting: true });
  }

  get counts(): Counts {
    return this.#counts;
  }

  /** Takes a cell off the queue; returns the count that it had when it was marked, undefined if it was not marked. */
  take(cellId: string): number | null | undefined {
    const { counts } = this.#options;
    const count = this.#counts.has(cellId) ? this.#counts.get(cellId) : counts?.get(cellId);
    this.#forget(cellId);
    return count;
  }

  /** Removes the marks from the cells that will not run. */
  async dismiss(): Promise<void> {
    const counts = new Map(this.#counts);
    for (const id of this.#ends.keys()) this.#forget(id);
    if (counts.size === 0) return;
    const { backend, change, note } = this.#options;
    const { edit, made } = traceEdit(unmarkQueued(counts));
    await backend.editUnsaved(edit).then(() => {
      const { after } = made() ?? {};
      if (after !== undefined) {
        change?.record(backend.path, { before: after, after, ended: [...counts.keys()] });
      }
    }, (error) => {
      if (!(error instanceof AppError)) throw error;
      if (markless.includes(error.code)) return;
      note(`Cells that were not run may still be shown as waiting, [*]: ${error.message}`);
    });
  }

  #forget(cellId: string): void {
    this.#ends.get(cellId)?.();
    this.#ends.delete(cellId);
    this.#counts.delete(cellId);
  }
}
