/** What stands around the plots of a figure: its title, its legend and the key to its colours. */

import { label } from "../describe_values.ts";
import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { numberAt } from "./arrays.ts";
import { ink } from "./colours.ts";
import type { LegendEntry } from "./read_figure.ts";
import type { ColourBar } from "./trace.ts";
import type { Spec } from "./vega_marks.ts";

export interface LegendOptions {
  readonly entries: readonly LegendEntry[];
  readonly bars: readonly ColourBar[];
  /** What the axes at the right of the plots take, in pixels. */
  readonly axisRoom: number;
}

export function legendsOf(layout: JsonRecord, { entries, bars, axisRoom }: LegendOptions): Spec {
  const offset = Math.max(18, axisRoom);
  const title = label(textAt(recordAt(recordAt(layout, "legend"), "title"), "text"));
  const keys = bars.slice(0, 1);
  const scales: Spec[] = keys.map(({ scale }) => ({
    name: "numbers",
    type: "linear",
    domain: scale.values,
    range: scale.colours,
    // Vega starts a scale at zero unless it is told not to, and then the key lies about every colour.
    zero: false,
    nice: false,
  }));
  const legends: Spec[] = keys.map((bar) => ({
    fill: "numbers",
    type: "gradient",
    title: label(bar.title),
    offset,
    gradientLength: 160,
    tickCount: 5,
  }));
  if (entries.length > 0) {
    const domain = entries.map(({ name }) => name);
    scales.push(
      { name: "traces", type: "ordinal", domain, range: entries.map(({ colour }) => colour) },
      { name: "symbols", type: "ordinal", domain, range: entries.map(({ symbol }) => symbol) },
    );
    legends.push({
      fill: "traces",
      stroke: "traces",
      shape: "symbols",
      symbolStrokeWidth: 2,
      title,
      offset,
      columns: Math.ceil(entries.length / 24),
      labelFontSize: 12,
      labelLimit: 200,
    });
  }
  return { scales, legends };
}

/** Above everything, also above the names of subplots; at the left unless the layout says otherwise. */
export function titleOf(layout: JsonRecord, width: number): Spec | null {
  const given = layout["title"];
  const text = label(typeof given === "string" ? given : textAt(given, "text"));
  if (text === "") return null;
  const along = numberAt(given, "x", 0);
  const align = along < 0.25 ? "left" : along > 0.75 ? "right" : "center";
  const place = {
    x: { value: align === "left" ? 0 : align === "right" ? width : width / 2 },
    align: { value: align },
    y: { value: -36 },
    baseline: { value: "bottom" },
    limit: { value: 1_200 },
  };
  return {
    type: "text",
    encode: {
      enter: { ...place, text: { value: text }, fontSize: { value: 17 }, fill: { value: ink } },
    },
  };
}

/** A remark above the plots, at the right. */
export function noteMark(text: string, width: number): Spec {
  const place = {
    x: { value: width },
    y: { value: -22 },
    align: { value: "right" },
    baseline: { value: "bottom" },
  };
  return {
    type: "text",
    encode: {
      enter: { ...place, text: { value: text }, fontSize: { value: 11 }, fill: { value: "#5c646e" } },
    },
  };
}
