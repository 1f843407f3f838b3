/** Axes that stand away from their plot: where the figure says (`position`), or beyond those that are there already. */

import { textAt } from "../../base/json.ts";
import { numberAt } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";

interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What an axis that moves itself takes, with its numbers and its title, in pixels. */
const room = 64;

interface FreeOptions {
  readonly plot: Frame;
  /** Of the plots all together. */
  readonly size: { readonly width: number; readonly height: number };
  /** The axes of the figure, in their order. */
  readonly axes: readonly Axis[];
}

/** How far outside of its plot an axis stands, in pixels; null of one that stands at it. */
export function axisOffset(axis: Axis, { plot, size, axes }: FreeOptions): number | null {
  const { layout, letter } = axis;
  if (textAt(layout, "anchor") !== "free") return null;
  const isFar = isAtEnd(axis);
  if (layout["autoshift"] === true) {
    const before = axes.filter((one) => one.letter === letter && isAtEnd(one) === isFar);
    return room * Math.max(0, before.findIndex(({ id }) => id === axis.id));
  }
  const position = numberAt(layout, "position", 0);
  const shift = numberAt(layout, "shift", 0);
  if (letter === "x") {
    const place = (1 - position) * size.height;
    return isFar ? plot.top - place : place - (plot.top + plot.height);
  }
  const place = position * size.width + shift;
  return isFar ? place - (plot.left + plot.width) : plot.left - place;
}

/** What an axis takes at the right of all plots, in pixels. */
export function roomAtRight(axis: Axis, options: FreeOptions): number {
  if (axis.letter !== "y" || !isAtEnd(axis)) return 0;
  const { plot, size } = options;
  return room + (axisOffset(axis, options) ?? 0) + plot.left + plot.width - size.width;
}

function isAtEnd({ letter, layout }: Axis): boolean {
  return textAt(layout, "side") === (letter === "x" ? "top" : "right");
}
