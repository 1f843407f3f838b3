/** What is written at the ticks of an axis, as marks: beside each other, or turned where there is no room for that. */

import { numberAt } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { cutMiddle } from "./cut_middle.ts";
import { lineShift } from "./text_lines.ts";
import type { AxisRoom } from "./tick_step.ts";
import type { Tick } from "./ticks.ts";
import { partOf } from "./to_pixel.ts";
import { sideOf } from "./vega_axis.ts";
import type { Spec } from "./vega_marks.ts";

const labelSize = 11;
const lineHeight = 13;
/** Longer names would leave no room for the plot. */
const longestName = 220;
const gapBetween = 4;
const padding = 5;

export interface TickTexts {
  readonly ticks: readonly Tick[];
  readonly angle: number;
  /** How many pixels beyond the plot they reach. */
  readonly depth: number;
}

export interface TickRoom extends AxisRoom {
  readonly measure: (text: string, size: number) => number;
}

export function tickTexts(
  given: readonly Tick[],
  axis: Axis,
  { domain, length, measure }: TickRoom,
): TickTexts {
  if (axis.layout["showticklabels"] === false || axis.layout["visible"] === false) {
    return { ticks: [], angle: 0, depth: 0 };
  }
  const widthOf = (text: string) => measure(text, labelSize);
  const cut = given.filter(({ lines }) => lines.length > 0).map(({ at, lines }) => ({
    at,
    lines: lines.map((line) => cutMiddle(line, { room: longestName, measure: widthOf })),
  }));
  const widths = cut.map(({ lines }) => lines.reduce((most, line) => Math.max(most, widthOf(line)), 0));
  const widest = Math.max(0, ...widths);
  const rows = Math.max(1, ...cut.map(({ lines }) => lines.length));
  if (axis.letter === "y") return { ticks: cut, angle: 0, depth: widest };
  const places = cut.map(({ at }) => partOf(at, axis, domain) * length);
  const gap = leastGap(places);
  const angle = numberAt(axis.layout, "tickangle", null) ?? angleFor({ places, widths, gap, rows });
  const turn = Math.abs(angle) * Math.PI / 180;
  const every = angle === 0
    ? 1
    : Math.max(1, Math.ceil(lineHeight * 0.9 / Math.max(0.1, gap * Math.sin(turn))));
  return {
    ticks: cut.filter((_, index) => index % every === 0),
    angle,
    depth: Math.sin(turn) * widest + Math.cos(turn) * rows * lineHeight,
  };
}

function leastGap(places: readonly number[]): number {
  const sorted = places.toSorted((a, b) => a - b);
  return sorted.slice(1).reduce(
    (least, place, index) => Math.min(least, place - (sorted[index] ?? place)),
    Infinity,
  );
}

interface Crowd {
  readonly places: readonly number[];
  readonly widths: readonly number[];
  readonly gap: number;
  readonly rows: number;
}

/** Straight where they lie on no neighbour, else turned as little as is needed. */
function angleFor({ places, widths, gap, rows }: Crowd): number {
  const ends = places.map((place, index) =>
    [place - (widths[index] ?? 0) / 2, place + (widths[index] ?? 0) / 2] as const
  )
    .toSorted(([a], [b]) => a - b);
  const isClear = ends.slice(1).every(([left], index) => left - (ends[index]?.[1] ?? left) >= gapBetween);
  if (isClear) return 0;
  const needed = rows * lineHeight;
  return [30, 45].find((angle) => gap * Math.sin(angle * Math.PI / 180) >= needed) ?? 90;
}

export interface TickMarkOptions {
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  /** How far outside of the plot the axis stands. */
  readonly offset: number;
}

export function tickMark(
  axis: Axis,
  { ticks, angle }: TickTexts,
  { width, height, ink, offset }: TickMarkOptions,
): { readonly data: Spec; readonly mark: Spec } {
  const name = `ticks_${axis.id}`;
  const { align, baseline, ...place } = placed(axis, { angle, width, height, offset });
  const values = ticks.map(({ at, lines }) => ({
    at,
    text: lines,
    dy: lineShift(lines.length, baseline, lineHeight),
  }));
  const look = {
    text: { field: "text" },
    dy: { field: "dy" },
    align: { value: align },
    baseline: { value: baseline },
    angle: { value: angle },
    fontSize: { value: labelSize },
    lineHeight: { value: lineHeight },
    fill: { value: ink },
  };
  return {
    data: { name, values },
    mark: { type: "text", from: { data: name }, encode: { enter: { ...place, ...look } } },
  };
}

function placed(
  axis: Axis,
  { angle, width, height, offset }: Omit<TickMarkOptions, "ink"> & { readonly angle: number },
) {
  const along = { scale: axis.letter, field: "at" };
  const side = sideOf(axis);
  const gap = padding + offset;
  switch (side) {
    case "left":
      return { y: along, x: { value: -gap }, align: "right", baseline: "middle" };
    case "right":
      return { y: along, x: { value: width + gap }, align: "left", baseline: "middle" };
    case "top":
    case "bottom": {
      const isTop = side === "top";
      const y = { value: isTop ? -gap : height + gap };
      if (angle === 0) return { x: along, y, align: "center", baseline: isTop ? "bottom" : "top" };
      const isSteep = Math.abs(angle) > 60;
      const baseline = isSteep ? "middle" : isTop ? "bottom" : "top";
      return { x: along, y, align: (angle > 0) === isTop ? "right" : "left", baseline };
    }
  }
}
