/** Where the points of a scatter trace are. */

import { listOf, numberAt, numberOf } from "../../base/plotly_values.ts";
import type { Trace } from "./trace.ts";

export type Place = readonly [x: number, y: number];

/** Both coordinates of every point, each null where it is missing. */
export function coordinatesOf({ spec, x, y }: Trace): (readonly [x: number | null, y: number | null])[] {
  const ys = listOf(spec["y"]);
  const xs = listOf(spec["x"]);
  const count = Math.min(ys?.length ?? Infinity, xs?.length ?? Infinity);
  const start = numberOf(spec["x0"]);
  const step = numberAt(spec, "dx", 1);
  return Array.from({ length: Number.isFinite(count) ? count : 0 }, (_, index) => [
    xs === null ? (Number.isNaN(start) ? 0 : start) + index * step : x.at(xs[index]),
    ys === null ? index : y.at(ys[index]),
  ]);
}

/** The points of a trace; null where one is missing. */
export function placesOf(trace: Trace): (Place | null)[] {
  return coordinatesOf(trace).map(([x, y]) => x === null || y === null ? null : [x, y]);
}
