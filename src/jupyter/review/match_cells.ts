/**
 * Matches the cells of two notebooks that need not share ids: copies, checkpoints, files from before ids existed.
 *
 * 1. Cells with the same id are the same, if both files store ids: otherwise ids are made from the content, and say no more.
 * 2. Of the others, equal ones in the same order are, then those of one type with the most similar sources: first between
 *    cells that were matched already, then anywhere.
 */

import { commonRuns } from "../../base/diff.ts";
import { storesIds } from "../nbformat/cell_ids.ts";
import type { Cell, Notebook } from "../nbformat/notebook.ts";
import { sourceSimilarity } from "../nbformat/source_similarity.ts";

/** Below this, two cells have little more in common than any two. */
const leastSimilar = 0.5;
/** Cells on either side that are compared with each other. */
const mostCompared = 400;

/** Places of the same cells: of the new one by that of the old one. */
type Pairs = Map<number, number>;

/** The old notebook with the ids of the new one on the cells that are the same. */
export function withMatchingIds(before: Notebook, after: Notebook): Notebook {
  const pairs = matchCells(before, after);
  const taken = new Set(after.cells.map(({ id }) => id));
  const ownId = (id: string | undefined, index: number) =>
    id === undefined || taken.has(id) ? `old-${index}` : id;
  return {
    ...before,
    cells: before.cells.map((cell, index) => {
      const place = pairs.get(index);
      return { ...cell, id: place === undefined ? ownId(cell.id, index) : after.cells[place]?.id };
    }),
  };
}

function matchCells(before: Notebook, after: Notebook): Pairs {
  const shareIds = storesIds(before) && storesIds(after);
  const ids = new Map(after.cells.map(({ id }, place) => [id, place]));
  const old = new Set(before.cells.map(({ id }) => id));
  const shared = (id: string | undefined) => shareIds && id !== undefined && ids.has(id) && old.has(id);
  const keyOf = (cell: Cell) => shared(cell.id) ? `id ${cell.id}` : `${cell.cell_type} ${cell.source}`;
  const pairs: Pairs = new Map();
  const inOrder: Pairs = new Map();
  for (const run of commonRuns(before.cells.map(keyOf), after.cells.map(keyOf))) {
    for (let step = 0; step < run.length; step++) inOrder.set(run.before + step, run.after + step);
  }
  for (const [index, { id }] of before.cells.entries()) {
    const place = shared(id) ? ids.get(id) : inOrder.get(index);
    if (place !== undefined) pairs.set(index, place);
  }
  const similarity = sourceSimilarity();
  const [gapBefore, gapAfter] = [gaps(before, inOrder.keys()), gaps(after, inOrder.values())];
  const [left, right] = [
    before.cells.map((cell, index) => ({ cell, index })).filter(({ index }) => !pairs.has(index)),
    unmatched(after, pairs),
  ].map((cells) => cells.slice(0, mostCompared));
  const scored = (left ?? []).flatMap((one) =>
    (right ?? []).filter(({ cell }) => cell.cell_type === one.cell.cell_type).map((other) => ({
      ...{ one: one.index, other: other.index },
      score: similarity(one.cell.source, other.cell.source),
      isBetween: gapBefore[one.index] === gapAfter[other.index],
    }))
  ).filter(({ score }) => score >= leastSimilar).toSorted((a, b) => b.score - a.score);
  const taken = new Set(pairs.values());
  for (const { one, other } of [...scored.filter(({ isBetween }) => isBetween), ...scored]) {
    if (pairs.has(one) || taken.has(other)) continue;
    pairs.set(one, other);
    taken.add(other);
  }
  return pairs;
}

function unmatched({ cells }: Notebook, pairs: Pairs) {
  const matched = new Set(pairs.values());
  return cells.map((cell, index) => ({ cell, index })).filter(({ index }) => !matched.has(index));
}

/** For each cell, the number of matched ones before it. */
function gaps({ cells }: Notebook, matched: Iterable<number>): readonly number[] {
  const places = new Set(matched);
  let gap = 0;
  return cells.map((_, index) => places.has(index) ? ++gap : gap);
}
