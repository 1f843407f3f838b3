/**
 * What a reader should know about a code cell: whether it was run, whether it failed, whether it has changed since.
 *
 * The format does not store the source that was run. So `changed` is reported only if that source is known otherwise: from
 * runs that this process made or has seen, while the cell still shows that run (its count is the run's), and from what the
 * kernel remembers. Nothing is claimed about other runs.
 */

import type { Cell } from "./notebook.ts";
import { normalizeLineEnds } from "./source_text.ts";
import { sourceSimilarity } from "./source_similarity.ts";
export type CellState =
  | { readonly kind: "never_run" }
  | { readonly kind: "running" }
  /** We run it after the cells before it, whoever started those. */
  | { readonly kind: "waiting" }
  /** Marked as running by someone who has gone: the kernel runs nothing. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "run" | "failed"; readonly count: number | null; readonly changed: boolean };

/** What ran, by us or as we saw it, and the count that the kernel gave the run. */
export interface KnownRun {
  readonly source: string;
  readonly count: number | null;
}

export interface CellStateOptions {
  readonly known?: KnownRun | undefined;
  /** What the kernel's history says about it. */
  readonly verdict?: Verdict | undefined;
  /** We run it, which the file does not show. */
  readonly isRunning?: boolean;
  /** We run it when those before it have ended. */
  readonly isWaiting?: boolean;
  /** Whether the notebook's kernel may be running it. */
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

export type Verdict = "same" | "changed";

interface KernelInputs {
  /** What the kernel ran, by count. */
  readonly inputs: ReadonlyMap<number, string>;
  /** Whether a cell has its count from the kernel's present process or an earlier one; undefined if unknown. */
  readonly lifeOf: (cell: Cell) => "present" | "past" | undefined;
}

/** From 0 to 1; a source with a lower similarity is not an earlier state of a cell. */
const leastLikeness = 0.6;

/**
 * Compares cells with what the kernel remembers to have run under their counts; a cell about which nothing is known is left out.
 *
 * A count may be left over from an earlier kernel process, and another run has it now. So a cell whose source is not what ran
 * under its count is `changed` only if
 * 1. its count is known to come from the current kernel process, or
 * 2. what ran is most similar to this cell, and no other cell has that source or that count.
 */
export function compareWithHistory(cells: readonly Cell[], runs: KernelInputs): ReadonlyMap<Cell, Verdict> {
  const { inputs, lifeOf } = runs;
  const codeCells = cells.filter((cell) => cell.cell_type === "code");
  const likeness = sourceSimilarity();
  const verdictOf = (cell: Cell): Verdict | undefined => {
    const input = inputs.get(cell.execution_count ?? 0);
    if (input === undefined) return undefined;
    if (isSameInput(input, cell)) return "same";
    const life = lifeOf(cell);
    const isChanged = life === "present" ||
      (life === undefined && isFormOf(cell, { input, codeCells, likeness }));
    return isChanged ? "changed" : undefined;
  };
  return new Map(codeCells.flatMap((cell) => {
    const verdict = verdictOf(cell);
    return verdict === undefined ? [] : [[cell, verdict] as const];
  }));
}

interface Comparison {
  readonly input: string;
  readonly codeCells: readonly Cell[];
  readonly likeness: (one: string, other: string) => number;
}

/** Whether what ran must have been this cell. */
function isFormOf(cell: Cell, { input, codeCells, likeness }: Comparison): boolean {
  const own = likeness(input, cell.source);
  return own >= leastLikeness && codeCells.every((other) =>
    other === cell ||
    (other.execution_count !== cell.execution_count && !isSameInput(input, other) &&
      likeness(input, other.source) < own)
  );
}

/** IPython strips line ends from the end of what it stores. */
function isSameInput(input: string, { source }: Cell): boolean {
  return withoutEnd(input) === withoutEnd(source);
}

function withoutEnd(text: string): string {
  const lines = normalizeLineEnds(text);
  let end = lines.length;
  while (lines[end - 1] === "\n") end--;
  return lines.slice(0, end);
}
