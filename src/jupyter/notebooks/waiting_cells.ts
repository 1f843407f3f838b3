/**
 * The cells of one call whose turn is still to come. A shared document shows them as JupyterLab does, `[*]`; a file has
 * no such mark. Whatever ends the call, no cell is left with the mark that has not begun.
 */

import { AppError } from "../../base/errors.ts";
import type { RunHistory } from "../nbformat/own_runs.ts";
import { markQueued, unmarkQueued } from "../nbformat/run_cell.ts";
import type { NotebookBackend } from "./notebook_backend.ts";

export interface QueuedCellsOptions {
  readonly backend: NotebookBackend;
  readonly runHistory: RunHistory;
  /** Is told where cells keep the mark. */
  readonly note: (text: string) => void;
}

/** A notebook that is gone has no marks, and one that is none any more must not be written over. */
const markless: readonly string[] = ["notebook_not_found", "not_a_notebook"];

export class QueuedCells {
  readonly #options: QueuedCellsOptions;
  /** Ends their waiting, by cell. */
  readonly #ends = new Map<string, () => void>();
  /** The counts of their last runs, by cell, where they do not show them. */
  readonly #counts = new Map<string, number | null>();

  constructor(options: QueuedCellsOptions) {
    this.#options = options;
  }

  /** Marks cells; one that is the only one begins at once. */
  async mark(cellIds: readonly string[], signal?: AbortSignal): Promise<void> {
    const { backend, runHistory } = this.#options;
    if (cellIds.length < 2) return;
    const cells = backend.kind === "shared" ? (await backend.read(signal)).cells : [];
    for (const id of new Set(cellIds)) this.#ends.set(id, runHistory.wait(backend.path, id));
    for (const { id = "", execution_count = null } of cells) {
      if (this.#ends.has(id)) this.#counts.set(id, execution_count);
    }
    if (backend.kind === "shared") await backend.write(markQueued(new Set(this.#ends.keys())));
  }

  /** The count that a cell had when it was marked, whose turn has come; undefined where it was not marked. */
  take(cellId: string): number | null | undefined {
    const count = this.#counts.get(cellId);
    this.#forget(cellId);
    return count;
  }

  /** Takes the marks off the cells whose turn will not come. */
  async dismiss(): Promise<void> {
    const counts = new Map(this.#counts);
    for (const id of this.#ends.keys()) this.#forget(id);
    if (counts.size === 0) return;
    const { backend, note } = this.#options;
    await backend.write(unmarkQueued(counts)).catch((error) => {
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
