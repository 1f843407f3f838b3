/** The keys to colours that stand for numbers: one for each scale that differs, beside the plots or where it is told. */

import { type JsonRecord, textAt } from "../../base/json.ts";
import { numberAt, numberOf } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { type Tick, ticksOf } from "./ticks.ts";
import type { ColourBar } from "./trace.ts";
import { titleLines } from "./vega_axis.ts";
import type { Spec } from "./vega_marks.ts";

export interface ColourKeyOptions {
  /** How far from the plots they stand. */
  readonly offset: number;
  /** Of the plots all together. */
  readonly size: { readonly width: number; readonly height: number };
}

export interface ColourKeys {
  readonly signals: readonly Spec[];
  readonly scales: readonly Spec[];
  readonly legends: readonly Spec[];
  /** What is to be told of those that there is no room for; empty where all are there. */
  readonly leftOut: string;
}

const mostKeys = 4;
const longestKey = 160;
/** What the title of a key and the room around it take. */
const roomAround = 40;
/** With its numbers. */
const usualWidth = 50;

interface Key extends ColourBar {
  readonly title: readonly string[];
  readonly ticks: readonly Tick[];
  readonly length: number;
  /** Where the figure has it, if that is among the plots. */
  readonly place: Spec;
}

export function colourKeys(bars: readonly ColourBar[], { offset, size }: ColourKeyOptions): ColourKeys {
  const asked = bars.filter(({ isAsked }) => isAsked);
  // One scale that nobody asked for helps to read the picture; several would fill it.
  const wanted = asked.length === 0 ? bars.slice(0, 1) : asked;
  const distinct = [...new Map(wanted.map((bar) => [looks(bar), bar])).values()];
  const shown = distinct.slice(0, mostKeys);
  const share = Math.floor(size.height / Math.max(1, shown.filter((bar) => !isWithin(bar)).length));
  const keys = shown.map((bar): Key => {
    const isPlaced = shown.length > 1 && isWithin(bar);
    const length = isPlaced
      ? Math.max(60, size.height * Math.min(1, numberAt(bar.layout, "len", 1)) - roomAround)
      : Math.max(60, Math.min(longestKey, share - roomAround));
    return {
      ...bar,
      title: titleLines(bar.layout["title"]),
      ticks: ticksOf(numbersAlong(bar.layout), { domain: endsOf(bar.scale.values), length }),
      length,
      place: isPlaced ? placeWithin(bar.layout, { size, length }) : { offset },
    };
  });
  const more = distinct.length - shown.length;
  return {
    signals: keys.map(({ ticks }, index) => ({
      name: named("number_texts", index),
      value: Object.fromEntries(ticks.map(({ at, lines }) => [String(at), lines.join(" ")])),
    })),
    scales: keys.map(scaleOf),
    legends: keys.map(legendOf),
    leftOut: more === 0 ? "" : `Of ${distinct.length} scales of colours ${shown.length} have their key here`,
  };
}

/** All that is seen of a key: traces that share a scale have one. */
function looks({ scale: { values, colours }, layout }: ColourBar): string {
  const ticks = Object.entries(layout).filter(([key]) => key.startsWith("tick") || key === "dtick");
  return JSON.stringify([values, colours, titleLines(layout["title"]), ticks]);
}

function named(name: string, index: number): string {
  return index === 0 ? name : `${name}_${index}`;
}

function scaleOf({ scale }: Key, index: number): Spec {
  return {
    name: named("numbers", index),
    type: "linear",
    domain: scale.values,
    range: scale.colours,
    // Vega starts a scale at zero unless it is told not to, and then the key lies about every colour.
    zero: false,
    nice: false,
  };
}

function legendOf({ title, ticks, length, place }: Key, index: number): Spec {
  return {
    fill: named("numbers", index),
    type: "gradient",
    title,
    ...place,
    gradientLength: length,
    values: ticks.map(({ at }) => at),
    encode: textsFrom(named("number_texts", index)),
  };
}

/** Texts of legends are values of signals that an expression looks up: they are no part of it. */
function textsFrom(name: string): Spec {
  return { labels: { update: { text: { signal: `${name}[datum.value]` } } } };
}

/** Whether the figure has a key among or before its plots: beside the plot that it belongs to. */
function isWithin({ layout }: ColourBar): boolean {
  return numberAt(layout, "x", 1) < 1 && textAt(layout, "orientation") !== "h";
}

/** Where a key begins, by where its anchor is. */
function placeWithin(
  layout: JsonRecord,
  { size, length }: Pick<ColourKeyOptions, "size"> & { readonly length: number },
): Spec {
  const whole = length + roomAround;
  const before = whole * shareBefore(layout["yanchor"], 0.5);
  const left = usualWidth * shareBefore(layout["xanchor"], 0);
  const [x, y] = [numberAt(layout, "x", 1), numberAt(layout, "y", 0.5)];
  const top = Math.min(size.height - whole, Math.max(0, (1 - y) * size.height - before));
  // An offset would be added to the place.
  return { orient: "none", legendX: Math.max(-120, x * size.width - left) + 6, legendY: Math.max(0, top) };
}

/** How much of a key lies before its anchor. */
function shareBefore(anchor: unknown, usual: number): number {
  switch (anchor) {
    case "left":
    case "top":
      return 0;
    case "center":
    case "middle":
      return 0.5;
    case "right":
    case "bottom":
      return 1;
    default:
      return usual;
  }
}

function endsOf(values: readonly number[]): readonly [number, number] {
  return [values[0] ?? 0, values.at(-1) ?? 1];
}

/** The key to colours as an axis, so that its numbers are written as those of one. */
function numbersAlong(layout: JsonRecord): Axis {
  const at = (value: unknown) => Number.isNaN(numberOf(value)) ? null : numberOf(value);
  const around = { first: 0, last: 0 };
  return { id: "y", letter: "y", kind: "linear", categories: [], named: around, layout, least: null, at };
}
