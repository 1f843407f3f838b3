/**
 * Saves a shared notebook after runs, without making a call wait: the outputs are in the document already, and writing a
 * large file takes Jupyter a long time.
 *
 * 1. The save starts when no run has ended for a moment: a change would abort it, and it delays the next run.
 * 2. After several runs in a row, the last one saves for all.
 * 3. A failure is reported with the next run.
 */

import { type Schedule, schedule } from "../../base/async.ts";
import { notWrittenReason } from "../../jupyter/notebooks/cell_writer.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";

const quiet = 400;

export class LateSave {
  readonly #after: Schedule;
  /** Ends the wait of the previous run: true if it should save. */
  #decide: (isDue: boolean) => void = () => {};
  #isHurried = false;
  /** Two saves at once would abort each other. */
  #saving: Promise<void> = Promise.resolve();
  #notes: readonly string[] = [];

  constructor(after: Schedule = schedule) {
    this.#after = after;
  }

  /** Saves when no run has ended for a moment; resolves when that is done, or when a later run takes it over. */
  async save(backend: Pick<NotebookBackend, "save">): Promise<void> {
    this.#decide(false);
    if (!await this.#isDue()) return;
    this.#saving = this.#saving.then(async () => {
      this.#notes = await backend.save().then(({ notes }) => notes, (error) => [notWrittenReason(error)]);
    });
    await this.#saving;
  }

  /** The failure of the last save; reported once. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** Saves at once, because the program is ending. */
  hurry(): void {
    this.#isHurried = true;
    this.#decide(true);
  }

  async #isDue(): Promise<boolean> {
    if (this.#isHurried) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#decide = resolve;
    const takeBack = this.#after(quiet, () => resolve(true));
    return await promise.finally(takeBack);
  }
}
