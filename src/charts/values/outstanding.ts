/** Values far away from all others of their series: the first that a reader sees in a picture of several lines. */

import { quantile } from "./aggregate.ts";
import type { Series } from "./named_series.ts";

export interface Outstanding {
  /** The position of its series, and its own in it. */
  readonly series: number;
  readonly at: number;
  readonly value: number;
  /** What the series has in the middle. */
  readonly usual: number;
}

/** Fewer values have no middle to be far from. */
const fewestValues = 6;
/** So many times as far from the middle as three of four values are. */
const far = 6;
/** And so large a part of what all series reach over. */
const part = 0.3;
/** Where more stand out, none does. */
const most = 3;

/** At most one of each series, the farthest first. */
export function outstandingValues(series: readonly Series[]): Outstanding[] {
  const all = series.flatMap(({ values }) => present(values));
  const reach = all.reduce((high, value) => Math.max(high, value), -Infinity) -
    all.reduce((low, value) => Math.min(low, value), Infinity);
  const found = series.flatMap((one, index) => one.other ? [] : farthestOf(one.values, { index, reach }));
  return found.length > most
    ? []
    : found.toSorted((a, b) => Math.abs(b.value - b.usual) - Math.abs(a.value - a.usual));
}

function farthestOf(
  values: Float64Array,
  { index, reach }: { readonly index: number; readonly reach: number },
): Outstanding[] {
  const own = present(values);
  if (own.length < fewestValues) return [];
  const usual = middleOf(own, 0.5);
  const distances = own.map((value) => Math.abs(value - usual));
  const least = Math.max(far * middleOf(distances, 0.75), part * reach);
  const beyond = Array.from(values.keys()).filter((at) => Math.abs((values[at] ?? NaN) - usual) > least);
  const distance = (at: number) => Math.abs((values[at] ?? 0) - usual);
  const [at] = beyond.toSorted((a, b) => distance(b) - distance(a));
  // The last value is told in any case.
  const isLast = at === values.findLastIndex((value) => !Number.isNaN(value));
  return at === undefined || isLast ? [] : [{ series: index, at, value: values[at] ?? 0, usual }];
}

function present(values: Float64Array): number[] {
  return Array.from(values).filter((value) => !Number.isNaN(value));
}

function middleOf(values: readonly number[], part: number): number {
  return quantile(Float64Array.from(values).sort(), part);
}
