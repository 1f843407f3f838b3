/**
 * What a reader should know about a code cell: whether it was run, whether it failed, whether it has changed since.
 *
 * The format does not keep the source that was run. So `changed` is said only of cells that this process ran itself,
 * and only while the cell still shows that run: its count is the run's. Of runs by others nothing is claimed.
 */

import type { Cell } from "./notebook.ts";
import { unixLines } from "./line_ends.ts";

export type CellState =
  | { readonly kind: "never_run" }
  | { readonly kind: "running" }
  /** We run it after the cells before it. */
  | { readonly kind: "waiting" }
  /** Marked as running by somebody who has gone: the kernel runs nothing. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "run" | "failed"; readonly count: number | null; readonly changed: boolean };

/** What we ran, and the count that the kernel gave the run. */
export interface OwnRun {
  readonly source: string;
  readonly count: number | null;
}

export interface CellStateOptions {
  readonly own?: OwnRun | undefined;
  /** We run it, which a file does not tell. */
  readonly isRunning?: boolean;
  /** We run it when those before it are through. */
  readonly isWaiting?: boolean;
  /** The notebook's kernel may be at work on it. */
  readonly isBusy?: boolean;
}

/** The state of a code cell; null for other cells. */
export function cellState(cell: Cell, options: CellStateOptions = {}): CellState | null {
  const { own, isRunning = false, isWaiting = false, isBusy = true } = options;
  if (cell.cell_type !== "code") return null;
  if (isRunning) return { kind: "running" };
  if (isWaiting) return { kind: "waiting" };
  if (cell.execution_state === "running") return { kind: isBusy ? "running" : "interrupted" };
  const count = cell.execution_count ?? null;
  const outputs = cell.outputs ?? [];
  if (count === null && outputs.length === 0) return { kind: "never_run" };
  const failed = outputs.some((output) => output.output_type === "error");
  return { kind: failed ? "failed" : "run", count, changed: isChanged(cell, own) };
}

function isChanged(cell: Cell, own: OwnRun | undefined): boolean {
  if (own === undefined || own.count === null || own.count !== cell.execution_count) return false;
  return unixLines(own.source) !== unixLines(cell.source);
}
