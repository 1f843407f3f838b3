/**
 * The save of a shared notebook after runs, for which nobody waits: the outputs are in the document, and writing a
 * large file takes Jupyter long.
 *
 * 1. It begins when no run has ended for a moment: a change would break it off, and it keeps Jupyter from the next run.
 * 2. Of several runs the last one has all saved.
 * 3. What went wrong is told with the next run.
 */

import { notWrittenReason } from "../../jupyter/notebooks/cell_writer.ts";
import type { NotebookBackend } from "../../jupyter/notebooks/notebook_backend.ts";
import { type After, timer } from "../../base/async/timer.ts";

const quiet = 400;

export class LateSave {
  readonly #after: After;
  /** Ends the wait of the run before: true where it is to save. */
  #decide: (isDue: boolean) => void = () => {};
  #isHurried = false;
  /** Two at once would break each other off. */
  #saving: Promise<void> = Promise.resolve();
  #notes: readonly string[] = [];

  constructor(after: After = timer) {
    this.#after = after;
  }

  /** Has a home saved once nothing has ended for a moment; resolves when that is done, or left to a later run. */
  async save(home: Pick<NotebookBackend, "save">): Promise<void> {
    this.#decide(false);
    if (!await this.#isDue()) return;
    this.#saving = this.#saving.then(async () => {
      this.#notes = await home.save().then(({ notes }) => notes, (error) => [notWrittenReason(error)]);
    });
    await this.#saving;
  }

  /** What the last save did not achieve, once. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  /** The program ends: what waits is saved at once. */
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
