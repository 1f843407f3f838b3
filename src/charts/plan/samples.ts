/** The numbers of histograms and boxes: the values of each group, ascending. */

import type { Keys } from "./keys.ts";
import { quantile } from "./values.ts";

export interface Sample {
  readonly name: string;
  readonly values: Float64Array;
}

/** Groups without values are left out. */
export function samplesOf(values: Float64Array, keys: Keys): Sample[] {
  const sizes = new Int32Array(keys.labels.length);
  const has = (row: number) => (keys.codes[row] ?? -1) >= 0 && !Number.isNaN(values[row] ?? NaN);
  for (let row = 0; row < values.length; row++) {
    const code = keys.codes[row] ?? -1;
    if (has(row)) sizes[code] = (sizes[code] ?? 0) + 1;
  }
  const lists = Array.from(sizes, (size) => new Float64Array(size));
  const filled = new Int32Array(sizes.length);
  for (let row = 0; row < values.length; row++) {
    if (!has(row)) continue;
    const code = keys.codes[row] ?? -1;
    const list = lists[code];
    const at = filled[code] ?? 0;
    if (list !== undefined) list[at] = values[row] ?? NaN;
    filled[code] = at + 1;
  }
  return keys.labels.map((name, code) => ({ name, values: (lists[code] ?? new Float64Array()).sort() }))
    .filter((sample) => sample.values.length > 0);
}

export interface Box {
  readonly name: string;
  readonly count: number;
  /** Ends of the whiskers: the outermost values within 1.5 interquartile ranges of the box. */
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly outliers: Float64Array;
}

export function boxOf({ name, values }: Sample): Box {
  const [q1, median, q3] = [quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)];
  const reach = 1.5 * (q3 - q1);
  const isInside = (value: number) => value >= q1 - reach && value <= q3 + reach;
  const inside = values.filter(isInside);
  return {
    name,
    count: values.length,
    // Of few values the last inside may lie within the box, where no whisker goes.
    low: Math.min(q1, inside[0] ?? q1),
    q1,
    median,
    q3,
    high: Math.max(q3, inside.at(-1) ?? q3),
    outliers: values.filter((value) => !isInside(value)),
  };
}
