/** The points of a line: in segments that end where data is missing for long, and no more than can be seen. */

import { quantile } from "../plan/values.ts";
import type { Point } from "./svg.ts";

/** How far two points may lie apart before the line between them is broken. */
export function longestStep(xs: ArrayLike<number>): number {
  const steps = Float64Array.from(
    { length: Math.max(0, xs.length - 1) },
    (_, at) => (xs[at + 1] ?? 0) - (xs[at] ?? 0),
  )
    .sort();
  if (steps.length < 4) return Infinity;
  const usual = quantile(steps, 0.5);
  const long = quantile(steps, 0.95);
  return Math.max(3 * usual, 1.5 * long) * 1.05;
}

/** The values that there are, broken where a gap is long. */
export function segmentsOf(xs: Float64Array, values: Float64Array): Point[][] {
  const points: Point[] = [];
  values.forEach((value, at) => {
    if (!Number.isNaN(value)) points.push([xs[at] ?? 0, value]);
  });
  const longest = longestStep(points.map(([x]) => x));
  const segments: Point[][] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (before === undefined || point[0] - before[0] > longest) segments.push([]);
    segments.at(-1)?.push(point);
  });
  return segments;
}

/** Points in pixels of which not all can be told apart: of each part the first, the lowest, the highest and the last. */
export function thinnedLine(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points;
  const size = Math.ceil(points.length / (most / 4));
  const kept: Point[] = [];
  for (let from = 0; from < points.length; from += size) {
    const part = points.slice(from, from + size);
    const low = part.reduce((a, b) => b[1] < a[1] ? b : a);
    const high = part.reduce((a, b) => b[1] > a[1] ? b : a);
    const ends = new Set([part[0], low, high, part.at(-1)]);
    kept.push(...part.filter((point) => ends.has(point)));
  }
  return kept;
}
