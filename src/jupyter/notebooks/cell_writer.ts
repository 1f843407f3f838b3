/**
 * Writes the outputs of a run into its cell as they arrive, whether or not anyone waits for the run.
 *
 * 1. A shared document shows the run from the start. A file is written whole every time: first after a second, then at
 *    growing intervals, and only if no browser has the file open, which would then ask the person which version to keep. If another cell follows at once,
 *    the end of the run may be written together with it.
 * 2. The cell of a run that was dropped before it began is left as it was.
 * 3. The state of widgets is written once, with the end of the run.
 * 4. With the end of the run the notebook states its kernel's language, as JupyterLab does.
 * 5. A display that later code updates is updated in its cell for as long as that cell shows this run.
 * 6. An unreachable Jupyter never ends a run, nor the process: what could not be written is written when Jupyter is back.
 *    No rejected promise is left without a handler.
 */

import { delay } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Execution } from "../kernel/execution.ts";
import type { EditTrace } from "../nbformat/edit_cells.ts";
import { statesLanguage } from "../nbformat/new_notebook.ts";
import type { Cell, Edit, Notebook } from "../nbformat/notebook.ts";
import { dropRun, finishRun, showRun, startRun, updateRun } from "../nbformat/cell_run_edits.ts";
import { retryUntilReachable } from "../rest/retry_until_reachable.ts";
import type { RunBackend, WriteOptions } from "./notebook_backend.ts";
import type { Notebooks } from "./notebooks.ts";
import { CellWidgets, outputsFor } from "./run_content.ts";

interface CellWriterOptions {
  readonly notebooks: Pick<Notebooks, "runHistory" | "editLater">;
  readonly backend: RunBackend;
  readonly cellId: string;
  readonly execution: Execution;
  /** The count of its last run, if the cell does not show it any more. */
  readonly lastCount?: number | null | undefined;
  /** Whether the cell shows the beginning of the run already. */
  readonly isAdopted?: boolean;
  /** The cell before the run, if the run has changed it already. */
  readonly original?: Cell | undefined;
  /** Why the notebook must not be written now; undefined if it may be. */
  readonly refusal: () => Promise<string | undefined>;
  /** Whether another cell of the notebook runs right after this one, or a save follows. */
  readonly hasNext?: () => boolean;
  /** Receives the notebook right before the run changes it for the first time, and the cell as it was. */
  readonly onBegin?: ((notebook: Notebook, before: Cell) => void) | undefined;
  /** Receives the notebook with this cell alone, as it was before the run and as it is afterwards. */
  readonly onChanged?: ((change: EditTrace) => void) | undefined;
  readonly limits?: Partial<typeof usualLimits>;
}

/** Milliseconds. */
const usualLimits = {
  /** Until a file is written for the first time. */
  firstWrite: 1_000,
  /** From the end of the run, while Jupyter cannot be reached, until callers learn that it is not written yet. */
  late: 5_000,
  /** From the end of the run until it is given up. */
  givenUp: 600_000,
};

/** Milliseconds: often enough to look live, rarely enough that a chatty run does not flood the document. */
const sharedPause = 50;
const longestPause = 5_000;
/** A large file, or much text, takes long to write: the pause is this many times as long as the write. */
const restAfterWrite = { file: 10, shared: 3 };

const writtenLate = "The output has been written to the notebook since";

