/** Histograms: values counted in bins, or another value of theirs put together, then drawn as bars. */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberAt, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { nameOf } from "./axis.ts";
import { textOfBar } from "./bar_texts.ts";
import { givenStep } from "./bin_steps.ts";
import { type BarSeries, barShapes } from "./draw_bars.ts";
import { binEdges, binOf } from "./histogram_bins.ts";
import { matched } from "./matched_axes.ts";
import { type Drawing, markColours, type Trace } from "./trace.ts";

/** `all` are those of the whole figure: some of other subplots may have their bins in common with these. */
export function drawHistograms(
  traces: readonly Trace[],
  layout: JsonRecord,
  all: readonly Trace[] = traces,
): Drawing {
  const mode = textAt(layout, "barmode") || "group";
  const isNamed = traces.some((trace) => trace[letterOf(trace.spec)].kind === "category");
  const gap = numberAt(layout, "bargap", isNamed || (mode === "group" && traces.length > 1) ? 0.2 : 0.03);
  const binned = traces.map((trace) => {
    const edges = edgesOf(trace, all.filter((one) => one === trace || shareBins(one, trace, layout)));
    const middles = edges.slice(1).map((edge, index) => (edge + (edges[index] ?? 0)) / 2);
    // Months are not of one length.
    const room = middles.length > 1 ? least(distances(middles)) : least(distances(edges));
    return { trace, edges, middles, room };
  });
  const series = binned.map(({ trace, edges, middles, room }): BarSeries => {
    const sizes = heights(trace, edges);
    const shown = sizes.flatMap((size, index) => size === 0 ? [] : [index]);
    const bars = shown.map((index) => ({
      at: middles[index] ?? NaN,
      size: sizes[index] ?? 0,
      // Over each other, each has bins of its own.
      width: mode === "overlay" ? room * (1 - gap) : undefined,
    }));
    const letter = letterOf(trace.spec);
    const { categories } = trace[letter];
    return {
      trace: flat(trace),
      bars,
      places: middles.slice(shown[0] ?? 0, (shown.at(-1) ?? 0) + 1),
      colourOf: markColours(trace, layout, 0).of,
      textOf: (index, size) => {
        const at = bars[index]?.at ?? NaN;
        return textOfBar(trace.spec, { index, at: letter, place: categories[at] ?? at, size });
      },
    };
  });
  const unit = least(binned.map(({ room }) => room));
  return barShapes(series, { mode, gap, unit, layout, all: all.map(flat) });
}

function distances(places: readonly number[]): readonly number[] {
  return places.slice(1).map((place, index) => place - (places[index] ?? 0));
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((low, number) => Math.min(low, number), Infinity);
}

/** Of one group of bins; or on axes that must match, unless they lie over each other. */
function shareBins(one: Trace, other: Trace, layout: JsonRecord): boolean {
  const at = letterOf(one.spec);
  if (at !== letterOf(other.spec) || one[at].kind !== other[at].kind) return false;
  const group = textAt(one.spec, "bingroup");
  if (group !== "" && group === textAt(other.spec, "bingroup")) return true;
  return textAt(layout, "barmode") !== "overlay" &&
    matched(layout, one[at].id) === matched(layout, other[at].id);
}

/**
 * The bins of a trace: as wide as those of all that share them, and on their edges. Where others say from where to
 * where they count that is for these alone.
 */
function edgesOf(trace: Trace, sharing: readonly Trace[]): readonly number[] {
  const at = letterOf(trace.spec);
  const axis = trace[at];
  if (axis.kind === "category") {
    return Array.from({ length: axis.categories.length + 1 }, (_, index) => index - 0.5);
  }
  const own = recordAt(trace.spec, `${at}bins`);
  const first = (key: string) =>
    sharing.map(({ spec }) => recordAt(spec, `${at}bins`)[key]).find((value) => value !== undefined);
  const counts = sharing.map(({ spec }) => numberAt(spec, `nbins${at}`, 0));
  const edges = binEdges(sharing.flatMap((one) => valuesOf(one).places), {
    kind: axis.kind,
    count: counts.find((count) => count > 0) ?? null,
    origin: axis.at(first("start")),
    start: axis.at(own["start"]) ?? (first("start") === undefined ? null : least(valuesOf(trace).places)),
    end: axis.at(own["end"]),
    step: givenStep(first("size")),
  });
  const isGiven = own["start"] !== undefined || own["end"] !== undefined;
  return withRoomForSums(edges, { spec: trace.spec, isGiven });
}

