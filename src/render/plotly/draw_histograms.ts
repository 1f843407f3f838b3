/** Histograms: values counted in bins, or another value of theirs put together, then drawn as bars. */

import { binsFor } from "../../charts/values/bins.ts";
import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { numberAt, numberOf, valuesAt } from "./arrays.ts";
import { nameOf } from "./axis.ts";
import { textOfBar } from "./bar_texts.ts";
import { type BarSeries, barShapes } from "./draw_bars.ts";
import { matched } from "./read_figure.ts";
import { type Drawing, markColours, type Trace } from "./trace.ts";

const mostBins = 40;

interface Bins {
  readonly start: number;
  readonly size: number;
  readonly count: number;
}

/** `all` are those of the whole figure: some of other subplots may have their bins in common with these. */
export function drawHistograms(
  traces: readonly Trace[],
  layout: JsonRecord,
  all: readonly Trace[] = traces,
): Drawing {
  const series = traces.map((trace) => ({ trace, ...valuesOf(trace) }));
  const first = traces[0];
  const isCategory = first !== undefined && first[series[0]?.at ?? "x"].kind === "category";
  const bins = isCategory
    ? { start: -0.5, size: 1, count: first?.[series[0]?.at ?? "x"].categories.length ?? 0 }
    : sharedBins(all.filter((one) => traces.some((trace) => shareBins(one, trace, layout))));
  const mode = textAt(layout, "barmode") || "stack";
  const places = Array.from({ length: bins.count }, (_, index) => bins.start + (index + 0.5) * bins.size);
  const drawn = series.map((one): BarSeries => {
    const bars = counted(one, bins).map((size, index) => ({ at: places[index] ?? NaN, size }))
      .filter(({ size }) => size !== 0);
    const { categories } = one.trace[one.at];
    return {
      trace: flat(one.trace, one.at),
      bars,
      places,
      colourOf: markColours(one.trace, layout, 0).of,
      textOf: (index, size) => {
        const at = bars[index]?.at ?? NaN;
        return textOfBar(one.trace.spec, { index, at: one.at, place: categories[at] ?? at, size });
      },
    };
  });
  const gap = numberAt(layout, "bargap", isCategory ? 0.2 : 0.03);
  return barShapes(drawn, {
    mode,
    gap,
    unit: bins.size,
    layout,
    all: all.map((one) => flat(one, letterOf(one.spec))),
  });
}

/** Of one group of bins, or on axes that must match. */
function shareBins(one: Trace, other: Trace, layout: JsonRecord): boolean {
  const at = letterOf(one.spec);
  if (at !== letterOf(other.spec) || one[at].kind !== other[at].kind) return false;
  const group = textAt(one.spec, "bingroup");
  return matched(layout, one[at].id) === matched(layout, other[at].id) ||
    (group !== "" && group === textAt(other.spec, "bingroup"));
}

/** One set of bins for all, so that they can be compared. */
function sharedBins(traces: readonly Trace[]): Bins {
  return binsOf(traces.flatMap((trace) => valuesOf(trace).places), traces);
}

/** A histogram lies on its side where it has only y, whatever it says. */
function flat(trace: Trace, at: "x" | "y"): Trace {
  return { ...trace, spec: { ...trace.spec, orientation: at === "y" ? "h" : "v" } };
}

interface Values {
  readonly trace: Trace;
  readonly at: "x" | "y";
  readonly places: readonly number[];
  /** What is put together in each bin; ones where they are counted. */
  readonly weights: readonly number[];
  readonly together: Together;
}

/** How the values of a bin become one. */
type Together = "sum" | "avg" | "min" | "max";

/** The axis along which values are binned. */
function letterOf(spec: JsonRecord): "x" | "y" {
  return textAt(spec, "orientation") === "h" || (!("x" in spec) && "y" in spec) ? "y" : "x";
}

