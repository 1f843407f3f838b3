/**
 * Runs the cells of one call, one after the other.
 *
 * 1. Cells are picked by id before the first one runs, so cells that a person inserts meanwhile shift nothing.
 * 2. Each cell's source is read right before it runs.
 * 3. If the call returns before its cells have run, they continue in the background, to the end or to the first error.
 * 4. A cell does not wait until the outputs of the one before it are in the file: outputs are written together, and all of
 *    them before the call returns.
 * 5. Cells that were not run are reported, in the reply or, after it, in a note on the last run.
 */

import { AppError } from "../../base/errors.ts";
import { CellWriter, notWrittenReason } from "./cell_writer.ts";
import { awaitRun } from "../kernel/await_run.ts";
import { recordedOutputLimits } from "../kernel/output_collector.ts";
import type { Execution, RunStatus } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { outputWriteCheck, type Visibility } from "./visibility.ts";
import { expectsError } from "../nbformat/cell_run_edits.ts";
import type { Notebook } from "../nbformat/notebook.ts";
import { convertedNotes, oldFormatNotes } from "../nbformat/parse_notebook.ts";
import type { ChangeRecorder } from "../review/journal.ts";
import type { WorkState } from "./notebook_work.ts";
import { type Counts, QueuedCells } from "./queued_cells.ts";
import type { RunBackend } from "./notebook_backend.ts";
import type { FollowingCells, RunRegistry } from "../kernel/run_registry.ts";
import type { KernelPool } from "../kernel/pool.ts";
import type { Notebooks } from "./notebooks.ts";
import type { Sessions } from "../sessions/sessions.ts";

export interface RunServices {
  readonly kernels: KernelPool;
  readonly notebooks: Notebooks;
  readonly sessions: Sessions;
  readonly runs: RunRegistry;
}

export interface RunCellsOptions {
  readonly path: string;
  /** Ids of the cells, in order. */
  readonly cells: readonly string[];
  /** Whether the kernel is restarted first. */
  readonly restart?: boolean;
  readonly stopOnError: boolean;
  /** Whether outputs are written to a file that a browser has open; otherwise the cells run and the file is left alone. */
  readonly force?: boolean;
  /** Seconds for all cells together. */
  readonly timeout: number;
  readonly onTimeout: "interrupt" | "continue";
  readonly signal: AbortSignal;
  /** Records what the runs change in the notebook. */
  readonly change?: ChangeRecorder | undefined;
  /** The counts of the cells' last runs, if another process has marked them as queued. */
  readonly counts?: Counts | undefined;
  /** Called when a cell's run begins; the function it returns is called when the run ends. */
  readonly onCell?: (execution: Execution, current: CurrentCell) => () => void;
}

/** The cell that is being run. */
export interface CurrentCell {
  readonly cellId: string;
  /** Where it is in the notebook. */
  readonly index: number;
  /** Its position among the cells of the call, from one. */
  readonly number: number;
}

export interface CellRun {
  readonly cellId: string;
  readonly execution: Execution;
  /** Its status for the caller, who may have stopped waiting. */
  readonly status: RunStatus;
}

export interface CellRuns {
  /** Where the notebook is now. */
  readonly path: string;
  readonly runs: readonly CellRun[];
  /** Cells that were not run, or that will be run in the background. */
  readonly notRun: readonly string[];
  readonly isInBackground: boolean;
  /** Where a cell of the notebook is now; null if it is gone, or the notebook cannot be read any more. */
  readonly indexOf: (cellId: string) => number | null;
  /** Undefined if a browser has the file open and the outputs are not in it. */
  readonly visible: Visibility | undefined;
  readonly saved: boolean;
  /** Whether the kernel is a fresh one. */
  readonly kernel?: "started" | "restarted" | undefined;
  /** What happened to the notebook meanwhile. */
  readonly notes: readonly string[];
}

type Outcome = Pick<CellRuns, "runs" | "notRun" | "isInBackground">;

type BegunCell = CurrentCell & { readonly execution?: Execution };

interface CellBatchOptions extends Omit<RunCellsOptions, "path">, RunServices {
  readonly backend: RunBackend;
  readonly kernel: Kernel;
  readonly sessionId: string;
}

