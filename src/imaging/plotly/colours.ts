/** Colours of a Plotly figure: its colourway, its colour scales, and nothing that is not a colour. */

import { type JsonRecord, recordAt } from "../../base/json.ts";
import { listOf, numberOf } from "../../base/plotly_values.ts";
import { hexOfName } from "./css_colours.ts";
import { themeOf } from "./theme.ts";

const defaultColourway = [
  "#636efa",
  "#EF553B",
  "#00cc96",
  "#ab63fa",
  "#FFA15A",
  "#19d3f3",
  "#FF6692",
  "#B6E880",
  "#FF97FF",
  "#FECB52",
];

const colour = /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d.,%\s/]{1,60}\)|[a-z]{3,30})$/i;

/** The colour that a value is, or undefined: a figure may hold anything there. */
export function colourOf(value: unknown): string | undefined {
  return typeof value === "string" && colour.test(value.trim()) ? value.trim() : undefined;
}

/** The colours of traces that have none of their own, and how many there are before they come again. */
export function colourway(
  layout: JsonRecord,
): { readonly at: (index: number) => string; readonly count: number } {
  const given =
    [layout["colorway"], themeOf(layout)["colorway"]].map((list) =>
      (Array.isArray(list) ? list : []).flatMap((one) => colourOf(one) ?? [])
    ).find((list) => list.length > 0) ?? defaultColourway;
  return { at: (index) => given[index % given.length] ?? "#636efa", count: given.length };
}

export interface ColourScale {
  /** Where each colour stands, from least to most. */
  readonly values: readonly number[];
  readonly colours: readonly string[];
  readonly of: (value: number) => string;
}

type Stop = readonly [number, string];

const viridis: readonly Stop[] = [
  [0, "#440154"],
  [0.25, "#3b528b"],
  [0.5, "#21918c"],
  [0.75, "#5ec962"],
  [1, "#fde725"],
];

/** A range as far below a middle as above it; the same one where there is none. */
export function aroundMiddle(range: Range, middle: number): Range {
  if (Number.isNaN(middle) || range.least > range.most) return range;
  const reach = Math.max(Math.abs(range.most - middle), Math.abs(middle - range.least));
  return { least: middle - reach, most: middle + reach };
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** A scale from `least` to `most` through the colours that the figure gives. */
export function colourScale(stops: readonly Stop[], { least, most }: Range): ColourScale {
  const span = most - least || 1;
  return {
    values: stops.map(([share]) => least + share * span),
    colours: stops.map(([, one]) => one),
    of: (value) => between(stops, Math.min(1, Math.max(0, (value - least) / span))),
  };
}

/** The stops of the first of these that is a colour scale; those of the theme or Viridis otherwise. */
export function stopsOf(candidates: readonly unknown[], layout: JsonRecord): readonly Stop[] {
  const sequential = recordAt(themeOf(layout), "colorscale")["sequential"];
  for (const candidate of [...candidates, sequential]) {
    const stops = (Array.isArray(candidate) ? candidate : []).flatMap((stop): Stop[] => {
      const pair = listOf(stop);
      const one = colourOf(pair?.[1]);
      const share = numberOf(pair?.[0]);
      return one === undefined || Number.isNaN(share) ? [] : [[share, one]];
    });
    if (stops.length > 1) return stops;
  }
  return viridis;
}

/** The same colours the other way round. */
export function reversed(stops: readonly Stop[]): readonly Stop[] {
  return stops.map(([share, one]): Stop => [1 - share, one]).toReversed();
}

function between(stops: readonly Stop[], share: number): string {
  const after = stops.findIndex(([place]) => place >= share);
  const high = stops[after < 0 ? stops.length - 1 : after];
  const low = stops[Math.max(0, (after < 0 ? stops.length : after) - 1)];
  if (low === undefined || high === undefined) return "#888888";
  const [from, to] = [channelsOf(low[1]), channelsOf(high[1])];
  if (from === null || to === null || high[0] === low[0]) return high[1];
  const part = (share - low[0]) / (high[0] - low[0]);
  const mixed = from.map((channel, index) => Math.round(channel + ((to[index] ?? 0) - channel) * part));
  return `rgb(${mixed.join(",")})`;
}

/** The red, green and blue of a colour, each up to 255; null where it is written in another way. */
export function channelsOf(text: string): readonly number[] | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])[0-9a-f]?$/i.exec(text)?.slice(1);
  const hex = /^#([0-9a-f]{6})/i.exec(text)?.[1] ?? short?.map((digit) => digit + digit).join("") ??
    hexOfName(text);
  if (hex !== undefined) return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const parts = /^rgba?\(([^)]*)\)$/i.exec(text)?.[1]?.split(/[\s,/]+/).map(Number) ?? [];
  return parts.length >= 3 && parts.slice(0, 3).every(Number.isFinite) ? parts.slice(0, 3) : null;
}

/** Of all texts, as Plotly writes them. */
export const ink = "#2a3f5f";

/** Of the texts of a figure that has a colour of its own for them. */
export function inkOf(layout: JsonRecord): string {
  return [layout, themeOf(layout)].map((one) => colourOf(recordAt(one, "font")["color"]))
    .find((one) => one !== undefined) ?? ink;
}

/** The colour in which a text is read on another. */
export function inkOn(ground: string): string {
  return isDark(ground) ? "#ffffff" : ink;
}

/** Whether light text reads better on it than dark text. */
function isDark(text: string): boolean {
  const [red = 255, green = 255, blue = 255] = channelsOf(text) ?? [];
  return red * 0.3 + green * 0.59 + blue * 0.11 < 140;
}
