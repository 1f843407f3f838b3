/**
 * Runs a copy of a notebook from top to bottom in a fresh kernel.
 *
 * 1. Notebook, its kernel and its session stay as they are: the copy is in memory, and the kernel belongs to no session and
 *    is ended in any case. What the code itself writes is the person's business.
 * 2. The kernel has the notebook's kernelspec and starts in the notebook's folder.
 * 3. The first error ends the run, as it does in JupyterLab, unless the cell is tagged as meant to fail.
 */

import { AppError } from "../../base/errors.ts";
import { canReadNames, type CellNames, readCellNames } from "../inspect/cell_names.ts";
import { awaitRun } from "../kernel/await_run.ts";
import type { Execution, RunStatus } from "../kernel/execution.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { recordedOutputLimits } from "../kernel/output_collector.ts";
import type { Cell, CellOutput, Notebook } from "../nbformat/notebook.ts";
import { expectsError } from "../nbformat/cell_run_edits.ts";
import type { JupyterHttp } from "../rest/http.ts";
import { getKernelspecs } from "../rest/kernelspecs.ts";
import { findKernelspec } from "../sessions/find_kernelspec.ts";
import type { CurrentCell } from "./cell_batch.ts";
import { type FreshKernelServices, withFreshKernel } from "./fresh_kernel.ts";

interface VerifyOptions {
  readonly path: string;
  readonly notebook: Notebook;
  /** Only reads the code. */
  readonly isStatic: boolean;
  /** Seconds for all cells together. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** Called when a cell's run begins; the function it returns is called when the run ends. */
  readonly onCell: (execution: Execution, cell: CurrentCell) => () => void;
}

/** A code cell of the notebook. */
interface CodeCell {
  readonly index: number;
  readonly cell: Cell;
}

export interface CopiedRun extends CodeCell {
  readonly status: RunStatus;
  readonly seconds: number;
  readonly outputs: readonly CellOutput[];
  /** Whether `outputs` are all of them: the server drops output that comes too fast, and we keep a limited amount. */
  readonly isWhole: boolean;
  /** Whether it failed although it should not. */
  readonly isFailure: boolean;
}

export interface Verification {
  /** Undefined if the notebook's kernelspec is not installed. */
  readonly language: string | undefined;
  readonly cells: readonly CodeCell[];
  /** Of each code cell; undefined if the language's code cannot be read. */
  readonly names: readonly CellNames[] | undefined;
  /** The cells that ran, up to the first failure. */
  readonly runs: readonly CopiedRun[];
}

export async function verifyNotebook(
  services: FreshKernelServices,
  options: VerifyOptions,
): Promise<Verification> {
  const { path, notebook, isStatic, signal } = options;
  const { http } = services;
  const cells = notebook.cells.flatMap((cell, index): CodeCell[] =>
    cell.cell_type === "code" && cell.source.trim() !== "" ? [{ index, cell }] : []
  );
  const kernelName = await kernelNameOf(http, notebook, signal).catch((error) => {
    if (isStatic && error instanceof AppError && error.code === "kernelspec_not_found") return undefined;
    throw error;
  });
  if (kernelName === undefined) return { language: undefined, cells, names: undefined, runs: [] };
  return await withFreshKernel(services, { name: kernelName, path, signal }, async (kernel) => {
    const { language } = kernel.inspector.info;
    const sources = cells.map(({ cell }) => cell.source);
    const names = canReadNames(kernel) ? await readCellNames(kernel, sources, signal) : undefined;
    const runs = isStatic ? [] : await runAll(kernel, cells, options);
    return { language, cells, names, runs };
  });
}

async function kernelNameOf(http: JupyterHttp, { metadata }: Notebook, signal: AbortSignal): Promise<string> {
  const specs = await getKernelspecs(http, signal);
  const spec = metadata["kernelspec"];
  const named = typeof spec === "object" && spec !== null && "name" in spec ? spec.name : undefined;
  return findKernelspec(specs, typeof named === "string" && named !== "" ? named : specs.default).name;
}

async function runAll(
  kernel: Kernel,
  cells: readonly CodeCell[],
  { timeout, signal, onCell }: VerifyOptions,
): Promise<readonly CopiedRun[]> {
  const deadline = performance.now() + timeout * 1_000;
  const runs: CopiedRun[] = [];
  for (const [number, { index, cell }] of cells.entries()) {
    const execution = kernel.execute({ sessionId: "", code: cell.source, limits: recordedOutputLimits });
    const done = onCell(execution, { cellId: cell.id ?? "", index, number: number + 1 });
    const seconds = Math.max(0.001, (deadline - performance.now()) / 1_000);
    const status = await awaitRun(kernel, execution, { timeout: seconds, onTimeout: "interrupt", signal })
      .catch((error) => statusOf(execution, error))
      .finally(done);
    const isFailure = status !== "ok" && !(status === "error" && expectsError(cell));
    runs.push({
      index,
      cell,
      status,
      seconds: execution.elapsed / 1_000,
      outputs: execution.outputs.forNotebook({ isOver: true }).map((output) => ({ ...output })),
      isWhole: isWhole(execution),
      isFailure,
    });
    if (isFailure) break;
  }
  return runs;
}

function isWhole({ outputs: { dropped, limitedByServer } }: Execution): boolean {
  return !limitedByServer && dropped.textBytes === 0 && dropped.outputs === 0;
}

/** A kernel that ends is a result of the verification, not a failure of it. */
function statusOf(execution: Execution, error: unknown): RunStatus {
  if (error instanceof AppError && execution.status !== "running") return execution.status;
  throw error;
}
