/**
 * A run and its cell: the outputs are written into the notebook as they come, whoever waits for the run.
 *
 * 1. A shared document shows the run from its first moment. A file is written whole every time: first after a second,
 *    then ever more seldom, and only where no browser would ask its person what to do about it. Where another cell
 *    follows at once, the end of the run may wait for it.
 * 2. The cell of a run that was dropped before it began is left as it was.
 * 3. The state of widgets is written once, with the end of the run.
 * 4. With the end of the run the notebook states its kernel's language, as JupyterLab has it do.
 * 5. A display that later code changes is changed in the cell that shows it, for as long as that cell shows this run.
 * 6. A Jupyter that is away never ends a run, nor the process: what could not be written is written when it is back.
 *    Every promise made here is owned from the moment it is made.
 */

import { AppError } from "../../base/errors.ts";
import { delay } from "../../base/async/delay.ts";
import { CellWidgets } from "./cell_widgets.ts";
import { DisplayUpdates } from "./display_updates.ts";
import type { Execution } from "../kernel/execution.ts";
import { openUnshared } from "./may_write.ts";
import { statesLanguage } from "../nbformat/language_info.ts";
import type { Cell, Edit } from "../nbformat/notebook.ts";
import { dropRun, finishRun, showRun, startRun } from "../nbformat/run_cell.ts";
import type { NotebookHome, WriteOptions } from "./notebook_home.ts";
import { StatusError } from "../rest/http.ts";
import { outputsFor } from "./run_outputs.ts";

export interface CellWriterOptions {
  readonly home: NotebookHome;
  readonly cellId: string;
  readonly execution: Execution;
  /** The count of its last run, where the cell does not show it any more. */
  readonly lastCount?: number | null | undefined;
  /** Whether the cell shows the beginning of the run already. */
  readonly isAdopted?: boolean;
  /** Whether a file may be written now. */
  readonly mayWrite: () => Promise<boolean>;
  /** Whether the run of another cell of the notebook follows at once, or somebody saves. */
  readonly hasNext?: () => boolean;
  /** Makes an edit after the run, when the home may have been left. */
  readonly editLater: (edit: Edit) => Promise<void>;
  readonly limits?: Partial<typeof usualLimits>;
}

/** Milliseconds. */
const usualLimits = {
  /** Until a file is written for the first time. */
  firstWrite: 1_000,
  /** From the end of the run, while Jupyter cannot be reached, until whoever waits is told that it is not written yet. */
  told: 5_000,
  /** From the end of the run until it is given up. */
  givenUp: 600_000,
};
const firstRetry = 250;
const longestRetry = 10_000;

/** Often enough to look live, seldom enough that a chatty run does not flood the document. */
const sharedPause = 50;
const longestPause = 5_000;
/** A large file, or much text, takes long to write: it is written this many times more seldom. */
const restAfterWrite = { file: 10, shared: 3 };

const writtenLate = "The output has been written to the notebook since";

