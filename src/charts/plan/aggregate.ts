/** Aggregates rows: one number for all rows that have the same groups. */

import type { Aggregate } from "../../base/chart_spec.ts";
import type { Keys } from "./keys.ts";
import { quantile, valuesByGroup } from "./values.ts";

export interface Aggregated {
  /** NaN where no row has a value; a count is 0 there. */
  readonly values: Float64Array;
  /** How many rows with a value each has. */
  readonly counts: Float64Array;
}

/** Aggregated in the order of the keys: the last of them runs fastest. Without values, rows are counted. */
export function aggregateRows(
  keys: readonly Keys[],
  values: Float64Array | null,
  aggregate: Aggregate,
): Aggregated {
  const places = placesOf(keys);
  const size = keys.reduce((product, { labels }) => product * labels.length, 1);
  const counts = new Float64Array(size);
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? -1;
    if (place < 0 || (values !== null && Number.isNaN(values[row] ?? NaN))) continue;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  if (values === null || aggregate === "count") return { values: counts, counts };
  return { values: valuesOf(places, values, { counts, aggregate }), counts };
}

/** The cell of each row; -1 if one of its groups is missing. */
function placesOf(keys: readonly Keys[]): Int32Array {
  const [first, ...others] = keys;
  if (first === undefined) return new Int32Array();
  let places = first.codes;
  for (const { codes, labels } of others) {
    places = places.map((place, row) => {
      const code = codes[row] ?? -1;
      return place < 0 || code < 0 ? -1 : place * labels.length + code;
    });
  }
  return places;
}

const steps: Readonly<Partial<Record<Aggregate, (before: number, value: number) => number>>> = {
  min: Math.min,
  max: Math.max,
};

interface Known {
  readonly counts: Float64Array;
  readonly aggregate: Aggregate;
}

function valuesOf(places: Int32Array, values: Float64Array, { counts, aggregate }: Known): Float64Array {
  if (aggregate === "median" || aggregate === "distinct") {
    return Float64Array.from(
      valuesByGroup(values, places, counts.length),
      (group) => aggregate === "median" ? quantile(group, 0.5) : new Set(group).size,
    );
  }
  const result = new Float64Array(counts.length).fill(NaN);
  const step = steps[aggregate] ?? ((before, value) => before + value);
  for (let row = 0; row < places.length; row++) {
    const place = places[row] ?? -1;
    const value = values[row] ?? NaN;
    if (place < 0 || Number.isNaN(value)) continue;
    const before = result[place] ?? NaN;
    result[place] = Number.isNaN(before) ? value : step(before, value);
  }
  return aggregate === "mean" ? result.map((sum, place) => sum / (counts[place] ?? 1)) : result;
}
