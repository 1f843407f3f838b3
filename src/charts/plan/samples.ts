/** The numbers of histograms and boxes: the values of each group, ascending. */

import type { Keys } from "./keys.ts";
import { quantile, valuesByGroup } from "./values.ts";

export interface Sample {
  readonly name: string;
  readonly values: Float64Array;
}

/** Groups without values are left out. */
export function samplesOf(values: Float64Array, keys: Keys): Sample[] {
  const groups = valuesByGroup(values, keys.codes, keys.labels.length);
  return keys.labels.map((name, code) => ({ name, values: groups[code] ?? new Float64Array() }))
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
