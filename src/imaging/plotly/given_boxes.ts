/** Boxes of which a trace gives the quartiles themselves instead of the values. */

import type { JsonRecord } from "../../base/json.ts";
import { numberOf, valuesAt } from "../../base/plotly_values.ts";
import { nameOf } from "./axis.ts";
import type { Trace } from "./trace.ts";

export interface Fences {
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
}

/** Whether quartiles are given instead of values. */
export function hasQuartiles(spec: JsonRecord): boolean {
  return valuesAt(spec, "q1").length > 0 || valuesAt(spec, "median").length > 0;
}

/** Where the boxes stand: as the trace says, else one after the other; a single one at the trace's name. */
export function boxPlaces({ spec, name }: Pick<Trace, "spec" | "name">, at: "x" | "y"): readonly unknown[] {
  const given = valuesAt(spec, at);
  if (given.length > 0) return given.map((place) => Array.isArray(place) ? nameOf(place) : place);
  const count = valuesAt(spec, "median").length;
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => index);
}

export function givenFences(spec: JsonRecord): readonly Fences[] {
  const list = (name: string) => valuesAt(spec, name).map(numberOf);
  const [q1, median, q3] = [list("q1"), list("median"), list("q3")];
  const [lower, upper] = [list("lowerfence"), list("upperfence")];
  const or = (value: number | undefined, other: number) =>
    value === undefined || Number.isNaN(value) ? other : value;
  return median.map((middle, index) => {
    const [from, to] = [or(q1[index], middle), or(q3[index], middle)];
    return { q1: from, median: middle, q3: to, low: or(lower[index], from), high: or(upper[index], to) };
  });
}
