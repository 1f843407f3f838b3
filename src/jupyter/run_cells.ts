/**
 * Runs cells of a notebook one after the other, each with its outputs written to the notebook as they come.
 *
 * 1. Cells are picked by id before the first one runs: what a person inserts meanwhile shifts nothing.
 * 2. Each cell's source is read when its turn comes.
 * 3. After a hand-over the rest goes on by itself, to the end or to the first error.
 * 4. A notebook that is renamed meanwhile is followed to its new name.
 */

import { AppError } from "../errors.ts";
import { CellWriter, notWritten } from "./cell_writer.ts";
import { awaitRun } from "./kernel/await_run.ts";
import { notebookLimits } from "./kernel/collector_limits.ts";
import type { Execution, RunStatus } from "./kernel/execution.ts";
import type { Executions } from "./kernel/executions.ts";
import type { Kernel } from "./kernel/kernel.ts";
import type { KernelPool } from "./kernel/pool.ts";
import { type MovingHome, useMoving } from "./moving_home.ts";
import { isMeantToFail } from "./nbformat/meant_to_fail.ts";
import { notebookKernel } from "./notebook_kernel.ts";
import type { Notebooks, Visibility } from "./notebooks.ts";
import { saveRuns } from "./save_runs.ts";
import type { Sessions } from "./sessions.ts";
import { tellIndices } from "./tell_indices.ts";
import type { Standing } from "./unattended.ts";
import { WaitingCells } from "./waiting_cells.ts";

export interface RunServices {
  readonly kernels: KernelPool;
  readonly notebooks: Notebooks;
  readonly sessions: Sessions;
  readonly executions: Executions;
}

export interface RunCellsOptions {
  readonly path: string;
  /** Ids of the cells, in order. */
  readonly cells: readonly string[];
  readonly stopOnError: boolean;
  /** Seconds for all cells together. */
  readonly timeout: number;
  readonly onTimeout: "interrupt" | "continue";
  readonly signal: AbortSignal;
  /** Called when a cell's run begins, with its place among the cells, from one; what it returns, at the end. */
  readonly onCell?: (execution: Execution, number: number) => () => void;
}

export interface CellRun {
  readonly cellId: string;
  readonly execution: Execution;
  /** How it stands for the caller, who may have stopped waiting. */
  readonly status: RunStatus;
}

export interface CellRuns {
  /** Where the notebook is by now. */
  readonly path: string;
  readonly runs: readonly CellRun[];
  /** Cells that were not run, or go on by themselves after a hand-over. */
  readonly notRun: readonly string[];
  readonly isHandedOver: boolean;
  /** Where a cell of the notebook is now; null where it is gone, or the notebook cannot be read any more. */
  readonly indexOf: (cellId: string) => number | null;
  readonly visible: Visibility;
  readonly saved: boolean;
  /** What became of the notebook meanwhile. */
  readonly notes: readonly string[];
}

/** Runs cells; a call that was cancelled before any of them ran leaves a word of that behind. */
export async function runCells(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  let hasBegun = false;
  const onCell = (execution: Execution, number: number) => {
    hasBegun = true;
    return options.onCell?.(execution, number) ?? (() => {});
  };
  return await runThem(services, { ...options, onCell }).catch((error) => {
    // Of a cell that has begun, its own run tells.
    const { path, cells, signal } = options;
    if (signal.aborted && !hasBegun) services.executions.noteUnrun(path, cells);
    throw error;
  });
}

async function runThem(services: RunServices, options: RunCellsOptions): Promise<CellRuns> {
  const { path, signal } = options;
  const { notebooks, sessions } = services;
  const { session, kernel } = await notebookKernel(sessions, path, signal);
  const answer = Promise.withResolvers<CellRuns>();
  const pathNow = () => sessions.notebookOf(session.id);
  const work = useMoving({ notebooks, path, pathNow }, async (home) => {
    const batch = new Batch({ ...services, ...options, home, kernel, sessionId: session.id });
    const outcome = await batch.run().catch(async (error) => {
      answer.reject(error);
      await batch.finish();
      throw error;
    });
    const goesOn = outcome.isHandedOver || batch.goesOn;
    const unwritten = goesOn ? await batch.flush() : batch.unwritten;
    const { saved, notes, notebook } = await saveRuns(home, unwritten);
    for (const note of notes) {
      // What became of one run is told with that one.
      if (!unwritten.includes(note)) outcome.runs.at(-1)?.execution.note(note);
    }
    const visible = await notebooks.visibility(home.path, home, signal).catch(() => "no_browser" as const);
    if (goesOn) notebooks.unattended.add(work, { kernelId: kernel.id, give: () => batch.give() });
    const told = { path: home.path, runs: outcome.runs };
    const indexOf = tellIndices(notebooks, { ...told, notebook });
    answer.resolve({ ...outcome, ...told, indexOf, visible, saved, notes: [...batch.notes, ...notes] });
    // The home must stay open until the last output is written, whoever waits.
    await batch.finish();
  }, signal);
  work.catch(answer.reject);
  return await answer.promise;
}

type Outcome = Pick<CellRuns, "runs" | "notRun" | "isHandedOver">;

interface BatchOptions extends Omit<RunCellsOptions, "path">, RunServices {
  readonly home: MovingHome;
  readonly kernel: Kernel;
  readonly sessionId: string;
}

