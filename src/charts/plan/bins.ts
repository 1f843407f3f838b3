/** Bins of a histogram: round edges, whole numbers in bins of their own if they are few, far values in open bins. */

// @ts-types="@types/d3-array"
import { thresholdFreedmanDiaconis, tickStep } from "d3-array";
import { quantile } from "./values.ts";

export interface Bins {
  /** One more than there are bins. */
  readonly edges: readonly number[];
  readonly step: number;
  /** Whether each bin is one whole number, with it in the middle. */
  readonly discrete: boolean;
  /** Whether the first bin holds all that is below its end, and the last all above its beginning. */
  readonly open: { readonly below: boolean; readonly above: boolean };
}

export interface BinOptions {
  readonly most: number;
  readonly integer: boolean;
  /** The number of bins that the caller wants, exactly. */
  readonly wanted?: number | undefined;
  /**
   * If given, values so far away that most others would be in one bin are counted in the outermost bins. The values of
   * this list, such as those of lines, stay inside.
   */
  readonly inside?: readonly number[];
}

const closed = { below: false, above: false };
const fewest = 5;

/** Bins for ascending values. */
export function binsFor(sorted: Float64Array, options: BinOptions): Bins {
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 1;
  const { integer, most, wanted, inside } = options;
  if (low === high) return around(low);
  if (integer && wanted === undefined && high - low < Math.min(most, 25)) return wholeBins(low, high);
  if (wanted !== undefined) return exactBins(low, high, wanted, integer);
  const step = stepFor(low, high, binCount(sorted, most), integer);
  const core = inside === undefined ? null : coreOf(sorted, { step, inside });
  if (core !== null) return openBins(sorted, core, options);
  const first = Math.floor(low / step + 1e-9);
  const end = high / step;
  // The last edge lies above the highest value, unless this would be alone in its bin.
  const isEdge = Math.abs(end - Math.round(end)) < 1e-9 && Math.round(end) - first >= fewest;
  const last = isEdge ? Math.round(end) : Math.floor(end + 1e-9) + 1;
  return { edges: edgesOf(first, last, step), step, discrete: false, open: closed };
}

const roundFactors = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 15, 20] as const;

/** So many bins of the shortest round step with which they hold all values. */
function exactBins(low: number, high: number, count: number, integer: boolean): Bins {
  const power = 10 ** Math.floor(Math.log10((high - low) / count));
  const holds = (step: number) => (Math.floor(low / step + 1e-9) + count) * step >= high - step * 1e-9;
  const step = roundFactors.map((factor) => factor * power)
    .find((step) => (!integer || Number.isInteger(step)) && holds(step)) ??
    Math.max((high - low) / count, integer ? 1 : 0);
  const first = Math.floor(low / step + 1e-9);
  return { edges: edgesOf(first, first + count, step), step, discrete: false, open: closed };
}

function stepFor(low: number, high: number, count: number, integer: boolean): number {
  const step = tickStep(low, high, count);
  return integer ? Math.max(1, Math.round(step)) : step;
}

function binCount(sorted: Float64Array, most: number): number {
  const sturges = Math.ceil(Math.log2(Math.max(2, sorted.length))) + 1;
  const rice = Math.ceil(2 * Math.cbrt(sorted.length));
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  const robust = Math.min(40, thresholdFreedmanDiaconis(sorted, low, high) || sturges);
  return Math.min(most, Math.max(fewest, sturges, rice, robust));
}

function edgesOf(first: number, last: number, step: number): number[] {
  const digits = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(step))));
  const count = Math.min(500, last - first);
  return Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toFixed(digits)));
}

/** A bin for each whole number; a single one has empty ones beside it. */
function wholeBins(low: number, high: number): Bins {
  const [first, last] = low === high ? [low - 2, high + 2] : [low, high];
  const edges = Array.from({ length: last - first + 2 }, (_, at) => first - 0.5 + at);
  return { edges, step: 1, discrete: true, open: closed };
}

function around(value: number): Bins {
  const step = value === 0 ? 1 : tickStep(0, Math.abs(value), 5);
  const start = value - step / 2;
  return {
    edges: [start - step, start, start + step, start + 2 * step],
    step,
    discrete: false,
    open: closed,
  };
}

interface Core {
  readonly low: number;
  readonly high: number;
}

/** Where nearly all values lie; null if bins of a step show these well enough. */
function coreOf(
  sorted: Float64Array,
  { step, inside }: { readonly step: number; readonly inside: readonly number[] },
): Core | null {
  const q1 = quantile(sorted, 0.25);
  const q3 = quantile(sorted, 0.75);
  if (sorted.length < 20 || q3 <= q1 || q3 - q1 > 2 * step) return null;
  const reach = 3 * (q3 - q1);
  return {
    low: Math.max(sorted[0] ?? 0, Math.min(q1 - reach, ...inside)),
    high: Math.min(sorted.at(-1) ?? 0, Math.max(q3 + reach, ...inside)),
  };
}

function openBins(sorted: Float64Array, core: Core, { most, integer }: BinOptions): Bins {
  const near = sorted.filter((value) => value >= core.low && value <= core.high);
  const step = stepFor(core.low, core.high, binCount(near, most), integer);
  const first = Math.floor(core.low / step + 1e-9);
  const last = Math.ceil(core.high / step - 1e-9);
  const below = (sorted[0] ?? 0) < first * step;
  const above = (sorted.at(-1) ?? 0) >= last * step;
  const edges = edgesOf(below ? first - 1 : first, above ? last + 1 : last, step);
  return { edges, step, discrete: false, open: { below, above } };
}

/** How many values each bin holds; the last edge belongs to the last bin. */
export function countInBins(values: Iterable<number>, { edges, step }: Bins): Float64Array {
  const counts = new Float64Array(edges.length - 1);
  const first = edges[0] ?? 0;
  for (const value of values) {
    const place = Math.floor((value - first) / step + 1e-9);
    const bin = Math.min(counts.length - 1, Math.max(0, place));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