/** Sums without the bin itself need one bin more, in which the last sum stands. */
function withRoomForSums(
  edges: readonly number[],
  { spec, isGiven }: { readonly spec: JsonRecord; readonly isGiven: boolean },
): readonly number[] {
  const sums = recordAt(spec, "cumulative");
  const isPlain = sums["enabled"] !== true || (textAt(sums, "currentbin") || "include") === "include";
  if (isGiven || isPlain) return edges;
  const [first = 0, second = 1] = edges;
  const [last = 1, before = 0] = [edges.at(-1), edges.at(-2)];
  return textAt(sums, "direction") === "decreasing"
    ? [2 * first - second, ...edges]
    : [...edges, 2 * last - before];
}

/** A histogram lies on its side where it has only y, whatever it says. */
function flat(trace: Trace): Trace {
  return { ...trace, spec: { ...trace.spec, orientation: letterOf(trace.spec) === "y" ? "h" : "v" } };
}

/** The axis along which values are binned. */
function letterOf(spec: JsonRecord): "x" | "y" {
  return textAt(spec, "orientation") === "h" || (!("x" in spec) && "y" in spec) ? "y" : "x";
}

/** How the values of a bin become one. */
type Together = "sum" | "avg" | "min" | "max";

interface Values {
  readonly places: readonly number[];
  /** What is put together in each bin; ones where they are counted. */
  readonly weights: readonly number[];
  readonly together: Together;
}

function valuesOf(trace: Trace): Values {
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
    together: together ?? "sum",
    places: pairs.map(({ place }) => place),
    weights: pairs.map(({ weight }) => weight),
  };
}

/** What each bin comes to: put together, as a share or a density, and summed up where the trace asks for it. */
function heights(trace: Trace, edges: readonly number[]): readonly number[] {
  const { places, weights, together } = valuesOf(trace);
  const lists = edges.slice(1).map((): number[] => []);
  for (const [index, place] of places.entries()) {
    const bin = binOf(edges, place);
    if (bin !== null) lists[bin]?.push(weights[index] ?? 1);
  }
  const sums = lists.map((list) => list.length === 0 ? 0 : put(list, together));
  const total = sums.reduce((sum, value) => sum + value, 0) || 1;
  const cumulative = recordAt(trace.spec, "cumulative");
  const isSummed = cumulative["enabled"] === true;
  const kind = textAt(trace.spec, "histnorm");
  const scaled = sums.map((sum, bin) => {
    const size = (edges[bin + 1] ?? 0) - (edges[bin] ?? 0);
    // Summed up, a density is a share again.
    return sum * norm(isSummed ? kind.replace(/ ?density$/, "") : kind, { total, size });
  });
  return isSummed ? summedUp(scaled, cumulative) : scaled;
}

const shareOfItself: ReadonlyMap<string, number> = new Map([["half", 0.5], ["exclude", 0]]);

/** Each with all before it, or with all after it: whole, by half, or without itself. */
function summedUp(sizes: readonly number[], cumulative: JsonRecord): readonly number[] {
  const isFalling = textAt(cumulative, "direction") === "decreasing";
  const own = shareOfItself.get(textAt(cumulative, "currentbin")) ?? 1;
  let sum = 0;
  const sums = (isFalling ? sizes.toReversed() : sizes).map((size) => {
    sum += size;
    return sum - size * (1 - own);
  });
  return isFalling ? sums.toReversed() : sums;
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
