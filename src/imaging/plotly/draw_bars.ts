/** Bars: grouped, stacked or one over the other, upright or lying. */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { listOf, numberAt, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { hasPiles, normed, pilesOf } from "./bar_heaps.ts";
import { type SlotOptions, slotsOf } from "./bar_slots.ts";
import { barText, textFits, textOfBar } from "./bar_texts.ts";
import { ink } from "./colours.ts";
import { errorRules } from "./error_rules.ts";
import { placesOf } from "./places.ts";
import { type RectShape, type Shape, turned } from "./shapes.ts";
import { along, type ColourBar, type Drawing, markColours, type Trace } from "./trace.ts";

export interface Bar {
  readonly at: number;
  readonly size: number;
  /** Where it begins, how wide it is and how far beside its position its side is, where the trace says so. */
  readonly base?: number | undefined;
  readonly width?: number | undefined;
  readonly offset?: number | undefined;
}

/** The bars of one trace; positions and sizes in the coordinates of their axes. */
export interface BarSeries {
  readonly trace: Trace;
  readonly bars: readonly Bar[];
  /** Where bars could stand, also those without a size: they decide on the room of each. */
  readonly places: readonly number[];
  readonly colourOf: (index: number) => string;
  /** What is written at a bar of a length. */
  readonly textOf: (index: number, size: number) => string;
}

export function drawBars(
  traces: readonly Trace[],
  layout: JsonRecord,
  all: readonly Trace[] = traces,
): Drawing {
  const keys: ColourBar[] = [];
  const series = traces.map((trace) => {
    const { bars, ...rest } = seriesOf(trace, layout);
    keys.push(...bars);
    return rest.series;
  });
  const mode = textAt(layout, "barmode") || "group";
  return { ...barShapes(series, { mode, gap: numberAt(layout, "bargap", 0.2), layout, all }), bars: keys };
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
    const [width, offset] = [ownAt(trace.spec, "width", index), ownAt(trace.spec, "offset", index)];
    return [{ index, at: place, size: length, base: base ?? undefined, width, offset }];
  });
  const series: BarSeries = {
    trace,
    bars: found,
    places: places.filter((place) => place !== null),
    colourOf: (place) => of(found[place]?.index ?? 0),
    textOf: (place, length) => {
      const index = found[place]?.index ?? 0;
      return textOfBar(trace.spec, { index, at, place: positions?.[index] ?? index, size: length });
    },
  };
  return { series, bars };
}

/** What a trace says of one of its bars, or of all. */
function ownAt(spec: JsonRecord, key: string, index: number): number | undefined {
  const given = valuesAt(spec, key);
  const value = numberOf(given.length === 1 ? given[0] : given[index]);
  return Number.isNaN(value) ? undefined : value;
}

export interface BarOptions extends SlotOptions {
  /** Share of the room between positions that stays empty. */
  readonly gap: number;
  /** The room of one position, where that is not the least distance between two. */
  readonly unit?: number;
}

export function barShapes(given: readonly BarSeries[], options: BarOptions): Drawing {
  const first = given[0];
  if (first === undefined) return { shapes: [] };
  const { mode, layout } = options;
  const { at, size } = along(first.trace);
  const slotOf = slotsOf(given, options);
  const series = normed(given, { norm: textAt(layout, "barnorm"), mode, slotOf });
  const ground = first.trace[size].kind === "log" ? logGround(series) : 0;
  const unit = options.unit ?? unitOf(series, first.trace[at].kind === "category");
  const room = unit * (1 - options.gap);
  // How far the bars of a trace stand beside their position.
  const shiftOf = (trace: Trace) => {
    const { index, count } = slotOf(trace);
    return (index - (count - 1) / 2) * room / count;
  };
  const groundOf = pilesOf({ mode, slotOf });
  const isAlone = series.length === 1;
  const fits = textFits(series, { unit, isLying: at === "y" });
  const shapes = series.flatMap((one) => {
    const usual = room / slotOf(one.trace).count * (1 - numberAt(layout, "bargroupgap", 0));
    const shift = shiftOf(one.trace);
    const piles = mode === "stack" || mode === "relative" || (mode === "group" && hasPiles(one));
    return one.bars.flatMap((bar, index): Shape[] => {
      const base = groundOf(one.trace, bar);
      const { width = usual, offset = shift - width / 2 } = bar;
      const rect: RectShape = {
        kind: "rect",
        x: bar.at + offset,
        x2: bar.at + offset + width,
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

/** The room of one position: one category, or the least distance between two. */
function unitOf(series: readonly BarSeries[], isCategory: boolean): number {
  if (isCategory) return 1;
  const places = [...new Set(series.flatMap((one) => one.places))].toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0)).filter((gap) => gap > 0);
  const own = series.flatMap(({ bars }) => bars.flatMap(({ width }) => width ?? []));
  return gaps.length > 0 ? gaps.reduce((least, gap) => Math.min(least, gap)) : own[0] ?? 1;
}