export class CellWriter {
  readonly #options: CellWriterOptions;
  readonly #limits: typeof usualLimits;
  /** Resolves when the ended run is wholly in the notebook; rejects if it could not be written. */
  readonly written: Promise<void>;
  /**
   * The same for callers: resolves with why it is not in the notebook, which the run notes too; soon if Jupyter cannot be
   * reached, while writing is retried. Never rejects.
   */
  readonly reported: Promise<string | undefined>;
  readonly #late = Promise.withResolvers<never>();
  readonly #widgets: CellWidgets;
  #before: Cell | undefined;
  /** What the first and the last edit of this run have met and made. */
  #original: Notebook | undefined;
  #latest: Notebook | undefined;
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
    this.reported = Promise.race([this.written, this.#late.promise]).then(() => undefined, (error) => {
      const reason = notWrittenReason(error);
      options.execution.note(reason);
      return reason;
    });
    // Callers ask for it when they get to it.
    this.written.catch(() => undefined);
  }

  /** The cell of this id before the run; undefined if this run has not changed it. */
  original(cellId: string): Cell | undefined {
    return this.#original?.cells.find(({ id }) => id === cellId);
  }

  /** Writes the outputs so far; tells why they are not in the notebook, if they are not. */
  flush(): Promise<string | undefined> {
    return this.#flush({});
  }

  async #flush(options: WriteOptions): Promise<string | undefined> {
    const { execution } = this.#options;
    if (!execution.hasBegun || execution.isHandedOver) return undefined;
    try {
      await this.#refuse();
      await this.#write(options);
      return undefined;
    } catch (error) {
      return notWrittenReason(error);
    }
  }

  async #follow(): Promise<void> {
    const { notebooks: { runHistory }, backend, cellId, execution, isAdopted = false } = this.#options;
    const isOver = runHistory.begin(backend.path, cellId, execution);
    const off = execution.subscribe(() => this.#hasChanged = true);
    const isWritten = Promise.withResolvers<boolean>();
    followDisplays(this.#options, { isWritten: isWritten.promise, edit: (edit) => this.#editLater(edit) });
    try {
      // What fails here is written at the end, or fails there visibly.
      if (backend.kind === "shared" && !isAdopted) await this.#start().catch(() => undefined);
      const over = execution.ended.then(() => {
        this.#isOver = true;
        this.#wake();
      });
      await Promise.all([over, this.#writeNowAndThen()]);
      await this.#lastWrite;
      await this.#finish();
      isWritten.resolve(true);
      off();
      await execution.displaysWritten();
      runHistory.remember(backend.path, cellId, { source: execution.code, count: execution.executionCount });
    } finally {
      off();
      isWritten.resolve(false);
      isOver();
    }
  }

  /** Makes an edit after the run, when the backend may have been closed. */
  async #editLater(edit: Edit): Promise<void> {
    const { notebooks, backend, refusal } = this.#options;
    if (await refusal() === undefined) await notebooks.editLater(backend.path, edit);
  }

  /** Writes the end of the run; if Jupyter cannot be reached, as soon as it is back. */
  async #finish(): Promise<void> {
    const { backend, execution, hasNext = () => false } = this.#options;
    const { late, givenUp } = this.#limits;
    const edit = await this.#lastEdit();
    let isLate = false;
    const write = async () => {
      // Its successor writes and reports it.
      if (execution.isHandedOver) return;
      if (edit !== undefined) {
        await this.#refuse();
        await backend.editUnsaved(this.#traced(edit), { isLast: true, mayWait: hasNext() });
      }
      if (!execution.isHandedOver) this.#reportChange();
      if (isLate) execution.note(writtenLate);
    };
    const onFailure = (error: unknown, elapsed: number) => {
      if (elapsed < late) return;
      isLate = true;
      this.#late.reject(error);
    };
    await retryUntilReachable(write, { givenUp, onFailure }).catch((error) => {
      if (isLate) execution.note(notWrittenReason(error));
      throw error;
    });
  }

  /** What the end of the run changes; undefined if that is nothing. */
  async #lastEdit(): Promise<Edit | undefined> {
    const { cellId, execution: { outputs, executionCount, hasBegun, languageInfo } } = this.#options;
    if (!hasBegun && outputs.count === 0) return this.#before && dropRun(this.#before);
    const shown = this.#outputs();
    const saveWidgets = await this.#widgets.save(shown);
    const edit = composeEdits(
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
    const { backend, cellId, lastCount } = this.#options;
    await this.#refuse();
    await backend.editUnsaved(this.#traced(this.#widgets.noting((notebook) => {
      const cell = notebook.cells.find(({ id }) => id === cellId);
      if (cell === undefined) return notebook;
      this.#before = lastCount === undefined ? cell : { ...cell, execution_count: lastCount };
      return startRun(cellId)(notebook);
    })));
  }

  /** An edit that remembers its cell, as it was at first and as it is now. */
  #traced(edit: Edit): Edit {
    const { cellId, lastCount, original } = this.#options;
    const cellOnly = (notebook: Notebook): Notebook => ({
      ...notebook,
      cells: notebook.cells.filter(({ id }) => id === cellId),
    });
    const withLastCount = (notebook: Notebook): Notebook =>
      lastCount === undefined
        ? notebook
        : { ...notebook, cells: notebook.cells.map((cell) => ({ ...cell, execution_count: lastCount })) };
    return (before) => {
      const after = edit(before);
      if (this.#original === undefined && after !== before) {
        this.#original = original === undefined
          ? withLastCount(cellOnly(before))
          : { ...before, cells: [original] };
        const [cell] = this.#original.cells;
        if (original === undefined && cell !== undefined) this.#options.onBegin?.(before, cell);
      }
      this.#latest = cellOnly(after);
      return after;
    };
  }

  #reportChange(): void {
    const [before, after] = [this.#original, this.#latest];
    if (before === undefined || after === undefined) return;
    this.#options.onChanged?.({ before: withoutRun(before, after), after });
  }

  async #writeNowAndThen(): Promise<void> {
    const { backend, execution } = this.#options;
    const isShared = backend.kind === "shared";
    for (let pause = isShared ? sharedPause : this.#limits.firstWrite; !this.#isOver;) {
      await this.#rest(pause);
      if (this.#isOver || !this.#hasChanged || !execution.hasBegun) continue;
      const began = performance.now();
      await this.#flush({ mayWait: true });
      const took = performance.now() - began;
      const least = isShared ? sharedPause : Math.min(pause * 2, longestPause);
      pause = Math.max(least, took * restAfterWrite[backend.kind]);
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, milliseconds);
    this.#wake = resolve;
    await promise;
    clearTimeout(timer);
  }

  /** What fails here is written by the last update, or fails there visibly. */
  #write(options: WriteOptions): Promise<void> {
    const write = this.#lastWrite.catch(() => undefined).then(async () => {
      if (this.#isOver || this.#options.execution.isHandedOver) return;
      this.#hasChanged = false;
      const show = showRun(this.#options.cellId, this.#outputs());
      await this.#options.backend.editUnsaved(this.#traced(this.#widgets.noting(show)), options);
    });
    this.#lastWrite = write.catch(() => {
      this.#hasChanged = true;
    });
    return write;
  }

  async #refuse(): Promise<void> {
    const refusal = await this.#options.refusal();
    if (refusal !== undefined) throw new AppError("conflict", refusal);
  }

  #outputs() {
    return outputsFor(this.#options.backend.kind, this.#options.execution);
  }
}

