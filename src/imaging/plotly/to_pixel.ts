/** Where what a layout lays over its plots stands: places of axes, of the room of an axis, and of the whole. */

import { numberOf } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";

/** A plot with the room that it has. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly x: Axis;
  readonly y: Axis;
}

export interface Coordinate {
  readonly letter: "x" | "y";
  /** An axis (`x2`), its room (`x2 domain`), the whole (`paper`), or nothing for the first axis that there is. */
  readonly reference: string;
  readonly value: unknown;
  /** Whether places on axes of logarithms are given as these: annotations are, shapes are not. */
  readonly isExponent?: boolean;
  /** Whether it is none where it lies beyond the ends of its axis. */
  readonly isWithin?: boolean;
}

/** Turns a coordinate of a layout into pixels of the whole; null where its axis is not drawn. */
export type ToPixel = (coordinate: Coordinate) => number | null;

export interface PixelOptions {
  readonly size: { readonly width: number; readonly height: number };
  readonly domains: ReadonlyMap<string, readonly [number, number]>;
}

export function pixels(plots: readonly PlotBox[], { size, domains }: PixelOptions): ToPixel {
  return ({ letter, reference, value, isExponent = false, isWithin = false }) => {
    // A figure without axes has nothing but the whole: the middle of a ring is named without a word more.
    if (reference === "paper" || plots.length === 0) {
      const part = numberOf(value);
      if (Number.isNaN(part)) return null;
      return letter === "x" ? part * size.width : (1 - part) * size.height;
    }
    const id = axisNamed(reference, letter);
    const plot = plots.find((one) => one[letter].id === id);
    if (plot === undefined) return null;
    const isShare = reference.endsWith(" domain");
    const part = isShare
      ? numberOf(value)
      : partOf(placeOn(plot[letter], value, isExponent), plot[letter], domains.get(id) ?? [0, 1]);
    if (Number.isNaN(part) || (isWithin && !isShare && Math.abs(part - 0.5) > 0.5 + 1e-9)) return null;
    return letter === "x" ? plot.left + part * plot.width : plot.top + (1 - part) * plot.height;
  };
}

/** The axis that a reference names. */
export function axisNamed(reference: string, letter: "x" | "y"): string {
  return reference.replace(/ domain$/, "") || letter;
}

/** Where a value of a layout stands on an axis: names by their place, and what lies between them by its number. */
export function placeOn(axis: Axis, value: unknown, isExponent = false): number {
  if (axis.kind === "log" && isExponent) return 10 ** numberOf(value);
  return axis.at(value) ?? (axis.kind === "category" ? numberOf(value) : NaN);
}

/** How far along its axis a place is: 0 at one end, 1 at the other. */
export function partOf(place: number, { kind }: Axis, [from, to]: readonly [number, number]): number {
  return kind === "log" ? Math.log(place / from) / Math.log(to / from) : (place - from) / (to - from);
}
