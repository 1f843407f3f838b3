/**
 * Matches the cells of two notebooks that need not share ids: copies, checkpoints, files from before ids existed.
 *
 * Cells with the same id are the same. Of the others, those of one type with the most similar sources are.
 */

import type { Cell, Notebook } from "../nbformat/notebook.ts";
import { sourceSimilarity } from "../nbformat/source_similarity.ts";

/** Below this, two cells have little more in common than any two. */
const leastSimilar = 0.5;
/** Cells on either side that are compared with each other. */
const mostCompared = 400;

/** The old notebook with the ids of the new one on the cells that are the same. */
export function withMatchingIds(before: Notebook, after: Notebook): Notebook {
  const ids = new Set(after.cells.map(({ id }) => id));
  const known = new Set(before.cells.map(({ id }) => id));
  const left = before.cells.filter(({ id }) => !ids.has(id)).slice(0, mostCompared);
  const right = after.cells.filter(({ id }) => !known.has(id)).slice(0, mostCompared);
  const pairs = bestPairs(left, right);
  return {
    ...before,
    cells: before.cells.map((cell, index) => ({
      ...cell,
      id: pairs.get(cell)?.id ?? cell.id ?? `old-${index}`,
    })),
  };
}

function bestPairs(left: readonly Cell[], right: readonly Cell[]): ReadonlyMap<Cell, Cell> {
  const similarity = sourceSimilarity();
  const candidates = left.flatMap((old) =>
    right.filter(({ cell_type }) => cell_type === old.cell_type)
      .map((now) => ({ old, now, score: similarity(old.source, now.source) }))
  ).filter(({ score }) => score >= leastSimilar).sort((one, other) => other.score - one.score);
  const pairs = new Map<Cell, Cell>();
  const taken = new Set<Cell>();
  for (const { old, now } of candidates) {
    if (pairs.has(old) || taken.has(now)) continue;
    pairs.set(old, now);
    taken.add(now);
  }
  return pairs;
}
