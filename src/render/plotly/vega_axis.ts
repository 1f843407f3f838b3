/** The scales and the axis of Vega for an axis of a figure. */

import { label } from "../describe_values.ts";
import { isRecord, textAt } from "../json_view.ts";
import { listOf } from "./arrays.ts";
import type { Axis } from "./axis.ts";
import { colourOf } from "./colours.ts";
import type { Spec } from "./vega_marks.ts";

export interface AxisPlace {
  readonly domain: readonly [number, number];
  /** Pixels from one end to the other. */
  readonly length: number;
  readonly measure: (text: string, size: number) => number;
}

const numberFormat = /^(?:[^{}]?[<>=^])?[+\-( ]?[$#]?0?\d{0,2},?(?:\.\d{1,2})?~?[a-zA-Z%]?$/;
const timeFormat = /^[\w%\s,./:-]{1,40}$/;
const longestName = 160;
/** Of the names and numbers at ticks, in pixels. */
export const labelSize = 11;

/** The scale that marks use, and for names the one that labels them. */
export function scalesOf(axis: Axis, { domain, length }: AxisPlace): readonly Spec[] {
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
function seenNames({ categories }: Axis, domain: AxisPlace["domain"]) {
  const first = Math.max(0, Math.ceil(Math.min(...domain)));
  return { first, names: categories.slice(first, Math.floor(Math.max(...domain)) + 1) };
}

export function axisSpec(axis: Axis, place: AxisPlace): Spec | null {
  const { layout, letter, kind } = axis;
  if (layout["visible"] === false) return null;
  const side = textAt(layout, "side");
  const orient = letter === "x" ? (side === "top" ? "top" : "bottom") : side === "right" ? "right" : "left";
  const format = formatOf(axis);
  return {
    scale: kind === "category" ? `${letter}_names` : letter,
    orient,
    title: titleOf(axis),
    labels: layout["showticklabels"] !== false,
    grid: layout["showgrid"] !== false && kind !== "category" && side !== "right",
    gridColor: colourOf(layout["gridcolor"]) ?? "#e5e5e5",
    domain: layout["showline"] === true,
    ticks: false,
    labelOverlap: true,
    labelLimit: longestName,
    ...(format === "" ? usualNumbers(axis, place) : { format }),
    ...ticksOf(axis, place),
    ...turnedNames(axis, place),
  };
}

function titleOf({ layout }: Axis): string {
  const title = label(
    typeof layout["title"] === "string" ? layout["title"] : textAt(layout["title"], "text"),
  );
  const unit = [textAt(layout, "tickprefix"), textAt(layout, "ticksuffix")].map((text) => text.trim()).filter(
    (text) => text !== "",
  ).join(" ");
  return unit === "" ? title : `${title} (${label(unit)})`.trim();
}

function formatOf({ layout, kind }: Axis): string {
  const given = textAt(layout, "tickformat");
  if (kind === "date") return timeFormat.test(given) ? given : "";
  return kind !== "category" && numberFormat.test(given) ? given : "";
}

/** As Plotly writes numbers: without commas, the very large and the very small ones with the letters of their powers. */
function usualNumbers({ kind }: Axis, { domain }: AxisPlace): Spec {
  if (kind !== "linear") return {};
  const most = Math.max(...domain.map(Math.abs));
  if (most < 10_000 && most >= 0.001) return { format: "~f" };
  // The letter of d3 for billions is that of the units, G.
  const text = { signal: "replace(datum.label, 'G', 'B')" };
  return { format: "~s", encode: { labels: { update: { text } } } };
}

/** Ticks where the figure wants them; their own texts are written by {@linkcode tickTexts}. */
function ticksOf(axis: Axis, { length, measure }: AxisPlace): Spec {
  const wanted = listOf(axis.layout["tickvals"]);
  if (wanted === null || axis.kind === "category") return { tickCount: Math.max(3, Math.round(length / 70)) };
  const values = Array.from(wanted).flatMap((value) => axis.at(value) ?? []);
  const texts = listOf(axis.layout["ticktext"]);
  if (texts === null) return { values };
  // The title stands beyond them.
  const room = axis.letter === "x" ? labelSize : Array.from(texts).reduce<number>(
    (most, text) => Math.max(most, measure(label(String(text)), labelSize)),
    0,
  );
  return { values, labels: false, titlePadding: Math.min(longestName, room) + 10 };
}

/** The texts that stand for ticks, as marks in the place of the axis's own labels. */
export function tickTexts(axis: Axis, { domain }: AxisPlace): readonly Spec[] {
  const wanted = listOf(axis.layout["tickvals"]);
  const texts = listOf(axis.layout["ticktext"]);
  if (wanted === null || texts === null || axis.kind === "category") return [];
  const [low, high] = [Math.min(...domain), Math.max(...domain)];
  return Array.from(wanted).flatMap((value, index) => {
    const at = axis.at(value);
    return at === null || at < low || at > high ? [] : [{ at, text: label(String(texts[index] ?? "")) }];
  });
}

/** Names that do not fit beside each other are turned. */
function turnedNames(axis: Axis, { domain, length, measure }: AxisPlace): Spec {
  if (axis.letter !== "x") return {};
  const angle = axis.layout["tickangle"];
  if (typeof angle === "number" && angle !== 0) return slanted(angle);
  if (axis.kind !== "category") return {};
  const { names } = seenNames(axis, domain);
  const widest = names.reduce((most, name) => Math.max(most, measure(name, labelSize)), 0);
  const step = length / Math.max(1, names.length);
  if (widest + 6 <= step) return {};
  const thick = labelSize * 1.15;
  // The frames around slanted names lie over each other long before the names do.
  return { ...slanted(step * Math.SQRT1_2 < thick ? 90 : 45), labelOverlap: step < thick };
}

function slanted(angle: number): Spec {
  const align = angle > 0 ? "left" : "right";
  return { labelAngle: angle, labelAlign: align, labelBaseline: Math.abs(angle) > 60 ? "middle" : "top" };
}

/** The share of the figure that an axis takes. */
export function domainShare(axis: Pick<Axis, "layout">): readonly [number, number] {
  const domain = listOf(axis.layout["domain"]);
  const [from, to] = [Number(domain?.[0] ?? 0), Number(domain?.[1] ?? 1)];
  return isRecord(axis.layout) && from >= 0 && to <= 1 && from < to ? [from, to] : [0, 1];
}
