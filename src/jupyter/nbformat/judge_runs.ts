/**
 * Which cells have changed since their runs, by what the kernel remembers to have run under their counts.
 *
 * A count may be left from an earlier life of the kernel, and another run has it now. So of a source that is not what
 * ran under its count, `changed` is said only
 * 1. where the cell is known to have its count from the kernel as it lives now, or
 * 2. where what ran is most like this cell, and no other cell has that source or that count.
 */

import { sourceSimilarity } from "./source_similarity.ts";
import { normalizeLineEnds } from "./source_text.ts";
import type { Cell } from "./notebook.ts";

export type Verdict = "same" | "changed";

export interface KernelInputs {
  /** What the kernel ran, by count. */
  readonly inputs: ReadonlyMap<number, string>;
  /** Whether a cell has its count from the kernel's present process or an earlier one; undefined where unknown. */
  readonly lifeOf: (cell: Cell) => "present" | "past" | undefined;
}

/** From 0 to 1; what has less in common with a cell is no earlier state of it. */
const leastLikeness = 0.6;

/** Of a cell of which nothing can be said there is no verdict. */
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

/** Whether what ran can only have been this cell. */
function isFormOf(cell: Cell, { input, codeCells, likeness }: Comparison): boolean {
  const own = likeness(input, cell.source);
  return own >= leastLikeness && codeCells.every((other) =>
    other === cell ||
    (other.execution_count !== cell.execution_count && !isSameInput(input, other) &&
      likeness(input, other.source) < own)
  );
}

/** IPython leaves out the line ends at the end of what it keeps. */
function isSameInput(input: string, { source }: Cell): boolean {
  return withoutEnd(input) === withoutEnd(source);
}

function withoutEnd(text: string): string {
  const lines = normalizeLineEnds(text);
  let end = lines.length;
  while (lines[end - 1] === "\n") end--;
  return lines.slice(0, end);
}
