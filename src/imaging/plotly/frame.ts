/** What stands around the plots of a figure: its title and its legend. */

import { type JsonRecord, recordAt } from "../../base/json.ts";
import { numberAt } from "../../base/plotly_values.ts";
import type { ColourKeys } from "./colour_keys.ts";
import { cutMiddle } from "./cut_middle.ts";
import type { LegendEntry } from "./legend_entries.ts";
import { lineShift } from "./text_lines.ts";
import { titleLines } from "./vega_axis.ts";
import type { Spec } from "./vega_marks.ts";

export interface LegendOptions {
  readonly entries: readonly LegendEntry[];
  readonly keys: ColourKeys;
  /** How far from the plots it stands. */
  readonly offset: number;
  readonly measure: (text: string, size: number) => number;
}

export function legendsOf(layout: JsonRecord, { entries, keys, offset, measure }: LegendOptions): Spec {
  const traces = traceKeys(entries, {
    offset,
    measure,
    title: titleLines(recordAt(layout, "legend")["title"]),
  });
  return {
    signals: [...keys.signals, ...traces.signals],
    scales: [...keys.scales, ...traces.scales],
    legends: [...keys.legends, ...traces.legends],
  };
}

interface TraceKeyOptions extends Pick<LegendOptions, "offset" | "measure"> {
  readonly title: readonly string[];
}

const nameSize = 12;
const longestName = 200;

const fade = { opacity: { signal: "trace_opacities[datum.value]" } };
const fadedTexts = {
  labels: { update: { text: { signal: "trace_names[datum.value]" }, ...fade } },
  symbols: { update: fade },
};

/** One entry for each trace, also where two have one name; groups that have a title are lists of their own. */
function traceKeys(entries: readonly LegendEntry[], { offset, title, measure }: TraceKeyOptions) {
  const keyed = entries.map((entry, index) => ({ ...entry, key: String(index) }));
  const widthOf = (text: string) => measure(text, nameSize);
  const shortened = (name: string) => cutMiddle(name, { room: longestName, measure: widthOf });
  const domain = keyed.map(({ key }) => key);
  const groups = [...Map.groupBy(keyed, ({ group }) => group)];
  return {
    signals: entries.length === 0 ? [] : [
      {
        name: "trace_names",
        value: Object.fromEntries(keyed.map(({ key, name }) => [key, shortened(name)])),
      },
      {
        name: "trace_opacities",
        value: Object.fromEntries(keyed.map(({ key, isFaded }) => [key, isFaded ? 0.5 : 1])),
      },
    ],
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
      labelFontSize: nameSize,
      labelLimit: longestName + 10,
      encode: fadedTexts,
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

const noteSize = 11;

interface NoteOptions {
  readonly width: number;
  readonly ink: string;
  readonly measure: (text: string, size: number) => number;
}

/** A remark above the plots, at the right. */
export function noteMark(text: string, { width, ink, measure }: NoteOptions): Spec {
  // A longer line would stretch the picture.
  const room = Math.max(width, 300);
  const shown = cutMiddle(text, { room, measure: (some) => measure(some, noteSize) });
  const place = {
    x: { value: width },
    y: { value: -22 },
    align: { value: "right" },
    baseline: { value: "bottom" },
  };
  return {
    type: "text",
    encode: {
      enter: { ...place, text: { value: shown }, fontSize: { value: noteSize }, fill: { value: ink } },
    },
  };
}
