/**
 * The bins of a histogram, as Plotly takes them: those that it gives, or round ones, shifted so that whole numbers,
 * days and the like lie in the middle of theirs.
 * https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`autoBin`)
 */

import type { AxisKind } from "./axis.ts";
import { alignedBefore, binBefore, powerBelow, roundStep, type Step, stepped } from "./bin_steps.ts";
import { day } from "./durations.ts";

interface BinWishes {
  readonly kind: AxisKind;
  /** As many bins at most; null where that is not said. */
  readonly count: number | null;
  /** Where one of them begins. */
  readonly origin: number | null;
  /** From where to where values are counted. */
  readonly start: number | null;
  readonly end: number | null;
  readonly step: Step | null;
}

/** More is a mistake. */
const mostBins = 5_000;

/** Where bins begin, and at last where the last of them ends. */
export function binEdges(values: readonly number[], wishes: BinWishes): readonly number[] {
  const sorted = Float64Array.from(values).sort();
  const [least, most] = [sorted[0] ?? 0, sorted.at(-1) ?? 1];
  const { step, origin } = wishes.step === null
    ? roundStep(roughWidth(sorted, wishes.count), wishes.kind)
    : { step: wishes.step, origin: wishes.kind === "date" ? Date.UTC(2000, 0, 1) : 0 };
  const first = binBefore(least, step, origin);
  const given = wishes.start ?? wishes.origin;
  const start = given !== null && Number.isFinite(given)
    ? alignedBefore(given, step, wishes.origin ?? given)
    : step.kind === "even"
    ? shiftedEven(first, step.size, { sorted, kind: wishes.kind })
    : shiftedMonths(first, step, sorted);
  const edges = [start];
  // The end of a bin may be a hair beyond that of all.
  const hair = (stepped(start, step) - start) / 1e6;
  const isOver = (place: number) => wishes.end === null ? place > most : place >= wishes.end - hair;
  while (edges.length <= mostBins && !isOver(edges.at(-1) ?? Infinity)) {
    edges.push(stepped(start, step, edges.length));
  }
  return edges.length > 1 ? edges : [start, stepped(start, step)];
}

/** About how wide bins are: of as many as asked for, else as values are spread, but not narrower than their distance. */
function roughWidth(sorted: Float64Array, count: number | null): number {
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  if (count !== null && range > 0) return range / count;
  const closest = leastDistance(sorted);
  const power = powerBelow(closest);
  const distance = power * ([9.9, 4.9, 1.9].find((factor) => factor <= closest / power) ?? 0.9);
  return Math.max(distance, 2 * deviation(sorted) / sorted.length ** 0.4) || 1;
}

function leastDistance(sorted: Float64Array): number {
  const range = (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) || 1;
  const error = range / Math.max(1, sorted.length - 1) / 10_000;
  let [least, before] = [range, sorted[0] ?? 0];
  for (const value of sorted) {
    if (value - before <= error) continue;
    least = Math.min(least, value - before);
    before = value;
  }
  return least;
}

function deviation(values: Float64Array): number {
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - average) ** 2, 0) / values.length);
}

/** Values that lie on the edges of bins are moved into the middle of them. */
function shiftedEven(
  start: number,
  size: number,
  { sorted, kind }: { readonly sorted: Float64Array; readonly kind: AxisKind },
): number {
  const [least = 0, most = 0] = [sorted[0], sorted.at(-1)];
  if (kind !== "date" && sorted.every(Number.isInteger)) {
    if (size < 1) return least - size / 2;
    return start - 0.5 + size < least ? start - 0.5 + size : start - 0.5;
  }
  const isEdge = (value: number) => (1 + (value - start) * 100 / size) % 100 < 2;
  const [edges, middles] = [0, size / 2].map((shift) =>
    sorted.filter((value) => isEdge(value + shift)).length
  );
  const isOnEdges = (edges ?? 0) > sorted.length * 0.3 || isEdge(least) || isEdge(most);
  if (!isOnEdges || (middles ?? 0) >= sorted.length * 0.1) return start;
  return start + size / 2 < least ? start + size / 2 : start - size / 2;
}

/** Bins of months begin between days, of dates that are first days of months between those. */
function shiftedMonths(
  start: number,
  step: Extract<Step, { kind: "months" }>,
  sorted: Float64Array,
): number {
  const share = (isSuch: (date: Date) => boolean) =>
    sorted.filter((value) => value % day === 0 && isSuch(new Date(value))).length / sorted.length;
  if (share(() => true) <= 0.8) return start;
  const areMonths = share((date) => date.getUTCDate() === 1) > 0.8;
  const areYears = areMonths && share((date) => date.getUTCDate() === 1 && date.getUTCMonth() === 0) > 0.8;
  const shifted = areYears && step.months % 12 === 0
    ? stepped(start, { kind: "months", months: 6 }, -1) + 1.5 * day
    : areMonths
    ? stepped(start, { kind: "months", months: 1 }, -1) + 15.5 * day
    : start - day / 2;
  const next = stepped(shifted, step);
  return next <= (sorted[0] ?? 0) ? next : shifted;
}

/** The bin of a value; null of one outside. */
export function binOf(edges: readonly number[], value: number): number | null {
  let [low, high] = [0, edges.length - 1];
  // What lies on an edge belongs to the bin after it, also where the edge was rounded.
  const slack = ((edges[1] ?? 0) - (edges[0] ?? 0)) * 1e-9;
  if (value + slack < (edges[0] ?? 0) || value + slack >= (edges[high] ?? 0)) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (value + slack >= (edges[middle] ?? 0)) low = middle;
    else high = middle;
  }
  return low;
}
