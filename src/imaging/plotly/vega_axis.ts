/** The scales and the axis of Vega for an axis of a figure. */

import { markedLines } from "../../base/html_text.ts";
import { isRecord, textAt } from "../../base/json.ts";
import { listOf } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { colourOf } from "./colours.ts";
import type { AxisRoom } from "./tick_step.ts";
import type { Tick } from "./ticks.ts";
import type { Spec } from "./vega_marks.ts";

export interface AxisLook {
  readonly ticks: readonly Tick[];
  /** How many pixels beyond the plot its texts reach. */
  readonly depth: number;
}

/** The scale that marks use, and for names the one that labels them. */
export function scalesOf(axis: Axis, { domain, length }: AxisRoom): readonly Spec[] {
  const range = axis.letter === "x" ? [0, length] : [length, 0];
  const type = axis.kind === "date" ? "utc" : axis.kind === "log" ? "log" : "linear";
  const main = {
    name: axis.letter,
    type,
    domain: [...domain],
    range,
    zero: false,
    nice: false,
    ...(axis.kind === "log" ? { clamp: true } : {}),
  };
  if (axis.kind !== "category") return [main];
  const { first, names } = seenNames(axis, domain);
  const [start = 0, end = 0] = range;
  const pixel = (place: number) => start + (end - start) * (place - domain[0]) / (domain[1] - domain[0]);
  const labels = {
    name: `${axis.letter}_names`,
    type: "band",
    domain: names,
    range: [pixel(first - 0.5), pixel(first + names.length - 0.5)],
  };
  return [main, labels];
}

/** The names of an axis whose places are within its range. */
function seenNames({ categories }: Axis, domain: AxisRoom["domain"]) {
  const first = Math.max(0, Math.ceil(Math.min(...domain)));
  return { first, names: categories.slice(first, Math.floor(Math.max(...domain)) + 1) };
}

/** The grid and the title of an axis; what is written at its ticks are marks of their own. */
export function axisSpec(axis: Axis, { ticks, depth }: AxisLook): Spec | null {
  const { layout, letter, kind } = axis;
  if (layout["visible"] === false) return null;
  const side = sideOf(axis);
  return {
    scale: kind === "category" ? `${letter}_names` : letter,
    orient: side,
    title: [...titleLines(layout["title"])],
    labels: false,
    titlePadding: depth + 10,
    grid: layout["showgrid"] !== false && kind !== "category" && side !== "right",
    gridColor: colourOf(layout["gridcolor"]) ?? "#e5e5e5",
    domain: layout["showline"] === true,
    ticks: false,
    ...(kind === "category" ? {} : { values: ticks.map(({ at }) => at) }),
  };
}

export function sideOf({ letter, layout }: Axis): "top" | "bottom" | "left" | "right" {
  const side = textAt(layout, "side");
  if (letter === "x") return side === "top" ? "top" : "bottom";
  return side === "right" ? "right" : "left";
}

/** A title is a text, or a record that holds one. */
export function titleLines(title: unknown): readonly string[] {
  return markedLines(typeof title === "string" ? title : textAt(title, "text"));
}

/** The share of the figure that an axis takes. */
export function domainShare(axis: Pick<Axis, "layout">): readonly [number, number] {
  const domain = listOf(axis.layout["domain"]);
  const [from, to] = [Number(domain?.[0] ?? 0), Number(domain?.[1] ?? 1)];
  return isRecord(axis.layout) && from >= 0 && to <= 1 && from < to ? [from, to] : [0, 1];
}
