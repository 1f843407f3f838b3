/** Bins of a histogram: round edges, whole numbers in bins of their own where they are few. */

import { quantile } from "./aggregate.ts";
import { niceStep, rounded } from "../sheet/number_ticks.ts";

export interface Bins {
  /** One more than there are bins. */
  readonly edges: readonly number[];
  readonly step: number;
  /** Whether each bin is one whole number, with it in the middle. */
  readonly discrete: boolean;
}

export interface BinOptions {
  readonly integer: boolean;
  readonly most: number;
}

const fewest = 5;

/** Bins for ascending values. */
export function binsFor(sorted: ArrayLike<number>, { integer, most }: BinOptions): Bins {
  const low = sorted[0] ?? 0;
  const high = sorted[sorted.length - 1] ?? 1;
  if (integer && high - low < Math.min(most, 25)) {
    const count = Math.max(1, high - low + 1);
    return {
      edges: Array.from({ length: count + 1 }, (_, index) => low - 0.5 + index),
      step: 1,
      discrete: true,
    };
  }
  if (low === high) return around(low);
  const step = niceStep((high - low) / wantedBins(sorted, most), integer);
  const first = Math.floor(low / step + 1e-9);
  // The last edge lies above the highest value, which would otherwise be alone on it.
  const last = Math.floor(high / step + 1e-9) + 1;
  const exact = Math.abs(high / step - Math.round(high / step)) < 1e-9 && last - 1 - first >= fewest;
  const count = Math.min(500, (exact ? last - 1 : last) - first);
  return {
    edges: Array.from({ length: count + 1 }, (_, index) => rounded((first + index) * step, step)),
    step,
    discrete: false,
  };
}

function around(value: number): Bins {
  const step = value === 0 ? 1 : niceStep(Math.abs(value) / 5);
  const start = rounded(value - step / 2, step / 10);
  return { edges: [start - step, start, start + step, start + 2 * step], step, discrete: false };
}

/** After Sturges, and after Freedman and Diaconis where those want more. */
function wantedBins(sorted: ArrayLike<number>, most: number): number {
  const sturges = Math.ceil(Math.log2(Math.max(2, sorted.length))) + 1;
  const width = 2 * (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / Math.cbrt(Math.max(1, sorted.length));
  const range = (sorted[sorted.length - 1] ?? 0) - (sorted[0] ?? 0);
  const robust = width > 0 ? range / width : sturges;
  return Math.min(most, Math.max(fewest, sturges, Math.min(robust, 40)));
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
