/** The series of a chart: the groups that are shown by name, and one that stands for all others. */

import type { Context } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { colorOf, ink } from "../draw/sheet/palette.ts";
import { otherSeries } from "./other_series.ts";

export interface Series {
  readonly name: string;
  readonly color: string;
  /** Whether it stands for all that are not shown by name. */
  readonly other: boolean;
  /** One for each place; NaN where there is none. */
  readonly values: Float64Array;
}

interface Ranked {
  readonly names: readonly string[];
  /** Values of one series after the other, those of all others at the end. */
  readonly values: Float64Array;
  /** How many values a series has. */
  readonly places: number;
  /** How many groups are not shown. */
  readonly left: number;
  readonly kind: Aggregation;
  /** Whether the others are shown however large they are, as for shares. */
  readonly whole?: boolean;
}

export function namedSeries(
  context: Context,
  { names, values, places, left, kind, whole = false }: Ranked,
): readonly Series[] {
  const series = names.map((name, index): Series => ({
    name,
    color: colorOf(index),
    other: false,
    values: values.slice(index * places, (index + 1) * places),
  }));
  if (left === 0) return series;
  const [shown, together] = [values.slice(0, names.length * places), values.slice(names.length * places)];
  const rest = otherSeries(context, { together, shown, count: left, kind, whole });
  return [...series, { ...rest, color: ink.other, other: true }];
}
