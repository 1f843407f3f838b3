/** Values on a scale from one number to another, also where these are further apart than any number is large. */

import { isBeyond } from "./number_ticks.ts";

export type Range = readonly [number, number];

/** How far up a range a value is. */
export function shareOf(range: Range, value: number): number {
  const part = partOf(range);
  const [low, high] = [range[0] * part, range[1] * part];
  return (value * part - low) / (high - low);
}

/** By what values are multiplied so that a range is no longer than any number. */
export function partOf(range: Range): number {
  return isBeyond(range) ? 0.25 : 1;
}

/** The data of marks, in the numbers that the scales of the panel are in. */
export function scaled<T extends { readonly x: number; readonly y: number | null }>(
  panel: { readonly x: Range; readonly y: Range },
  marks: readonly T[],
): readonly object[] {
  const [x, y] = [partOf(panel.x), partOf(panel.y)];
  if (x === 1 && y === 1) return marks;
  const parts = new Map([["x", x], ["x2", x], ["y", y], ["y2", y]]);
  return marks.map((mark) =>
    Object.fromEntries(
      Object.entries(mark).map(([key, value]) => [
        key,
        typeof value === "number" ? value * (parts.get(key) ?? 1) : value,
      ]),
    )
  );
}
