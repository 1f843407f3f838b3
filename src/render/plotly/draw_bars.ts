/** Bars: grouped, stacked or one over the other, upright or lying. */

import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { listOf, numberAt, valuesAt } from "./arrays.ts";
import { hasPiles, normed, pilesOf } from "./bar_heaps.ts";
import { barText, textFits, textOfBar } from "./bar_texts.ts";
import { ink } from "./colours.ts";
import { errorRules } from "./error_rules.ts";
import { placesOf } from "./places.ts";
import { type RectShape, type Shape, turned } from "./shapes.ts";
import { along, type ColourBar, type Drawing, markColours, type Trace } from "./trace.ts";

/** The bars of one trace; positions and sizes in the coordinates of their axes. */
export interface BarSeries {
  readonly trace: Trace;
  readonly bars: readonly { readonly at: number; readonly size: number; readonly base?: number }[];
  /** Where bars could stand, also those without a size: they decide on the room of each. */
  readonly places: readonly number[];
  /** Width of a bar, where the trace says so. */
  readonly width: number | null;
  readonly colourOf: (index: number) => string;
  /** What is written at a bar of a length. */
  readonly textOf: (index: number, size: number) => string;
}

export function drawBars(traces: readonly Trace[], layout: JsonRecord): Drawing {
  const keys: ColourBar[] = [];
  const series = traces.map((trace) => {
    const { bars, ...rest } = seriesOf(trace, layout);
    keys.push(...bars);
    return rest.series;
  });
  const mode = textAt(layout, "barmode") || "group";
  const gap = numberAt(layout, "bargap", 0.2);
  return { ...barShapes(series, { mode, gap, norm: textAt(layout, "barnorm") }), bars: keys };
}

function seriesOf(trace: Trace, layout: JsonRecord): { series: BarSeries; bars: readonly ColourBar[] } {
  const { at, size } = along(trace);
  const positions = listOf(trace.spec[at]);
  const sizes = valuesAt(trace.spec, size);
  const bases = valuesAt(trace.spec, "base");
  const { of, bars } = markColours(trace, layout, sizes.length);
  const places = sizes.map((_, index) => positions === null ? index : trace[at].at(positions[index]));
  const found = sizes.flatMap((value, index) => {
    const place = places[index] ?? null;
    const length = trace[size].at(value);
    const base = trace[size].at(bases.length === 1 ? bases[0] : bases[index]);
    if (place === null || length === null) return [];
    return [{ index, at: place, size: length, ...(base === null ? {} : { base }) }];
  });
  const widths = valuesAt(trace.spec, "width").map(Number);
  const series: BarSeries = {
    trace,
    bars: found,
    places: places.filter((place) => place !== null),
    width: widths.length > 0 && Number.isFinite(widths[0]) ? widths[0] ?? null : null,
    colourOf: (place) => of(found[place]?.index ?? 0),
    textOf: (place, length) => {
      const index = found[place]?.index ?? 0;
      return textOfBar(trace.spec, { index, at, place: positions?.[index] ?? index, size: length });
    },
  };
  return { series, bars };
}

export interface BarOptions {
  readonly mode: string;
  /** Share of the room between positions that stays empty. */
  readonly gap: number;
  /** What the bars of a position are together: `percent`, `fraction`, or what they are. */
  readonly norm: string;
}

export function barShapes(given: readonly BarSeries[], { mode, gap, norm }: BarOptions): Drawing {
  const first = given[0];
  if (first === undefined) return { shapes: [] };
  const { at, size } = along(first.trace);
  const series = normed(given, { norm, mode });
  const ground = first.trace[size].kind === "log" ? logGround(series) : 0;
  const unit = unitOf(series, first.trace[at].kind === "category");
  const slots = mode === "group" ? slotsOf(series) : new Map(series.map(({ trace }) => [trace, 0]));
  const count = Math.max(1, new Set(slots.values()).size);
  // How far the bars of a trace stand beside their position.
  const shiftOf = (trace: Trace) => ((slots.get(trace) ?? 0) - (count - 1) / 2) * (unit * (1 - gap) / count);
  const groundOf = pilesOf(mode);
  const isAlone = series.length === 1;
  const fits = textFits(series, { unit, isLying: at === "y" });
  const shapes = series.flatMap((one) => {
    const width = one.width ?? unit * (1 - gap) / count;
    const shift = shiftOf(one.trace);
    const piles = mode === "stack" || mode === "relative" || (mode === "group" && hasPiles(one));
    return one.bars.flatMap((bar, index): Shape[] => {
      const base = groundOf(one.trace, bar);
      const rect: RectShape = {
        kind: "rect",
        x: bar.at + shift - width / 2,
        x2: bar.at + shift + width / 2,
        y: base === 0 ? ground : base,
        y2: base + bar.size,
        fill: one.colourOf(index),
        opacity: one.trace.opacity * numberAt(recordAt(one.trace.spec, "marker"), "opacity", 1),
      };
      const text = one.textOf(index, bar.size);
      return [
        rect,
        ...barText(text, { rect, isPiled: piles, isAlone, isRoomy: fits(text, rect), spec: one.trace.spec }),
      ];
    });
  });
  const errors = mode === "stack" ? [] : series.flatMap(({ trace }) => uncertain(trace, shiftOf(trace)));
  return { shapes: [...(at === "y" ? turned(shapes) : shapes), ...errors], zero: size };
}

/** Where bars begin on an axis that has no zero: below the shortest of them, so that it is seen as well. */
function logGround(series: readonly BarSeries[]): number {
  return series.flatMap(({ bars }) => bars).reduce((least, { size }) => Math.min(least, size), Infinity) / 2;
}

function uncertain(trace: Trace, shift: number): Shape[] {
  const isLying = along(trace).at === "y";
  return errorRules(trace, placesOf(trace)).map((rule) => ({
    ...rule,
    ...(isLying ? { y: rule.y + shift, y2: rule.y2 + shift } : { x: rule.x + shift, x2: rule.x2 + shift }),
    stroke: ink,
  }));
}

/** Traces side by side; those of one offset group share a place. */
function slotsOf(series: readonly BarSeries[]): ReadonlyMap<Trace, number> {
  const groups: string[] = [];
  return new Map(series.map(({ trace }, index) => {
    const group = textAt(trace.spec, "offsetgroup") || `trace ${index}`;
    if (!groups.includes(group)) groups.push(group);
    return [trace, groups.indexOf(group)];
  }));
}

/** The room of one position: one category, or the least distance between two. */
function unitOf(series: readonly BarSeries[], isCategory: boolean): number {
  if (isCategory) return 1;
  const places = [...new Set(series.flatMap((one) => one.places))].toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0)).filter((gap) => gap > 0);
  const own = series.flatMap(({ width }) => width ?? []);
  return gaps.length > 0 ? gaps.reduce((least, gap) => Math.min(least, gap)) : own[0] ?? 1;
}
