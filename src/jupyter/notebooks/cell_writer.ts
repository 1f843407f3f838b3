/**
 * A run and its cell: the outputs are written into the notebook as they come, whoever waits for the run.
 *
 * 1. A shared document shows the run from its first moment. A file is written whole every time: first after a second,
 *    then ever more seldom, and only where no browser would ask its person what to do about it.
 * 2. The cell of a run that was dropped before it began is left as it was.
 * 3. The state of widgets is written once, with the end of the run.
 * 4. With the end of the run the notebook states its kernel's language, as JupyterLab has it do.
 * 5. A display that later code changes is changed in the cell that shows it, for as long as that cell shows this run.
 */

import { AppError } from "../../errors.ts";
import { CellWidgets } from "./cell_widgets.ts";
import { DisplayUpdates } from "./display_updates.ts";
import type { Execution } from "../kernel/execution.ts";
import { openUnshared } from "./may_write.ts";
import { statesLanguage } from "../nbformat/language_info.ts";
import type { Cell, Edit } from "../nbformat/notebook.ts";
import { dropRun, finishRun, showRun, startRun } from "../nbformat/run_cell.ts";
import type { NotebookHome } from "./notebook_home.ts";
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
  /** Makes an edit after the run, when the home may have been left. */
  readonly editLater: (edit: Edit) => Promise<void>;
}

/** Often enough to look live, seldom enough that a chatty run does not flood the document. */
const sharedPause = 50;
const firstPause = 1_000;
const longestPause = 5_000;
/** A large file, or much text, takes long to write: it is written this many times more seldom. */
const restAfterWrite = { file: 10, shared: 3 };

export class CellWriter {
  readonly #options: CellWriterOptions;
  /** Resolves when the ended run is wholly in the notebook; rejects where it could not be written. */
  readonly written: Promise<void>;
  readonly #widgets: CellWidgets;
  #before: Cell | undefined;
  #hasChanged = true;
  #isOver = false;
  /** Ends the pause between two writes. */
  #wake = () => {};
  #lastWrite: Promise<void> = Promise.resolve();

  constructor(options: CellWriterOptions) {
    this.#options = options;
    this.#widgets = new CellWidgets(options);
    this.written = this.#follow();
  }

  /** Writes the outputs so far; tells why they are not in the notebook, where they are not. */
  async flush(): Promise<string | undefined> {
    const { home, execution, mayWrite } = this.#options;
    if (!execution.hasBegun || execution.isGivenAway) return undefined;
    if (home.kind === "file" && !await mayWrite()) return leftAlone;
    return await this.#write().then(() => undefined, notWritten);
  }

  async #follow(): Promise<void> {
    const { home, execution, isAdopted = false } = this.#options;
    const off = execution.subscribe(() => this.#hasChanged = true);
    const updates = new DisplayUpdates(this.#options);
    try {
      if (home.kind === "shared" && !isAdopted) await this.#start();
      const loop = this.#writeNowAndThen();
      await execution.ended;
      this.#isOver = true;
      this.#wake();
      await loop;
      await this.#lastWrite;
      await this.#finish();
      updates.begin();
    } finally {
      off();
      updates.giveUp();
    }
    await execution.displaysWritten();
  }

  async #finish(): Promise<void> {
    const { home, cellId, execution, mayWrite } = this.#options;
    const { outputs, executionCount, hasBegun } = execution;
    if (hasBegun || outputs.count > 0) {
      if (home.kind === "file" && !await mayWrite()) throw new AppError("conflict", openUnshared);
      let isThere = false;
      const shown = this.#outputs();
      const saveWidgets = await this.#widgets.save(shown);
      const edit = all(
        showRun(cellId, shown),
        finishRun(cellId, executionCount),
        saveWidgets,
        statesLanguage(execution.languageInfo),
      );
      await home.write(
        this.#widgets.noting((notebook) => {
          isThere = notebook.cells.some(({ id, cell_type }) => id === cellId && cell_type === "code");
          return edit(notebook);
        }),
        { isLast: true },
      );
      if (!isThere) throw cellGone(cellId);
      return;
    }
    if (this.#before !== undefined) await home.write(dropRun(this.#before), { isLast: true });
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
    for (let pause = isShared ? sharedPause : firstPause; !this.#isOver;) {
      await this.#rest(pause);
      if (this.#isOver || !this.#hasChanged || !execution.hasBegun) continue;
      const began = performance.now();
      await this.flush();
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
  #write(): Promise<void> {
    const write = this.#lastWrite.catch(() => undefined).then(async () => {
      if (this.#isOver || this.#options.execution.isGivenAway) return;
      this.#hasChanged = false;
      const show = showRun(this.#options.cellId, this.#outputs());
      await this.#options.home.write(this.#widgets.noting(show));
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

function cellGone(cellId: string): AppError {
  return new AppError("cell_not_found", `cell "${cellId}" was deleted, or made into text, while it ran`);
}

/** Edits one after the other as one. */
export function all(...edits: readonly Edit[]): Edit {
  return (notebook) => edits.reduce((changed, edit) => edit(changed), notebook);
}
