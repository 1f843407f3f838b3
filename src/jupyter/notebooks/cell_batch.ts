/**
 * The cells of one call, run one after the other.
 *
 * 1. Cells are picked by id before the first one runs: what a person inserts meanwhile shifts nothing.
 * 2. Each cell's source is read when its turn comes.
 * 3. After a hand-over the rest goes on by itself, to the end or to the first error.
 * 4. A cell does not wait until the one before it is in a file: its outputs are written with others, and all of them
 *    before there is an answer.
 * 5. Cells that were not run are told of, with the answer or, afterwards, with the last run.
 */

import { AppError } from "../../base/errors.ts";
import { CellWriter, notWritten } from "./cell_writer.ts";
import { awaitRun } from "../kernel/await_run.ts";
import { notebookLimits } from "../kernel/outputs.ts";
import type { Execution, RunStatus } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { mayWriteRuns } from "./may_write.ts";
import type { MovingHome } from "./moving_home.ts";
import { isMeantToFail } from "../nbformat/meant_to_fail.ts";
import type { CellRun, CellRuns, CellTurn, RunCellsOptions, RunServices } from "./run_cells.ts";
import type { Standing } from "./unattended.ts";
import { WaitingCells } from "./waiting_cells.ts";

type Outcome = Pick<CellRuns, "runs" | "notRun" | "isHandedOver">;

type Turn = CellTurn & { readonly execution?: Execution };

export interface CellBatchOptions extends Omit<RunCellsOptions, "path">, RunServices {
  readonly home: MovingHome;
  readonly kernel: Kernel;
  readonly sessionId: string;
}

/** Milliseconds; a page takes longer to load, and many cells run in less. */
const answerLife = 1_000;

export class CellBatch {
  readonly #options: CellBatchOptions;
  readonly #left: string[];
  readonly #waiting: WaitingCells;
  readonly #mayWrite: () => Promise<boolean>;
  /** Of each cell, when it is written, or is told not to be yet. */
  readonly #told: Promise<void>[] = [];
  readonly #written: Promise<void>[] = [];
  #writer: CellWriter | undefined;
  #last: Execution | undefined;
  /** The cell whose turn it is, and its run where that has begun. */
  #turn: Turn | undefined;
  #isGivenAway = false;
  /** Whether no cell follows the present one. */
  #isOver = false;
  readonly #runs: CellRun[] = [];
  readonly #meantToFail = new WeakSet<Execution>();
  /** Cells that were not there when their turn came, as long as that is not told. */
  readonly #gone: string[] = [];
  readonly #unwritten: string[] = [];
  readonly #notes: string[] = [];
  /** Whether it is told why the rest was not run. */
  #isStopped = false;

  constructor(options: CellBatchOptions) {
    this.#options = options;
    this.#left = [...options.cells];
    const { home, notebooks, notebooks: { ownRuns }, force = false } = options;
    this.#mayWrite = mayWriteRuns({ notebooks, home, force, answerLife });
    this.#waiting = new WaitingCells({ home, ownRuns, note: (text) => this.#last?.note(text) });
  }

  /** Why outputs of cells so far are not in the notebook. */
  get unwritten(): readonly string[] {
    return this.#unwritten;
  }

  /** Why cells were not run. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Whether the last cell is still executed: one may withstand its interrupt. */
  get goesOn(): boolean {
    return this.#runs.at(-1)?.execution.status === "running";
  }

  /** Writes what the cell under way has shown so far; tells why outputs are not in the notebook. */
  async flush(): Promise<readonly string[]> {
    const reason = await this.#writer?.flush();
    return reason === undefined ? this.#unwritten : [...this.#unwritten, reason];
  }

