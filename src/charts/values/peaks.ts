/** Where a distribution has peaks of its own, with clear valleys between them. */

/** Fewer values make peaks by chance. */
const fewestValues = 30;
/** The part of all values that a peak has around it at least. */
const leastShare = 0.1;

/** The bins of the peaks in their order; one where there is no clear valley. */
export function peaksOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total < fewestValues) return [highest(counts, 0, counts.length)];
  return partsOf(counts, { from: 0, to: counts.length, least: total * leastShare })
    .map(({ from, to }) => highest(counts, from, to));
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Cuts at the deepest valley, and each side again. */
function partsOf(counts: readonly number[], part: Part & { readonly least: number }): Part[] {
  const { from, to, least } = part;
  const valleys = Array.from({ length: Math.max(0, to - from - 2) }, (_, index) => from + 1 + index)
    .filter((at) => isValley(counts, at, part));
  const [deepest] = valleys.toSorted((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0));
  if (deepest === undefined) return [{ from, to }];
  return [
    ...partsOf(counts, { from, to: deepest, least }),
    ...partsOf(counts, { from: deepest, to, least }),
  ];
}

/** Whether far fewer values are here than at a peak on each side, more than chance would make it. */
function isValley(
  counts: readonly number[],
  at: number,
  { from, to, least }: Part & { least: number },
): boolean {
  const depth = counts[at] ?? 0;
  const lower = Math.min(
    ...[highest(counts, from, at), highest(counts, at + 1, to)].map((top) => counts[top] ?? 0),
  );
  const isDeep = depth <= lower * 0.6 && lower - depth > 3 * Math.sqrt(lower + depth);
  const sumOf = (some: readonly number[]) => some.reduce((sum, count) => sum + count, 0);
  return isDeep && sumOf(counts.slice(from, at)) >= least && sumOf(counts.slice(at + 1, to)) >= least;
}

function highest(counts: readonly number[], from: number, to: number): number {
  let best = from;
  for (let at = from; at < to; at++) if ((counts[at] ?? 0) > (counts[best] ?? 0)) best = at;
  return best;
}
