/** What stands around the plots of a figure: its title, its legend and the key to its colours. */

import { type JsonRecord, recordAt } from "../json_view.ts";
import { numberAt, numberOf } from "./arrays.ts";
import type { Axis } from "./axis.ts";
import type { LegendEntry } from "./read_figure.ts";
import { lineShift } from "./text_lines.ts";
import { ticksOf } from "./ticks.ts";
import type { ColourBar } from "./trace.ts";
import { titleLines } from "./vega_axis.ts";
import type { Spec } from "./vega_marks.ts";

export interface LegendOptions {
  readonly entries: readonly LegendEntry[];
  readonly bars: readonly ColourBar[];
  /** What the axes at the right of the plots take, in pixels. */
  readonly axisRoom: number;
}

export function legendsOf(layout: JsonRecord, { entries, bars, axisRoom }: LegendOptions): Spec {
  const offset = Math.max(18, axisRoom);
  const keys = bars.slice(0, 1).map((bar) => colourKey(bar, offset));
  const traces = traceKeys(entries, { offset, title: titleLines(recordAt(layout, "legend")["title"]) });
  return {
    signals: [...keys.map(({ signal }) => signal), ...(entries.length === 0 ? [] : [traces.signal])],
    scales: [...keys.map(({ scale }) => scale), ...traces.scales],
    legends: [...keys.map(({ legend }) => legend), ...traces.legends],
  };
}

/** Texts of legends are values of signals that an expression looks up: they are no part of it. */
function textsFrom(name: string): Spec {
  return { labels: { update: { text: { signal: `${name}[datum.value]` } } } };
}

function colourKey({ scale, layout }: ColourBar, offset: number) {
  const ticks = ticksOf(numbersAlong(layout), { domain: endsOf(scale.values), length: keyLength });
  return {
    signal: {
      name: "number_texts",
      value: Object.fromEntries(ticks.map(({ at, lines }) => [String(at), lines.join(" ")])),
    },
    scale: {
      name: "numbers",
      type: "linear",
      domain: scale.values,
      range: scale.colours,
      // Vega starts a scale at zero unless it is told not to, and then the key lies about every colour.
      zero: false,
      nice: false,
    },
    legend: {
      fill: "numbers",
      type: "gradient",
      title: titleLines(layout["title"]),
      offset,
      gradientLength: keyLength,
      values: ticks.map(({ at }) => at),
      encode: textsFrom("number_texts"),
    },
  };
}

const keyLength = 160;

function endsOf(values: readonly number[]): readonly [number, number] {
  return [values[0] ?? 0, values.at(-1) ?? 1];
}

/** The key to colours as an axis, so that its numbers are written as those of one. */
function numbersAlong(layout: JsonRecord): Axis {
  const at = (value: unknown) => Number.isNaN(numberOf(value)) ? null : numberOf(value);
  const named = { first: 0, last: 0 };
  return { id: "y", letter: "y", kind: "linear", categories: [], named, layout, least: null, at };
}

interface TraceKeyOptions {
  readonly offset: number;
  readonly title: readonly string[];
}

/** One entry for each trace, also where two have one name; groups that have a title are lists of their own. */
function traceKeys(entries: readonly LegendEntry[], { offset, title }: TraceKeyOptions) {
  const keyed = entries.map((entry, index) => ({ ...entry, key: String(index) }));
  const domain = keyed.map(({ key }) => key);
  const groups = [...Map.groupBy(keyed, ({ group }) => group)];
  return {
    signal: { name: "trace_names", value: Object.fromEntries(keyed.map(({ key, name }) => [key, name])) },
    scales: entries.length === 0 ? [] : [
      { name: "traces", type: "ordinal", domain, range: keyed.map(({ colour }) => colour) },
      { name: "symbols", type: "ordinal", domain, range: keyed.map(({ symbol }) => symbol) },
    ],
    legends: groups.map(([group, some], index) => ({
      fill: "traces",
      stroke: "traces",
      shape: "symbols",
      values: some.map(({ key }) => key),
      symbolStrokeWidth: 2,
      title: [...(index === 0 ? title : []), ...(group === "" ? [] : [group])],
      offset,
      columns: Math.ceil(some.length / 24),
      labelFontSize: 12,
      labelLimit: 200,
      encode: textsFrom("trace_names"),
    })),
  };
}

const titleHeight = 21;
const subtitleHeight = 16;

/** Above everything, also above the names of subplots; at the left unless the layout says otherwise. */
export function titleMarks(
  layout: JsonRecord,
  { width, ink }: { readonly width: number; readonly ink: string },
): Spec[] {
  const given = layout["title"];
  const [lines, second] = [titleLines(given), titleLines(recordAt(given, "subtitle"))];
  const along = numberAt(given, "x", 0);
  const align = along < 0.25 ? "left" : along > 0.75 ? "right" : "center";
  const bottom = -36;
  const write = (
    some: readonly string[],
    { y, size, height }: { y: number; size: number; height: number },
  ): Spec[] =>
    some.length === 0 ? [] : [{
      type: "text",
      encode: {
        enter: {
          x: { value: align === "left" ? 0 : align === "right" ? width : width / 2 },
          y: { value: y + lineShift(some.length, "bottom", height) },
          align: { value: align },
          baseline: { value: "bottom" },
          limit: { value: 1_200 },
          text: { value: some },
          fontSize: { value: size },
          lineHeight: { value: height },
          fill: { value: ink },
        },
      },
    }];
  return [
    ...write(lines, { y: bottom - second.length * subtitleHeight, size: 17, height: titleHeight }),
    ...write(second, { y: bottom, size: 12, height: subtitleHeight }),
  ];
}

/** A remark above the plots, at the right. */
export function noteMark(
  text: string,
  { width, ink }: { readonly width: number; readonly ink: string },
): Spec {
  const place = {
    x: { value: width },
    y: { value: -22 },
    align: { value: "right" },
    baseline: { value: "bottom" },
  };
  return {
    type: "text",
    encode: {
      enter: { ...place, text: { value: text }, fontSize: { value: 11 }, fill: { value: ink } },
    },
  };
}