  /** How it stands, for another process of ours that goes on with it. */
  give(): Standing {
    this.#isGivenAway = true;
    const { home: { path }, stopOnError, force = false } = this.#options;
    const { cellId = "", execution } = this.#turn ?? {};
    const left = this.#left.splice(0);
    return { path, cellId, execution, left, stopOnError, force, unsaved: this.#options.home.unsaved };
  }

  /** Runs until the end, the first error or the timeout. */
  async run(): Promise<Outcome> {
    try {
      await this.#waiting.mark(this.#left, this.#options.signal);
      const outcome = await this.#runAwaited();
      await this.#writeAll();
      if (!outcome.isHandedOver) await this.#waiting.dismiss();
      return outcome;
    } catch (error) {
      if (this.#options.signal.aborted) this.#tellNotRun("The call was cancelled");
      this.#tellGone();
      await this.#waiting.dismiss();
      throw error;
    }
  }

  /** Whoever asks for the last run later is told what did not follow it. */
  #tellNotRun(reason: string): void {
    if (this.#left.length === 0) return;
    this.#last?.note(`${reason}; cells that were not run: ${this.#left.join(", ")}`);
  }

  async #runAwaited(): Promise<Outcome> {
    const { timeout, onTimeout, kernel, signal, onCell } = this.#options;
    const deadline = performance.now() + timeout * 1_000;
    for (let cellId = this.#left.shift(); cellId !== undefined; cellId = this.#left.shift()) {
      const execution = await this.#begin(cellId, signal).catch((error) => this.#stopped(cellId, error));
      if (execution === "stopped") break;
      if (execution === undefined) continue;
      const done = this.#turn && onCell?.(execution, this.#turn);
      const seconds = Math.max(0.001, (deadline - performance.now()) / 1_000);
      const status = await awaitRun(kernel, execution, { timeout: seconds, onTimeout, signal })
        .catch((error) => this.#dropped(execution, error))
        .finally(() => done?.());
      this.#runs.push({ cellId, execution, status });
      if (status === "running") return this.#outcome(true);
      if (this.goesOn) break;
      if (!this.#mayWait) await this.#told.at(-1);
      if (!this.#mayGoOn(execution)) break;
    }
    this.#isOver = true;
    return this.#outcome(false);
  }

  /** Whether what cells have shown may be written later, with what the next ones show. */
  get #mayWait(): boolean {
    return this.#options.home.kind === "file" && this.#left.length > 0;
  }

  /** Has written what the cells have shown that have ended; not that of one that goes on, for which nobody waits. */
  async #writeAll(): Promise<void> {
    const ended = this.#told.filter((_, index) => this.#runs[index]?.execution.status !== "running");
    const { home } = this.#options;
    // A file that somebody has replaced meanwhile does not take the results away.
    const failure = home.kind === "file" ? await home.save().then(() => undefined, notWritten) : undefined;
    await Promise.all(ended);
    if (failure !== undefined) this.#unwritten.push(failure);
  }

  #outcome(isHandedOver: boolean): Outcome {
    const gone = this.#gone.splice(0);
    if (gone.length > 0) this.#notes.push(deleted(gone));
    // After a hand-over these are the cells that will be run.
    const notRun = isHandedOver ? [...this.#left] : [...gone, ...this.#left];
    return { runs: [...this.#runs], notRun, isHandedOver };
  }

  /** Where the answer has been given, or will not be. */
  #tellGone(): void {
    const gone = this.#gone.splice(0);
    if (gone.length > 0) this.#last?.note(deleted(gone));
  }

  /** A cell that waited in line in vain does not take the answer of the cells before it away. */
  async #dropped(execution: Execution, error: unknown): Promise<RunStatus> {
    if (!(error instanceof AppError) || error.code !== "kernel_busy") throw error;
    await this.#told.at(-1);
    if (this.#runs.length === 0) throw error;
    execution.note(error.message);
    return execution.status;
  }

  /** A notebook that is gone when the next cell's turn comes does not take away the results of those before. */
  #stopped(cellId: string, error: unknown): "stopped" {
    this.#left.unshift(cellId);
    const last = this.#runs.at(-1);
    if (!(error instanceof AppError) || last === undefined) throw error;
    const note = `The cells after it were not run: ${error.message}`;
    this.#isStopped = true;
    this.#notes.push(note);
    last.execution.note(note);
    return "stopped";
  }

  /** After a hand-over: the cell under way, then the rest, by themselves. */
  async finish(): Promise<void> {
    const last = this.#runs.at(-1);
    if (last?.status === "running") {
      await last.execution.ended;
      if (this.#mayGoOn(last.execution)) await this.#rest();
      this.#isOver = true;
      if (!this.#isStopped) this.#tellNotRun("It was the last");
      this.#tellGone();
      if (!this.#isGivenAway) await this.#waiting.dismiss();
    }
    await Promise.all(this.#written);
  }

  async #rest(): Promise<void> {
    for (let cellId = this.#left.shift(); cellId !== undefined; cellId = this.#left.shift()) {
      const execution = await this.#begin(cellId).catch((error) => this.#stopped(cellId, error));
      if (execution === "stopped") return;
      await execution?.ended;
      if (execution !== undefined && !this.#mayGoOn(execution)) return;
    }
  }

  /** An interrupt, or the end of the kernel, is meant for the cells that follow as well. */
  #mayGoOn(execution: Execution): boolean {
    const mayFail = !this.#options.stopOnError || this.#meantToFail.has(execution);
    return execution.status === "ok" || (execution.status === "error" && mayFail);
  }

  /** Sends a cell to the kernel; undefined where it is gone, no code, or empty. */
  async #begin(cellId: string, signal?: AbortSignal): Promise<Execution | undefined> {
    const { cells, home, kernel, executions, notebooks, sessionId } = this.#options;
    const turn = { cellId, index: -1, number: cells.length - this.#left.length };
    this.#turn = turn;
    const present = (await home.read(signal)).cells;
    const index = present.findIndex((one) => one.id === cellId);
    const cell = present[index];
    const lastCount = this.#waiting.take(cellId);
    if (cell === undefined) this.#gone.push(cellId);
    if (cell?.cell_type !== "code" || cell.source.trim() === "" || this.#isGivenAway) return undefined;
    const { source } = cell;
    const execution = kernel.execute({ sessionId, code: source, limits: notebookLimits });
    executions.add(execution);
    if (isMeantToFail(cell)) this.#meantToFail.add(execution);
    this.#turn = { ...turn, index, execution };
    const isOver = notebooks.ownRuns.begin(home.path, cellId, execution);
    const writer = new CellWriter({
      home,
      cellId,
      execution,
      lastCount,
      hasNext: () => this.#mayWait && !this.#isOver,
      mayWrite: this.#mayWrite,
      editLater: async (edit) => {
        if (await this.#mayWrite()) await notebooks.editLater(home.path, edit);
      },
    });
    const written = writer.written
      .then(() => notebooks.ownRuns.remember(home.path, cellId, { source, count: execution.executionCount }))
      .catch(() => undefined)
      .finally(isOver);
    const told = writer.told.then(() => written, (error: unknown) => {
      const reason = notWritten(error);
      this.#unwritten.push(reason);
      execution.note(reason);
    });
    this.#writer = writer;
    this.#last = execution;
    this.#told.push(told);
    this.#written.push(written);
    return execution;
  }
}

function deleted(cellIds: readonly string[]): string {
  return `Cells that were deleted before their turn came: ${cellIds.join(", ")}`;
}