class Batch {
  readonly #options: BatchOptions;
  readonly #left: string[];
  readonly #waiting: WaitingCells;
  readonly #written: Promise<void>[] = [];
  #writer: CellWriter | undefined;
  #last: Execution | undefined;
  /** The cell whose turn it is, and its run where that has begun. */
  #turn: { readonly cellId: string; readonly execution?: Execution } | undefined;
  #isGivenAway = false;
  readonly #runs: CellRun[] = [];
  readonly #meantToFail = new WeakSet<Execution>();
  /** Cells that were not there when their turn came. */
  readonly #gone: string[] = [];
  /** Why outputs of cells so far are not in the notebook. */
  readonly unwritten: string[] = [];
  /** Why the rest was not run. */
  readonly notes: string[] = [];

  constructor(options: BatchOptions) {
    this.#options = options;
    this.#left = [...options.cells];
    const { home, notebooks: { ownRuns } } = options;
    this.#waiting = new WaitingCells({ home, ownRuns });
  }

  /** Whether the last cell is still executed: one may withstand its interrupt. */
  get goesOn(): boolean {
    return this.#runs.at(-1)?.execution.status === "running";
  }

  /** Writes what the cell under way has shown so far; tells why outputs are not in the notebook. */
  async flush(): Promise<readonly string[]> {
    const reason = await this.#writer?.flush();
    return reason === undefined ? this.unwritten : [...this.unwritten, reason];
  }

  /** How it stands, for another process of ours that goes on with it. */
  give(): Standing {
    this.#isGivenAway = true;
    const { home: { path }, stopOnError } = this.#options;
    const { cellId = "", execution } = this.#turn ?? {};
    return { path, cellId, execution, left: this.#left.splice(0), stopOnError };
  }

  /** Runs until the end, the first error or the timeout. */
  async run(): Promise<Outcome> {
    try {
      await this.#waiting.mark(this.#left, this.#options.signal);
      const outcome = await this.#runAwaited();
      if (!outcome.isHandedOver) await this.#waiting.dismiss();
      return outcome;
    } catch (error) {
      if (this.#options.signal.aborted) this.#tellNotRun("The call was cancelled");
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
    const { cells, timeout, onTimeout, kernel, signal, onCell } = this.#options;
    const deadline = performance.now() + timeout * 1_000;
    for (let cellId = this.#left.shift(); cellId !== undefined; cellId = this.#left.shift()) {
      const execution = await this.#begin(cellId, signal).catch((error) => this.#stopped(cellId, error));
      if (execution === "stopped") break;
      if (execution === undefined) continue;
      const done = onCell?.(execution, cells.length - this.#left.length);
      const seconds = Math.max(0.001, (deadline - performance.now()) / 1_000);
      const status = await awaitRun(kernel, execution, { timeout: seconds, onTimeout, signal })
        .catch((error) => this.#dropped(execution, error))
        .finally(() => done?.());
      this.#runs.push({ cellId, execution, status });
      if (status === "running") return { runs: this.#runs, notRun: [...this.#left], isHandedOver: true };
      if (this.goesOn) break;
      await this.#written.at(-1);
      if (!this.#mayGoOn(execution)) break;
    }
    const gone = this.#tellGone();
    return { runs: this.#runs, notRun: [...gone, ...this.#left], isHandedOver: false };
  }

  #tellGone(): readonly string[] {
    if (this.#gone.length > 0) {
      this.notes.push(`Cells that were deleted before their turn came: ${this.#gone.join(", ")}`);
    }
    return this.#gone;
  }

  /** A cell that waited in line in vain does not take the answer of the cells before it away. */
  async #dropped(execution: Execution, error: unknown): Promise<RunStatus> {
    if (!(error instanceof AppError) || error.code !== "kernel_busy") throw error;
    await this.#written.at(-1);
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
    this.notes.push(note);
    last.execution.note(note);
    return "stopped";
  }

  /** After a hand-over: the cell under way, then the rest, by themselves. */
  async finish(): Promise<void> {
    const last = this.#runs.at(-1);
    if (last?.status === "running") {
      await last.execution.ended;
      if (this.#mayGoOn(last.execution)) await this.#rest();
      if (this.notes.length === 0) this.#tellNotRun("It was the last");
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
    const { home, kernel, executions, notebooks, sessionId } = this.#options;
    this.#turn = { cellId };
    const cell = (await home.read(signal)).cells.find((one) => one.id === cellId);
    const lastCount = this.#waiting.take(cellId);
    if (cell === undefined) this.#gone.push(cellId);
    if (cell?.cell_type !== "code" || cell.source.trim() === "" || this.#isGivenAway) return undefined;
    const { source } = cell;
    const execution = kernel.execute({ sessionId, code: source, limits: notebookLimits });
    executions.add(execution);
    if (isMeantToFail(cell)) this.#meantToFail.add(execution);
    this.#turn = { cellId, execution };
    notebooks.ownRuns.begin(home.path, cellId, execution);
    const writer = this.#writer = new CellWriter({
      home,
      cellId,
      execution,
      lastCount,
      mayWrite: async () => await notebooks.visibility(home.path, home) === "no_browser",
      editLater: (edit) => notebooks.editLater(home.path, edit),
    });
    const written = writer.written
      .then(() => notebooks.ownRuns.remember(home.path, cellId, { source, count: execution.executionCount }))
      .catch((error: unknown) => {
        const reason = notWritten(error);
        this.unwritten.push(reason);
        execution.note(reason);
      })
      .finally(() => notebooks.ownRuns.end(home.path, cellId));
    this.#last = execution;
    this.#written.push(written);
    return execution;
  }
}