function valuesOf(trace: Trace): Omit<Values, "trace"> {
  const { spec } = trace;
  const at = letterOf(spec);
  const others = valuesAt(spec, at === "y" ? "x" : "y");
  const asked = (["sum", "avg", "min", "max"] as const).find((kind) => kind === textAt(spec, "histfunc"));
  const together = others.length > 0 ? asked : undefined;
  const pairs = valuesAt(spec, at).flatMap((value, index) => {
    const place = trace[at].at(trace[at].kind === "category" ? nameOf(value) : value);
    const weight = together === undefined ? 1 : numberOf(others[index]);
    return place === null || Number.isNaN(weight) ? [] : [{ place, weight }];
  });
  return {
    at,
    together: together ?? "sum",
    places: pairs.map(({ place }) => place),
    weights: pairs.map(({ weight }) => weight),
  };
}

function binsOf(places: readonly number[], traces: readonly Trace[]): Bins {
  const sorted = Float64Array.from(places).sort();
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 1;
  for (const { spec } of traces) {
    const given = recordAt(spec, "xbins");
    const size = numberAt(given, "size", null);
    if (size === null || size <= 0) continue;
    const start = numberAt(given, "start", Math.floor(low / size) * size);
    return { start, size, count: Math.min(2_000, Math.max(1, Math.floor((high - start) / size + 1e-9) + 1)) };
  }
  const wanted = Math.max(
    0,
    ...traces.map(({ spec }) => Math.max(numberAt(spec, "nbinsx", 0), numberAt(spec, "nbinsy", 0))),
  );
  const integer = sorted.every(Number.isInteger);
  if (wanted > 0 && low < high) return atMost(wanted, { low, high, integer });
  const { edges, step } = binsFor(sorted, { integer, most: mostBins });
  return { start: edges[0] ?? 0, size: step, count: Math.max(1, edges.length - 1) };
}

/** As many bins of a round width as there may be; whole numbers lie in the middle of theirs. */
function atMost(
  wanted: number,
  { low, high, integer }: { readonly low: number; readonly high: number; readonly integer: boolean },
): Bins {
  const power = Math.floor(Math.log10((high - low) / wanted));
  const widths = [0, 1, 2].flatMap((more) => [1, 2, 5].map((factor) => factor * 10 ** (power + more)));
  const bins = widths.filter((size) => !integer || size >= 1).map((size): Bins => {
    const start = Math.floor(low / size + 1e-9) * size - (integer ? 0.5 : 0);
    return { start, size, count: Math.floor((high - start) / size + 1e-9) + 1 };
  });
  // A single bin around both ends is left where even two would be too many.
  return bins.find(({ count }) => count <= wanted) ?? { start: low, size: (high - low) * 1.01, count: 1 };
}

function counted({ trace, places, weights, together }: Values, { start, size, count }: Bins): number[] {
  const lists = Array.from({ length: count }, (): number[] => []);
  for (const [index, place] of places.entries()) {
    const bin = Math.min(count - 1, Math.max(0, Math.floor((place - start) / size + 1e-9)));
    lists[bin]?.push(weights[index] ?? 1);
  }
  const sums = lists.map((list) => list.length === 0 ? 0 : put(list, together));
  const total = sums.reduce((sum, value) => sum + value, 0) || 1;
  const scaled = sums.map((sum) => sum * norm(textAt(trace.spec, "histnorm"), { total, size }));
  if (recordAt(trace.spec, "cumulative")["enabled"] !== true) return scaled;
  let sum = 0;
  return scaled.map((value) => sum += value);
}

function put(list: readonly number[], together: Together): number {
  const sum = list.reduce((sum, value) => sum + value, 0);
  switch (together) {
    case "sum":
      return sum;
    case "avg":
      return sum / list.length;
    case "min":
      return list.reduce((least, value) => Math.min(least, value));
    case "max":
      return list.reduce((most, value) => Math.max(most, value));
  }
}

function norm(kind: string, { total, size }: { readonly total: number; readonly size: number }): number {
  switch (kind) {
    case "percent":
      return 100 / total;
    case "probability":
      return 1 / total;
    case "density":
      return 1 / size;
    case "probability density":
      return 1 / total / size;
    default:
      return 1;
  }
}