export class CellWriter {
  readonly #options: CellWriterOptions;
  readonly #limits: typeof usualLimits;
  /** Resolves when the ended run is wholly in the notebook; rejects where it could not be written. */
  readonly written: Promise<void>;
  /** The same for whoever waits: rejects soon where Jupyter cannot be reached, while writing is tried again. */
  readonly told: Promise<void>;
  readonly #late = Promise.withResolvers<never>();
  readonly #widgets: CellWidgets;
  #before: Cell | undefined;
  #hasChanged = true;
  #isOver = false;
  /** Ends the pause between two writes. */
  #wake = () => {};
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(options: CellWriterOptions) {
    this.#options = options;
    this.#limits = { ...usualLimits, ...options.limits };
    this.#widgets = new CellWidgets(options);
    this.written = this.#follow();
    this.told = Promise.race([this.written, this.#late.promise]);
    // Callers ask for one of them, when they get to it.
    this.written.catch(() => undefined);
    this.told.catch(() => undefined);
  }

  /** Writes the outputs so far; tells why they are not in the notebook, where they are not. */
  flush(): Promise<string | undefined> {
    return this.#flush({});
  }

  async #flush(options: WriteOptions): Promise<string | undefined> {
    const { home, execution, mayWrite } = this.#options;
    if (!execution.hasBegun || execution.isHandedOver) return undefined;
    try {
      if (home.kind === "file" && !await mayWrite()) return leftAlone;
      await this.#write(options);
      return undefined;
    } catch (error) {
      return notWritten(error);
    }
  }

  async #follow(): Promise<void> {
    const { home, execution, isAdopted = false } = this.#options;
    const off = execution.subscribe(() => this.#hasChanged = true);
    const updates = new DisplayUpdates(this.#options);
    try {
      // What fails here fails at the end for all to see, or is written there.
      if (home.kind === "shared" && !isAdopted) await this.#start().catch(() => undefined);
      const over = execution.ended.then(() => {
        this.#isOver = true;
        this.#wake();
      });
      await Promise.all([over, this.#writeNowAndThen()]);
      await this.#lastWrite;
      await this.#finish();
      updates.begin();
    } finally {
      off();
      updates.giveUp();
    }
    await execution.displaysWritten();
  }

  /** Writes the end of the run; where Jupyter cannot be reached, when it is back. */
  async #finish(): Promise<void> {
    const { home, execution, mayWrite, hasNext = () => false } = this.#options;
    const { told, givenUp } = this.#limits;
    const ended = performance.now();
    const edit = await this.#lastEdit();
    for (let pause = firstRetry, isLate = false;; pause = Math.min(pause * 2, longestRetry)) {
      try {
        if (edit !== undefined) {
          if (home.kind === "file" && !await mayWrite()) throw new AppError("conflict", openUnshared);
          await home.write(edit, { isLast: true, mayWait: hasNext() });
        }
        if (isLate) execution.note(writtenLate);
        return;
      } catch (error) {
        const elapsed = performance.now() - ended;
        if (!isAway(error) || elapsed >= givenUp) {
          if (isLate) execution.note(notWritten(error));
          throw error;
        }
        if (elapsed >= told) {
          isLate = true;
          this.#late.reject(error);
        }
      }
      await delay(pause);
    }
  }

  /** What the end of the run changes; undefined where that is nothing. */
  async #lastEdit(): Promise<Edit | undefined> {
    const { cellId, execution: { outputs, executionCount, hasBegun, languageInfo } } = this.#options;
    if (!hasBegun && outputs.count === 0) return this.#before && dropRun(this.#before);
    const shown = this.#outputs();
    const saveWidgets = await this.#widgets.save(shown);
    const edit = all(
      showRun(cellId, shown),
      finishRun(cellId, executionCount),
      saveWidgets,
      statesLanguage(languageInfo),
    );
    return this.#widgets.noting((notebook) => {
      if (!notebook.cells.some(({ id, cell_type }) => id === cellId && cell_type === "code")) {
        throw cellGone(cellId);
      }
      return edit(notebook);
    });
  }

  async #start(): Promise<void> {
    const { home, cellId, lastCount } = this.#options;
    await home.write(this.#widgets.noting((notebook) => {
      const cell = notebook.cells.find(({ id }) => id === cellId);
      if (cell === undefined) return notebook;
      this.#before = lastCount === undefined ? cell : { ...cell, execution_count: lastCount };
      return startRun(cellId)(notebook);
    }));
  }

  async #writeNowAndThen(): Promise<void> {
    const { home, execution } = this.#options;
    const isShared = home.kind === "shared";
    for (let pause = isShared ? sharedPause : this.#limits.firstWrite; !this.#isOver;) {
      await this.#rest(pause);
      if (this.#isOver || !this.#hasChanged || !execution.hasBegun) continue;
      const began = performance.now();
      await this.#flush({ mayWait: true });
      const took = performance.now() - began;
      const least = isShared ? sharedPause : Math.min(pause * 2, longestPause);
      pause = Math.max(least, took * restAfterWrite[home.kind]);
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** What fails here is written by the last update, or fails there for all to see. */
  #write(options: WriteOptions): Promise<void> {
    const write = this.#lastWrite.catch(() => undefined).then(async () => {
      if (this.#isOver || this.#options.execution.isHandedOver) return;
      this.#hasChanged = false;
      const show = showRun(this.#options.cellId, this.#outputs());
      await this.#options.home.write(this.#widgets.noting(show), options);
    });
    this.#lastWrite = write.catch(() => {
      this.#hasChanged = true;
    });
    return write;
  }

  #outputs() {
    return outputsFor(this.#options.home.kind, this.#options.execution);
  }
}

const leftAlone = `The output could not be written to the notebook: ${openUnshared}`;

/** Why the outputs of a run are not in its notebook. */
export function notWritten(error: unknown): string {
  const state = error instanceof AppError ? error.message : "an unexpected failure";
  return `The output could not be written to the notebook: ${state}`;
}

/** Whether Jupyter, not the notebook, is why something could not be written. */
export function isAway(error: unknown): boolean {
  // A gateway answers in the place of a server that is away.
  if (error instanceof StatusError) return error.status >= 502 && error.status <= 504;
  return error instanceof AppError && error.code === "jupyter_unreachable";
}

function cellGone(cellId: string): AppError {
  return new AppError("cell_not_found", `cell "${cellId}" was deleted, or made into text, while it ran`);
}

/** Edits one after the other as one. */
export function all(...edits: readonly Edit[]): Edit {
  return (notebook) => edits.reduce((changed, edit) => edit(changed), notebook);
}
