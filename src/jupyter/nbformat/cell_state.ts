/**
 * What a reader should know about a code cell: whether it was run, whether it failed, whether it has changed since.
 *
 * The format does not keep the source that was run. So `changed` is said only where that is known otherwise: of runs
 * that this process made or has seen, while the cell still shows that run (its count is the run's), and of those that
 * the kernel remembers. Of other runs nothing is claimed.
 */

import type { Cell } from "./notebook.ts";
import type { Verdict } from "./judge_runs.ts";
import { normalizeLineEnds } from "./source_text.ts";

export type CellState =
  | { readonly kind: "never_run" }
  | { readonly kind: "running" }
  /** We run it after the cells before it, ours or a person's. */
  | { readonly kind: "waiting" }
  /** Marked as running by somebody who has gone: the kernel runs nothing. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "run" | "failed"; readonly count: number | null; readonly changed: boolean };

/** What ran, by us or as we saw it, and the count that the kernel gave the run. */
export interface KnownRun {
  readonly source: string;
  readonly count: number | null;
}

export interface CellStateOptions {
  readonly known?: KnownRun | undefined;
  /** What the kernel's memory says of it. */
  readonly verdict?: Verdict | undefined;
  /** We run it, which a file does not tell. */
  readonly isRunning?: boolean;
  /** We run it when those before it are through. */
  readonly isWaiting?: boolean;
  /** The notebook's kernel may be at work on it. */
  readonly isBusy?: boolean | undefined;
}

/** The state of a code cell; null for other cells. */
export function cellState(cell: Cell, options: CellStateOptions = {}): CellState | null {
  const { isRunning = false, isWaiting = false, isBusy = true } = options;
  if (cell.cell_type !== "code") return null;
  if (isRunning) return { kind: "running" };
  if (isWaiting) return { kind: "waiting" };
  if (cell.execution_state === "running") return { kind: isBusy ? "running" : "interrupted" };
  const count = cell.execution_count ?? null;
  const outputs = cell.outputs ?? [];
  if (count === null && outputs.length === 0) return { kind: "never_run" };
  const failed = outputs.some((output) => output.output_type === "error");
  return { kind: failed ? "failed" : "run", count, changed: isChanged(cell, options) };
}

function isChanged(cell: Cell, { known, verdict }: CellStateOptions): boolean {
  if (verdict === "same") return false;
  if (known !== undefined && known.count !== null && known.count === cell.execution_count) {
    return normalizeLineEnds(known.source) !== normalizeLineEnds(cell.source);
  }
  return verdict === "changed";
}
