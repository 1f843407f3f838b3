/** Bins of a histogram: round edges, whole numbers in bins of their own where they are few. */

import { niceStep, rounded } from "../draw/sheet/number_ticks.ts";
import { quantile } from "./aggregate.ts";

export interface Bins {
  /** One more than there are bins. */
  readonly edges: readonly number[];
  readonly step: number;
  /** Whether each bin is one whole number, with it in the middle. */
  readonly discrete: boolean;
  /** Whether the first bin holds all that is below its end, and the last all above its beginning. */
  readonly open: { readonly below: boolean; readonly above: boolean };
}

interface Wanted {
  readonly most: number;
  /** Whether they are for groups, which lie apart from each other, so that each has only some of them. */
  readonly parted?: boolean;
}

export interface BinOptions extends Wanted {
  readonly integer: boolean;
  /**
   * Where given, a few values that are so far away that most others would be in one bin are counted in the outermost
   * bins. The values of this list, such as those of lines, stay inside.
   */
  readonly inside?: readonly number[];
}

const closed = { below: false, above: false };

const fewest = 5;

/** Bins for ascending values. */
export function binsFor(sorted: ArrayLike<number>, options: BinOptions): Bins {
  const { integer, most, inside } = options;
  const low = sorted[0] ?? 0;
  const high = sorted[sorted.length - 1] ?? 1;
  if (integer && high - low < Math.min(most, 25)) return wholeBins(low, high);
  if (low === high) return around(low);
  const wanted = binStep((high - low) / wantedBins(sorted, options), integer);
  const step = options.parted === true ? finerStep(sorted, { step: wanted, integer }) : wanted;
  const core = inside === undefined ? null : coreOf(sorted, { step, inside });
  if (core !== null) return openBins(sorted, core, options);
  const first = Math.floor(low / step + 1e-9);
  // The last edge lies above the highest value, which would otherwise be alone on it.
  const last = Math.floor(high / step + 1e-9) + 1;
  const exact = Math.abs(high / step - Math.round(high / step)) < 1e-9 && last - 1 - first >= fewest;
  return { edges: edgesOf(first, exact ? last - 1 : last, step), step, discrete: false, open: closed };
}

/** Whole numbers are in bins of two or five of them: edges at multiples of three would be no round numbers. */
function binStep(rough: number, integer: boolean): number {
  const step = niceStep(rough, integer);
  return integer && step === 3 ? 2 : step;
}

/** Half of a step where it makes few bins, so that groups have some each, and the values are enough for more. */
function finerStep(sorted: ArrayLike<number>, { step, integer }: { step: number; integer: boolean }): number {
  const range = (sorted[sorted.length - 1] ?? 0) - (sorted[0] ?? 0);
  const finer = binStep(step / 2, integer);
  const isFew = range / step < 15;
  return isFew && range / finer <= 30 && sorted.length >= 5 * range / finer ? finer : step;
}

function edgesOf(first: number, last: number, step: number): number[] {
  const count = Math.min(500, last - first);
  return Array.from({ length: count + 1 }, (_, index) => rounded((first + index) * step, step));
}

/** A bin for each whole number; a single one has empty ones beside it. */
function wholeBins(low: number, high: number): Bins {
  const [first, last] = low === high ? [low - 2, high + 2] : [low, high];
  const edges = Array.from({ length: Math.max(1, last - first + 1) + 1 }, (_, index) => first - 0.5 + index);
  return { edges, step: 1, discrete: true, open: closed };
}

interface Core {
  readonly low: number;
  readonly high: number;
}

/** Where nearly all values lie; null where bins of a step show these well enough. */
function coreOf(
  sorted: ArrayLike<number>,
  { step, inside }: { readonly step: number; readonly inside: readonly number[] },
): Core | null {
  const [q1, q3] = [quantile(sorted, 0.25), quantile(sorted, 0.75)];
  // The middle half of them is in one bin.
  if (sorted.length < 20 || q3 <= q1 || q3 - q1 > step) return null;
  const reach = 3 * (q3 - q1);
  return {
    low: Math.max(sorted[0] ?? 0, Math.min(q1 - reach, ...inside)),
    high: Math.min(sorted[sorted.length - 1] ?? 0, Math.max(q3 + reach, ...inside)),
  };
}

function openBins(
  sorted: ArrayLike<number>,
  core: Core,
  options: BinOptions,
): Bins {
  const near = Array.from(sorted).filter((value) => value >= core.low && value <= core.high);
  const step = binStep((core.high - core.low) / wantedBins(near, options), options.integer);
  const first = Math.floor(core.low / step + 1e-9);
  const last = Math.ceil(core.high / step - 1e-9);
  const below = (sorted[0] ?? 0) < first * step;
  const above = (sorted[sorted.length - 1] ?? 0) >= last * step;
  return {
    edges: edgesOf(below ? first - 1 : first, above ? last + 1 : last, step),
    step,
    discrete: false,
    open: { below, above },
  };
}

function around(value: number): Bins {
  const step = value === 0 ? 1 : niceStep(Math.abs(value) / 5);
  const start = rounded(value - step / 2, step / 10);
  return {
    edges: [start - step, start, start + step, start + 2 * step],
    step,
    discrete: false,
    open: closed,
  };
}

/** After Sturges, and after Rice or Freedman and Diaconis where those want more, as where there are two peaks. */
function wantedBins(sorted: ArrayLike<number>, { most, parted = false }: Wanted): number {
  const sturges = Math.ceil(Math.log2(Math.max(2, sorted.length))) + 1;
  const rice = Math.ceil(2 * Math.cbrt(sorted.length));
  const fine = parted ? Math.ceil(1.2 * Math.sqrt(sorted.length)) : 0;
  const width = 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / Math.cbrt(Math.max(1, sorted.length));
  const range = (sorted[sorted.length - 1] ?? 0) - (sorted[0] ?? 0);
  const robust = width > 0 ? range / width : sturges;
  return Math.min(most, Math.max(fewest, sturges, rice, fine, Math.min(robust, 40)));
}

/** How many values each bin holds; the last edge belongs to the last bin. */
export function countInBins(values: Iterable<number>, { edges, step }: Bins): number[] {
  const counts = new Array<number>(edges.length - 1).fill(0);
  const first = edges[0] ?? 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const place = Math.floor((value - first) / step + 1e-9);
    const bin = Math.min(counts.length - 1, Math.max(0, place));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}
