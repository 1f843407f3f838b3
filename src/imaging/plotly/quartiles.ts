/**
 * Quartiles of values as Plotly takes them, and how far whiskers reach from there.
 * https://github.com/plotly/plotly.js/blob/master/src/traces/box/calc.js
 */

import type { Fences } from "./given_boxes.ts";

/** Of ascending values; by the `quartilemethod` of a trace, of which all but two are the usual one. */
export function fencesOf(values: Float64Array, method: string): Fences {
  const { q1, q3 } = quartiles(values, method);
  const reach = 1.5 * (q3 - q1);
  const inside = values.filter((value) => value >= q1 - reach && value <= q3 + reach);
  // Of few values the last inside may lie within the box, where no whisker goes.
  const [low, high] = [Math.min(q1, inside[0] ?? q1), Math.max(q3, inside.at(-1) ?? q3)];
  return { q1, median: between(values, 0.5), q3, low, high };
}

/** The medians of both halves, with the middle value in both or in none of them, or a place on the line of ranks. */
function quartiles(values: Float64Array, method: string): { readonly q1: number; readonly q3: number } {
  const middle = (values.length - 1) / 2;
  const isHalved = method === "exclusive" || method === "inclusive";
  if (!isHalved || !Number.isInteger(middle)) return { q1: between(values, 0.25), q3: between(values, 0.75) };
  const shared = method === "inclusive" ? 1 : 0;
  return {
    q1: between(values.subarray(0, middle + shared), 0.5),
    q3: between(values.subarray(middle + 1 - shared), 0.5),
  };
}

/** Each value stands for the middle of its nth part of all. */
function between(values: Float64Array, share: number): number {
  const place = Math.min(values.length - 1, Math.max(0, share * values.length - 0.5));
  const [low = NaN, high = NaN] = [values[Math.floor(place)], values[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}
