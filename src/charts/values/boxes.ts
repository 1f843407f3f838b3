/** Quartiles, whiskers and outliers of values, after Tukey. */

import { mean, quantile } from "./aggregate.ts";
import type { Facet } from "./facets.ts";

export interface Box {
  readonly name: string;
  readonly count: number;
  /** The ends of the whiskers. */
  readonly low: number;
  readonly high: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly mean: number;
  readonly outliers: readonly number[];
}

export function boxOf({ name, values }: Facet): Box {
  const sorted = Float64Array.from(values).sort();
  const q1 = quantile(sorted, 0.25);
  const q3 = quantile(sorted, 0.75);
  const reach = 1.5 * (q3 - q1);
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  const outside = [...sorted].filter((value) => value < q1 - reach || value > q3 + reach);
  return {
    name,
    count: sorted.length,
    // Of few values the last inside may lie within the box, where no whisker goes.
    low: Math.min(q1, inside[0] ?? q1),
    q1,
    median: quantile(sorted, 0.5),
    q3,
    high: Math.max(q3, inside.at(-1) ?? q3),
    mean: mean(sorted),
    outliers: outside,
  };
}