/** Milliseconds; a page takes longer to load, and many cells run in less. */
const answerLife = 1_000;

export class CellBatch implements FollowingCells {
  readonly #options: CellBatchOptions;
  readonly #remaining: string[];
  readonly #waiting: QueuedCells;
  readonly #refusal: () => Promise<string | undefined>;
  /** For each cell, settles when it is written, or is known not to be yet. */
  readonly #reported: Promise<void>[] = [];
  readonly #written: Promise<void>[] = [];
  #writer: CellWriter | undefined;
  #last: Execution | undefined;
  /** The current cell, and its run if that has begun. */
  #current: BegunCell | undefined;
  #isHandedOver = false;
  /** Whether no cell follows the present one. */
  #hasNoNext = false;
  readonly #runs: CellRun[] = [];
  /** Runs that began after the call had returned. */
  readonly #later: { readonly cellId: string; readonly execution: Execution }[] = [];
  readonly #finished = Promise.withResolvers<void>();
  #isFinished = false;
  readonly #meantToFail = new WeakSet<Execution>();
  /** Cells that were gone when they were to run, until that is reported. */
  readonly #gone: string[] = [];
  readonly #unwritten: string[] = [];
  readonly #notes: string[] = [];
  readonly #converted = new Set<string>();
  /** The same for what a run that continues has written or will write. */
  #convertedLater: readonly string[] = [];
  /** Whether it has been reported why the rest was not run. */
  #isStopped = false;

  constructor(options: CellBatchOptions) {
    this.#options = options;
    this.#remaining = [...options.cells];
    const { backend, notebooks, notebooks: { runHistory }, force = false, change, counts } = options;
    this.#refusal = outputWriteCheck({ notebooks, backend, force, answerLife });
    const note = (text: string) => this.#last?.note(text);
    this.#waiting = new QueuedCells({ backend, runHistory, change, counts, note });
  }

  get begun(): FollowingCells["begun"] {
    return this.#later;
  }

  get remaining(): readonly string[] {
    return this.#remaining;
  }

  get isOver(): boolean {
    return this.#isFinished;
  }

  get ended(): Promise<void> {
    return this.#finished.promise;
  }

  /** Why outputs of cells so far are not in the notebook. */
  get unwritten(): readonly string[] {
    return this.#unwritten;
  }

