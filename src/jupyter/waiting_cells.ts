/**
 * The cells of one call whose turn is still to come. A shared document shows them as JupyterLab does, `[*]`; a file has
 * no such mark. Whatever ends the call, no cell is left with the mark that has not begun.
 */

import { AppError } from "../errors.ts";
import type { OwnRuns } from "./nbformat/own_runs.ts";
import { waitForTurn, waitNoLonger } from "./nbformat/run_cell.ts";
import type { NotebookHome } from "./notebook_home.ts";

export interface WaitingCellsOptions {
  readonly home: NotebookHome;
  readonly ownRuns: OwnRuns;
}

export class WaitingCells {
  readonly #options: WaitingCellsOptions;
  readonly #ids = new Set<string>();
  /** The counts of their last runs, by cell, where they do not show them. */
  readonly #counts = new Map<string, number | null>();

  constructor(options: WaitingCellsOptions) {
    this.#options = options;
  }

  /** Marks cells; one that is the only one begins at once. */
  async mark(cellIds: readonly string[], signal?: AbortSignal): Promise<void> {
    const { home, ownRuns } = this.#options;
    if (cellIds.length < 2) return;
    const cells = home.kind === "shared" ? (await home.read(signal)).cells : [];
    for (const id of cellIds) {
      this.#ids.add(id);
      ownRuns.wait(home.path, id);
    }
    for (const { id = "", execution_count = null } of cells) {
      if (this.#ids.has(id)) this.#counts.set(id, execution_count);
    }
    if (home.kind === "shared") await home.write(waitForTurn(this.#ids));
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
    for (const id of this.#ids) this.#forget(id);
    if (counts.size === 0) return;
    await this.#options.home.write(waitNoLonger(counts)).catch((error) => {
      // A notebook that is gone has no marks, and one that is none any more must not be written over.
      if (!(error instanceof AppError)) throw error;
    });
  }

  #forget(cellId: string): void {
    this.#ids.delete(cellId);
    this.#counts.delete(cellId);
    const { home, ownRuns } = this.#options;
    ownRuns.waitNoLonger(home.path, cellId);
  }
}
