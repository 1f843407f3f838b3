/** A trace of a figure with what it needs to be drawn, and what drawing it gives. */

import { isRecord, type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberAt, numberOf, spanOf, valuesAt } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { aroundMiddle, colourOf, type ColourScale, colourScale, reversed, stopsOf } from "./colours.ts";
import type { Shape } from "./shapes.ts";

export interface Trace {
  readonly spec: JsonRecord;
  readonly type: string;
  readonly name: string;
  /** Its own colour, else that of the colourway. */
  readonly colour: string;
  readonly opacity: number;
  readonly x: Axis;
  readonly y: Axis;
}

/** What the traces of one subplot and one type become. */
export interface Drawing {
  readonly shapes: readonly Shape[];
  /** The axes on which it stands on zero. */
  readonly zero?: "x" | "y";
  /** Whether it needs room around it. */
  readonly padded?: boolean;
  readonly bars?: readonly ColourBar[];
  /** What was left out, to be told in the picture; "" for nothing. */
  readonly thinned?: readonly string[];
}

/** The key to colours that stand for numbers. */
export interface ColourBar {
  readonly scale: ColourScale;
  /** What the figure says of it: its title, its ticks. */
  readonly layout: JsonRecord;
  /** Whether Plotly would show it. */
  readonly isAsked: boolean;
}

/** Where and how large the values of a trace are: `at` on the axis it stands along, `size` on the other. */
export function along(trace: Trace): { readonly at: "x" | "y"; readonly size: "x" | "y" } {
  const flat = textAt(trace.spec, "orientation") === "h";
  return flat ? { at: "y", size: "x" } : { at: "x", size: "y" };
}

/** One colour for each of so many marks, and the key where they stand for numbers. */
export function markColours(
  trace: Trace,
  layout: JsonRecord,
  count: number,
): { readonly of: (index: number) => string; readonly bars: readonly ColourBar[] } {
  const marker = recordAt(trace.spec, "marker");
  const listed = valuesAt(marker, "color");
  if (listed.length <= 1 && count !== 1) {
    const one = colourOf(listed[0]) ?? trace.colour;
    return { of: () => one, bars: [] };
  }
  const numbers = listed.map(numberOf);
  if (listed.length === 0 || listed.some((one) => colourOf(one) !== undefined)) {
    return { of: (index) => colourOf(listed[index]) ?? trace.colour, bars: [] };
  }
  const { scale, bars } = numberColours(numbers, marker, layout);
  const ofNumber = (value: number | undefined) =>
    value === undefined || Number.isNaN(value) ? "#bbbbbb" : scale.of(value);
  return { of: (index) => ofNumber(numbers[index]), bars };
}

/** The colour scale of numbers, as the mark itself or the colour axis it names has it. */
export function numberColours(
  numbers: readonly number[],
  mark: JsonRecord,
  layout: JsonRecord,
): { readonly scale: ColourScale; readonly bars: readonly ColourBar[] } {
  const shared = textAt(mark, "coloraxis");
  const axis = shared === "" ? mark : recordAt(layout, shared);
  const { least, most } = aroundMiddle(spanOf(numbers), numberOf(axis["cmid"] ?? axis["zmid"]));
  const range = {
    least: numberAt(axis, "cmin", numberAt(axis, "zmin", Number.isFinite(least) ? least : 0)),
    most: numberAt(axis, "cmax", numberAt(axis, "zmax", Number.isFinite(most) ? most : 1)),
  };
  const stops = stopsOf([mark["colorscale"], axis["colorscale"]], layout);
  const scale = colourScale(axis["reversescale"] === true ? reversed(stops) : stops, range);
  // Plotly shows the scale of marks only if it is asked to, by what it says of the key or of whether there is one.
  const isUsual = shared !== "" || "z" in mark || isRecord(axis["colorbar"]);
  const bar = {
    scale,
    layout: recordAt(axis, "colorbar"),
    isAsked: isUsual || axis["showscale"] === true,
  };
  return { scale, bars: axis["showscale"] === false ? [] : [bar] };
}
