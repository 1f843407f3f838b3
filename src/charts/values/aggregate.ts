/** Values of many rows as one value for each key. */

import type { Aggregation } from "../read/find_intent.ts";
import type { NumberColumn } from "../table/column.ts";
import { isPercentile, percentOf } from "./aggregation_for.ts";

export interface Aggregated {
  /** One for each key; NaN where a key has no value. */
  readonly values: Float64Array;
  readonly counts: Int32Array;
}

/** What the rows hold. */
export interface RowValues {
  /** Null to count rows. */
  readonly values: Float64Array | null;
  /** What the value of each row was divided by, where it is a ratio. */
  readonly divisors?: Float64Array | undefined;
}

export interface AggregateInput extends RowValues {
  /** The key of each row; negative for rows to leave out. */
  readonly keys: Int32Array;
  readonly size: number;
  /** Rows of the whole table for each of these: sums and counts are estimates of the whole. */
  readonly scale?: number;
}

/** The values of a column, or none where rows are counted. */
export function valuesOf(column: NumberColumn | null): RowValues {
  return { values: column?.values() ?? null, divisors: column?.ratio?.divisors() };
}

export function aggregate(input: AggregateInput, kind: Aggregation): Aggregated {
  const { scale = 1 } = input;
  const found = ofTheseRows(input, kind);
  if (scale === 1 || !isScaled(input, { kind, found })) return found;
  const isCount = input.values === null || kind === "count";
  const scaled = found.values.map((value) => isCount ? Math.round(value * scale) : value * scale);
  return { ...found, values: scaled };
}

/** One row for each key is no part of a sum: it is the value itself. */
function isScaled(
  { values }: AggregateInput,
  { kind, found }: { readonly kind: Aggregation; readonly found: Aggregated },
): boolean {
  return (values === null || kind === "count" || kind === "sum") && found.counts.some((count) => count > 1);
}

function ofTheseRows({ keys, size, values, divisors }: AggregateInput, kind: Aggregation): Aggregated {
  const counts = new Int32Array(size);
  const result = new Float64Array(size);
  if (values === null || kind === "count") return counted({ keys, size, values }, { counts, result });
  if (kind === "median") return quantiles({ keys, size, values }, 0.5);
  if (isPercentile(kind)) return quantiles({ keys, size, values }, percentOf(kind) / 100);
  if (kind === "variance") return variances({ keys, size, values });
  if (kind === "deviation") {
    const squares = variances({ keys, size, values });
    return { ...squares, values: squares.values.map(Math.sqrt) };
  }
  if (kind === "ratio" && divisors !== undefined) return ratios({ keys, size, values }, divisors);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] ?? -1;
    const value = values[row] ?? NaN;
    if (key < 0 || Number.isNaN(value)) continue;
    const before = result[key] ?? 0;
    if (counts[key] === 0) result[key] = value;
    else if (kind === "max") result[key] = Math.max(before, value);
    else if (kind === "min") result[key] = Math.min(before, value);
    else result[key] = before + value;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  for (let key = 0; key < size; key++) {
    const count = counts[key] ?? 0;
    if (count === 0) result[key] = NaN;
    else if (kind === "mean" || kind === "share") result[key] = (result[key] ?? 0) / count;
  }
  return { values: result, counts };
}

function counted(
  { keys, values }: AggregateInput,
  { counts, result }: { counts: Int32Array; result: Float64Array },
): Aggregated {
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] ?? -1;
    if (key < 0 || (values !== null && Number.isNaN(values[row] ?? NaN))) continue;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  for (let key = 0; key < counts.length; key++) result[key] = counts[key] ?? 0;
  return { values: result, counts };
}

function quantiles(input: AggregateInput, share: number): Aggregated {
  return ofLists(input, (list) => quantile(list, share));
}

/** Those of a sample; a single value has none. */
function variances(input: AggregateInput): Aggregated {
  return ofLists(input, (list) => {
    const middle = mean(list);
    return list.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (list.length - 1);
  });
}

function ofLists(input: AggregateInput, valueOf: (list: readonly number[]) => number): Aggregated {
  const lists = valuesByKey(input);
  return {
    values: Float64Array.from(lists, valueOf),
    counts: Int32Array.from(lists, ({ length }) => length),
  };
}

/** Of several rows the ratio of their sums, in which a large one counts more than a small one. */
function ratios({ keys, size, values }: AggregateInput, divisors: Float64Array): Aggregated {
  const divided = divisors.map((divisor, row) => divisor * (values?.[row] ?? NaN));
  const known = divisors.map((divisor, row) => Number.isNaN(divided[row] ?? NaN) ? NaN : divisor);
  const above = ofTheseRows({ keys, size, values: divided }, "sum");
  const below = ofTheseRows({ keys, size, values: known }, "sum");
  return {
    ...above,
    values: above.values.map((sum, key) => below.values[key] === 0 ? NaN : sum / (below.values[key] ?? NaN)),
  };
}

/** The values of each key, in ascending order. */
function valuesByKey({ keys, size, values }: AggregateInput): number[][] {
  const lists = Array.from({ length: size }, (): number[] => []);
  for (let row = 0; row < keys.length; row++) {
    const value = values?.[row] ?? NaN;
    if (!Number.isNaN(value)) lists[keys[row] ?? -1]?.push(value);
  }
  for (const list of lists) list.sort((a, b) => a - b);
  return lists;
}

/** A quantile of ascending values, between neighbours where it falls there; NaN of none. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return NaN;
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? NaN;
  const above = sorted[Math.ceil(place)] ?? NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function mean(values: ArrayLike<number>): number {
  let total = 0;
  let count = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    total += value;
    count++;
  }
  if (Number.isFinite(total)) return count === 0 ? NaN : total / count;
  // The sum of very large numbers is none any more, but their mean is.
  let average = 0;
  for (let index = 0; index < values.length; index++) average += (values[index] || 0) / count;
  return average;
}