/** What a run writes into the metadata of its notebook. */
const runMetadata: readonly string[] = ["widgets", "language_info"];

/** The notebook after a run, with what the run has written as it was before: whatever else differs is by others. */
function withoutRun(before: Notebook, after: Notebook): Notebook {
  const { outputs, execution_count } = before.cells[0] ?? {};
  const isOfRun = ([key]: readonly [string, unknown]) => runMetadata.includes(key);
  const metadata = Object.fromEntries([
    ...Object.entries(after.metadata).filter((entry) => !isOfRun(entry)),
    ...Object.entries(before.metadata).filter(isOfRun),
  ]);
  return { ...after, metadata, cells: after.cells.map((cell) => ({ ...cell, outputs, execution_count })) };
}

/** Why the outputs of a run are not in its notebook. */
export function notWrittenReason(error: unknown): string {
  const state = error instanceof AppError ? error.message : "an unexpected failure";
  return `The output could not be written to the notebook: ${state}`;
}

function cellGone(cellId: string): AppError {
  return new AppError("cell_not_found", `cell "${cellId}" was deleted or is no longer a code cell`);
}

/** Edits one after the other as one. */
export function composeEdits(...edits: readonly Edit[]): Edit {
  return (notebook) => edits.reduce((changed, edit) => edit(changed), notebook);
}

/** Milliseconds between two writes of displays. */
const displayPause = { shared: 50, file: 1_000 };

/**
 * Writes displays that later code updates into the cell of the run that made them: at once, or at intervals if they change
 * often.
 *
 * @param isWritten Whether the run, which is over then, is in the notebook; nothing is written otherwise.
 */
function followDisplays(
  { backend, cellId, execution }: CellWriterOptions,
  { isWritten, edit }: { readonly isWritten: Promise<boolean>; readonly edit: (edit: Edit) => Promise<void> },
): void {
  let hasChanged = false;
  let writing: Promise<void> | undefined;
  const write = async () => {
    if (!await isWritten) return;
    while (hasChanged) {
      hasChanged = false;
      await edit(updateRun(cellId, outputsFor(backend.kind, execution), execution.executionCount));
      if (hasChanged) await delay(displayPause[backend.kind]);
    }
  };
  execution.outputs.onUpdate(() => {
    hasChanged = true;
    // The change of an active run is written with its other outputs.
    if (execution.status === "running") return Promise.resolve();
    return writing ??= write().finally(() => writing = undefined);
  });
}