  /** Why cells were not run. */
  get notes(): readonly string[] {
    return [...this.#notes, ...(this.#options.change?.notes ?? [])];
  }

  /** What to say if the outputs were saved to a file of an older format, or will be by a run that continues. */
  formatNotes(
    { continues, notebook }: { continues: boolean; notebook: Notebook | undefined },
  ): readonly string[] {
    if (this.#converted.size > 0 || !continues) return [...this.#converted];
    const unconverted = notebook === undefined ? [] : oldFormatNotes(notebook);
    return unconverted.length > 0 ? unconverted : this.#convertedLater;
  }

  /** The last run, if it is still running: it may have ignored its interrupt. */
  get running(): Execution | undefined {
    return this.#last?.status === "running" ? this.#last : undefined;
  }

  /** Writes the outputs of the running cell so far; returns why outputs are not in the notebook. */
  async flush(): Promise<readonly string[]> {
    const reason = await this.#writer?.flush();
    return reason === undefined ? this.#unwritten : [...this.#unwritten, reason];
  }

  /** The current state, for a successor that continues the run; starts nothing new from then on. */
  handOver(): WorkState {
    this.#isHandedOver = true;
    const { backend: { path, unsaved }, stopOnError, force = false, change } = this.#options;
    const { cellId = "", execution } = this.#current ?? {};
    const remaining = this.#remaining.splice(0);
    const counts = [...this.#waiting.counts];
    change?.handOver(path);
    return {
      path,
      cellId,
      execution,
      remaining,
      counts,
      stopOnError,
      force,
      unsaved,
      change: change && { id: change.id, tool: change.tool, original: this.#writer?.original(cellId) },
    };
  }

  /** Runs until the end, the first error or the timeout. */
  async run(): Promise<Outcome> {
    try {
      const { backend, signal } = this.#options;
      // In a shared document, the marks may be the first change.
      if (backend.kind === "shared") this.#noteFormat(await backend.read(signal));
      const isShown = backend.kind === "shared" && await this.#refusal() === undefined;
      await this.#waiting.mark(this.#remaining, { isShown, signal });
      const outcome = await this.#runAwaited();
      await this.#writeAll();
      if (!outcome.isInBackground) await this.#dropRest();
      return outcome;
    } catch (error) {
      this.#noteNotRun(this.#options.signal.aborted ? "The call was cancelled" : "The call failed");
      this.#noteDeleted();
      const failure = withNotRun(error, [...this.#remaining]);
      await this.#dropRest();
      throw failure;
    }
  }

  /** The remaining cells are reported as not run: nobody runs them, nor hands them over. */
  async #dropRest(): Promise<void> {
    await this.#waiting.dismiss();
    this.#remaining.length = 0;
  }

  #noteFormat(before: Notebook): void {
    for (const note of convertedNotes(before)) this.#converted.add(note);
  }

  /** Notes on the last run which cells did not follow it, for anyone who asks for it later. */
  #noteNotRun(reason: string): void {
    if (this.#remaining.length === 0) return;
    this.#last?.note(`${reason}; not run: ${this.#remaining.join(", ")}`);
  }

  async #runAwaited(): Promise<Outcome> {
    const { timeout, onTimeout, kernel, signal, onCell } = this.#options;
    const deadline = performance.now() + timeout * 1_000;
    for await (const { cellId, execution } of this.#begun(signal)) {
      const done = this.#current && onCell?.(execution, this.#current);
      const seconds = Math.max(0.001, (deadline - performance.now()) / 1_000);
      const status = await awaitRun(kernel, execution, { timeout: seconds, onTimeout, signal })
        .catch((error) => this.#dropped(execution, error))
        .finally(() => done?.());
      this.#runs.push({ cellId, execution, status });
      if (status === "running") return this.#outcome(true);
      if (this.running !== undefined) break;
      if (!this.#mayWait) await this.#reported.at(-1);
      if (!this.#mayContinue(execution)) break;
    }
    this.#hasNoNext = true;
    return this.#outcome(false);
  }

  /** Whether outputs may be written later, together with those of the next cells. */
  get #mayWait(): boolean {
    return this.#options.backend.kind === "file" && this.#remaining.length > 0;
  }

  /** Waits until the outputs of all ended cells are written; not those of one that continues. */
  async #writeAll(): Promise<void> {
    const ended = this.#reported.filter((_, index) => this.#runs[index]?.execution.status !== "running");
    const { backend } = this.#options;
    // Even if someone has replaced the file meanwhile, the results are returned.
    const failure = backend.kind === "file"
      ? await backend.save().then(() => undefined, notWrittenReason)
      : undefined;
    await Promise.all(ended);
    if (failure !== undefined) this.#unwritten.push(failure);
  }

  #outcome(isInBackground: boolean): Outcome {
    const gone = this.#gone.splice(0);
    if (gone.length > 0) this.#notes.push(deleted(gone));
    // In the background these are the cells that will be run.
    const notRun = isInBackground ? [...this.#remaining] : [...gone, ...this.#remaining];
    return { runs: [...this.#runs], notRun, isInBackground };
  }

  /** For when the call has returned or failed. */
  #noteDeleted(): void {
    const gone = this.#gone.splice(0);
    if (gone.length > 0) this.#last?.note(deleted(gone));
  }

  /** If a queued cell never got to run, the reply still holds the cells before it. */
  async #dropped(execution: Execution, error: unknown): Promise<RunStatus> {
    if (!(error instanceof AppError) || error.code !== "kernel_busy") throw error;
    await this.#reported.at(-1);
    if (this.#runs.length === 0) throw error;
    execution.note(error.message);
    return execution.status;
  }

  /** If the notebook is gone when the next cell is to run, the reply still holds the cells before it. */
  #stopped(cellId: string, error: unknown): "stopped" {
    this.#remaining.unshift(cellId);
    const last = this.#runs.at(-1);
    if (!(error instanceof AppError) || last === undefined) throw error;
    const note = `The cells after it were not run: ${error.message}`;
    this.#isStopped = true;
    this.#notes.push(note);
    last.execution.note(note);
    return "stopped";
  }

  /** In the background: waits for the running cell, then runs the rest. */
  async finish(): Promise<void> {
    await this.#finishRuns().finally(() => {
      this.#isFinished = true;
      this.#finished.resolve();
    });
    await Promise.all(this.#written);
  }

  async #finishRuns(): Promise<void> {
    const last = this.#runs.at(-1);
    if (last?.status !== "running") return;
    await last.execution.ended;
    if (this.#mayContinue(last.execution)) await this.#rest();
    this.#hasNoNext = true;
    if (!this.#isStopped) this.#noteNotRun("No cell ran after this one");
    this.#noteDeleted();
    if (!this.#isHandedOver) await this.#waiting.dismiss();
  }

  async #rest(): Promise<void> {
    for await (const run of this.#begun()) {
      this.#later.push(run);
      await run.execution.ended;
      if (!this.#mayContinue(run.execution)) return;
    }
  }

  /** Sends the remaining cells to the kernel, each when it is asked for the next one. */
  async *#begun(signal?: AbortSignal): AsyncGenerator<Pick<CellRun, "cellId" | "execution">> {
    for (let cellId = this.#remaining.shift(); cellId !== undefined; cellId = this.#remaining.shift()) {
      const execution = await this.#begin(cellId, signal).catch((error) => this.#stopped(cellId, error));
      if (execution === "stopped") return;
      if (execution !== undefined) yield { cellId, execution };
    }
  }

  /** An interrupt, or the end of the kernel, stops the following cells as well. */
  #mayContinue(execution: Execution): boolean {
    const mayFail = !this.#options.stopOnError || this.#meantToFail.has(execution);
    return execution.status === "ok" || (execution.status === "error" && mayFail);
  }

  /** Sends a cell to the kernel; undefined if it is gone, not code, or empty. */
  async #begin(cellId: string, signal?: AbortSignal): Promise<Execution | undefined> {
    const { cells, backend, kernel, runs, notebooks, sessionId, change } = this.#options;
    const current = { cellId, index: -1, number: cells.length - this.#remaining.length };
    this.#current = current;
    // The notebook may have changed since an earlier call.
    const notebook = await backend.read(signal, { mayBeRecent: this.#last !== undefined });
    this.#convertedLater = convertedNotes(notebook);
    const present = notebook.cells;
    const index = present.findIndex((one) => one.id === cellId);
    const cell = present[index];
    const lastCount = this.#waiting.take(cellId);
    if (cell === undefined) this.#gone.push(cellId);
    if (cell?.cell_type !== "code" || cell.source.trim() === "" || this.#isHandedOver) return undefined;
    const { source } = cell;
    const execution = kernel.execute({ sessionId, code: source, limits: recordedOutputLimits });
    runs.add(execution);
    if (expectsError(cell)) this.#meantToFail.add(execution);
    this.#current = { ...current, index, execution };
    const writer = new CellWriter({
      notebooks,
      backend,
      cellId,
      execution,
      lastCount,
      hasNext: () => this.#mayWait && !this.#hasNoNext,
      refusal: this.#refusal,
      onBegin: (notebook, before) => change?.recordBegin(backend.path, { notebook, cells: [before] }),
      onChanged: (edit) => {
        change?.record(backend.path, { ...edit, ended: [cellId] });
        this.#noteFormat(edit.before);
      },
    });
    this.#writer = writer;
    this.#last = execution;
    this.#reported.push(writer.reported.then((reason) => {
      if (reason !== undefined) this.#unwritten.push(reason);
    }));
    this.#written.push(writer.written.catch(() => undefined));
    return execution;
  }
}

function deleted(cellIds: readonly string[]): string {
  return `Cells deleted before they could run: ${cellIds.join(", ")}`;
}

/** The error of a call, with the cells that it has not run. */
function withNotRun(error: unknown, cells: readonly string[]): unknown {
  if (!(error instanceof AppError) || cells.length === 0) return error;
  const { code, message, hint, details } = error;
  return new AppError(code, message, {
    cause: error,
    ...(hint === undefined ? {} : { hint }),
    details: { ...details, not_run: cells },
  });
}
