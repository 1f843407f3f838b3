/** Box plots and violins: the spread of values at each position. */

import { quantile } from "../../charts/values/aggregate.ts";
import { type JsonRecord, recordAt, textAt } from "../json_view.ts";
import { listOf, numberAt, valuesAt } from "./arrays.ts";
import { nameOf } from "./axis.ts";
import { colourOf } from "./colours.ts";
import { boxPlaces, type Fences, givenFences, hasQuartiles } from "./given_boxes.ts";
import {
  type DotShape,
  type PathShape,
  type RectShape,
  type RuleShape,
  type Shape,
  turned,
} from "./shapes.ts";
import type { Drawing, Trace } from "./trace.ts";

const mostDots = 300;
const kernelPoints = 60;

interface Sample {
  readonly at: number;
  /** Ascending. */
  readonly values: Float64Array;
  /** Where the box is given, not its values. */
  readonly fences?: Fences;
}

export function drawBoxes(traces: readonly Trace[], layout: JsonRecord): Drawing {
  return drawSpreads(traces, { mode: textAt(layout, "boxmode"), draw: boxShapes });
}

export function drawViolins(traces: readonly Trace[], layout: JsonRecord): Drawing {
  return drawSpreads(traces, { mode: textAt(layout, "violinmode"), draw: violinShapes });
}

type Draw = (
  sample: Sample,
  place: { readonly trace: Trace; readonly at: number; readonly half: number },
) => Shape[];

function drawSpreads(
  traces: readonly Trace[],
  { mode, draw }: { readonly mode: string; readonly draw: Draw },
): Drawing {
  const groups = [...new Set(traces.map((trace, index) => slotOf(trace, index)))];
  const count = mode === "group" ? groups.length : 1;
  const shapes = traces.flatMap((trace, index) => {
    const slot = count === 1 ? 0 : groups.indexOf(slotOf(trace, index)) - (count - 1) / 2;
    const { at, size } = isFlat(trace) ? { at: "y", size: "x" } as const : { at: "x", size: "y" } as const;
    const samples = samplesOf(trace, at, size);
    const unit = trace[at].kind === "category" ? 1 : unitOf(samples);
    const half = unit * 0.35 / count;
    const drawn = samples.flatMap((sample) =>
      draw(sample, { trace, at: sample.at + slot * unit * 0.8 / count, half })
    );
    return at === "y" ? turned(drawn) : drawn;
  });
  return { shapes, padded: true };
}

function slotOf(trace: Trace, index: number): string {
  return textAt(trace.spec, "offsetgroup") || textAt(trace.spec, "alignmentgroup") + trace.name ||
    String(index);
}

export function isFlat({ spec }: Pick<Trace, "spec">): boolean {
  if (hasQuartiles(spec)) return textAt(spec, "orientation") === "h" || (!("x" in spec) && "y" in spec);
  return textAt(spec, "orientation") === "h" || (!("y" in spec) && "x" in spec);
}

function samplesOf(trace: Trace, at: "x" | "y", size: "x" | "y"): Sample[] {
  if (hasQuartiles(trace.spec)) return givenSamples(trace, at);
  const places = listOf(trace.spec[at]);
  const lists = new Map<number, number[]>();
  valuesAt(trace.spec, size).forEach((value, index) => {
    const place = trace[at].at(places === null ? positionName(trace) : keyOf(trace[at].kind, places[index]));
    const number = trace[size].at(value);
    if (place === null || number === null) return;
    const list = lists.get(place) ?? [];
    list.push(number);
    lists.set(place, list);
  });
  return [...lists].map(([place, list]) => ({ at: place, values: Float64Array.from(list).sort() }));
}

function givenSamples(trace: Trace, at: "x" | "y"): Sample[] {
  const places = boxPlaces(trace, at);
  return givenFences(trace.spec).flatMap((fences, index) => {
    const place = trace[at].at(keyOf(trace[at].kind, places[index]));
    return place === null || Number.isNaN(fences.median)
      ? []
      : [{ at: place, values: new Float64Array(), fences }];
  });
}

function keyOf(kind: string, value: unknown): unknown {
  return kind === "category" && value !== null && value !== undefined ? nameOf(value) : value;
}

/** Where a trace stands that names no position: at its own name. */
export function positionName({ spec, name }: Pick<Trace, "spec" | "name">): string {
  // Plotly Express writes a blank where the legend tells traces apart.
  const given = spec["x0"] ?? spec["y0"];
  return typeof given === "string" ? given : name;
}

function unitOf(samples: readonly Sample[]): number {
  const places = samples.map(({ at }) => at).toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
  return gaps.length === 0 ? 1 : gaps.reduce((least, gap) => Math.min(least, gap));
}

function fencesOf(values: Float64Array): Fences {
  const q1 = quantile(values, 0.25);
  const q3 = quantile(values, 0.75);
  const reach = 1.5 * (q3 - q1);
  const inside = values.filter((value) => value >= q1 - reach && value <= q3 + reach);
  // Of few values the last inside may lie within the box, where no whisker goes.
  const [low, high] = [Math.min(q1, inside[0] ?? q1), Math.max(q3, inside.at(-1) ?? q3)];
  return { q1, median: quantile(values, 0.5), q3, low, high };
}

function boxShapes(sample: Sample, { trace, at, half }: Parameters<Draw>[1]): Shape[] {
  const { values, fences = fencesOf(values) } = sample;
  return [
    ...boxOf(trace, { at, half, cap: half / 2, fences }),
    ...(trace.spec["boxmean"] ? meanLine(trace, { at, half, values }) : []),
    ...dotsOf(trace, { at, half, values, inside: fences }),
  ];
}

interface BoxPlace {
  readonly at: number;
  readonly half: number;
  /** Half the width of the ends of its whiskers. */
  readonly cap: number;
  readonly fences: Fences;
}

function boxOf(trace: Trace, { at, half, cap, fences: { low, q1, median, q3, high } }: BoxPlace): Shape[] {
  const stroke = colourOf(recordAt(trace.spec, "line")["color"]) ?? trace.colour;
  const fill = colourOf(trace.spec["fillcolor"]);
  const rule = (place: Omit<RuleShape, "kind" | "stroke" | "width">): RuleShape => ({
    kind: "rule",
    stroke,
    width: 2,
    ...place,
  });
  const box: RectShape = {
    kind: "rect",
    x: at - half,
    x2: at + half,
    y: q1,
    y2: q3,
    // A fill of its own has its transparency in it.
    fill: fill ?? trace.colour,
    opacity: fill === undefined ? 0.5 : 1,
    stroke,
  };
  return [
    rule({ x: at, x2: at, y: low, y2: q1 }),
    rule({ x: at, x2: at, y: q3, y2: high }),
    rule({ x: at - cap, x2: at + cap, y: low, y2: low }),
    rule({ x: at - cap, x2: at + cap, y: high, y2: high }),
    box,
    rule({ x: at - half, x2: at + half, y: median, y2: median }),
  ];
}

function meanLine(trace: Trace, { at, half, values }: Omit<DotPlace, "inside">): PathShape[] {
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const points = [[at - half, mean], [at + half, mean]] as const;
  return [{ kind: "path", points, stroke: trace.colour, width: 1.5, dash: [5, 4] }];
}

interface DotPlace {
  readonly at: number;
  readonly half: number;
  readonly values: Float64Array;
  readonly inside: { readonly low: number; readonly high: number };
}

function dotsOf(trace: Trace, { at, half, values, inside }: DotPlace): DotShape[] {
  const wanted = trace.spec["boxpoints"] ?? trace.spec["points"];
  if (wanted === false) return [];
  const all = wanted === "all";
  const shown = all ? [...values] : [...values].filter((value) => value < inside.low || value > inside.high);
  const every = Math.max(1, Math.ceil(shown.length / mostDots));
  const x = at + half * numberAt(trace.spec, "pointpos", all ? -1.3 : 0);
  const spread = half * numberAt(trace.spec, "jitter", all ? 0.3 : 0);
  return shown.filter((_, index) => index % every === 0).map((y, index): DotShape => ({
    kind: "dot",
    // Scattered evenly and the same way each time.
    x: x + spread * ((index * 0.618034) % 1 * 2 - 1),
    y,
    size: 30,
    fill: colourOf(recordAt(trace.spec, "marker")["color"]) ?? trace.colour,
    opacity: 0.8,
    symbol: "circle",
  }));
}

/** The density of values, mirrored, with a box and the mean inside where they are asked for. */
function violinShapes({ values }: Sample, { trace, at, half }: Parameters<Draw>[1]): Shape[] {
  const density = densityOf(values);
  const most = density.reduce((high, [, height]) => Math.max(high, height), 0) || 1;
  const sides = textAt(trace.spec, "side");
  const edge = (sign: number) =>
    density.map(([y, height]): readonly [number, number] => [at + sign * half * height / most, y]);
  const outline: PathShape = {
    kind: "path",
    points: [...edge(sides === "negative" ? 0 : 1), ...edge(sides === "positive" ? 0 : -1).toReversed()],
    fill: trace.colour,
    opacity: 0.5,
    stroke: trace.colour,
    width: 2,
  };
  const fences = fencesOf(values);
  const inner = numberAt(recordAt(trace.spec, "box"), "width", 0.25) * half;
  return [
    outline,
    ...(isShown(trace.spec, "box") ? boxOf(trace, { at, half: inner, cap: 0, fences }) : []),
    ...(isShown(trace.spec, "meanline") ? meanLine(trace, { at, half: half / 2, values }) : []),
    ...dotsOf(trace, { at, half, values, inside: fences }),
  ];
}

function isShown(spec: JsonRecord, part: string): boolean {
  return recordAt(spec, part)["visible"] === true;
}

/** A smoothed histogram (Gaussian kernel, width after Silverman) at evenly spaced values. */
function densityOf(values: Float64Array): readonly (readonly [number, number])[] {
  const low = values[0] ?? 0;
  const high = values.at(-1) ?? 0;
  const average = values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length || 1),
  );
  const width = 1.06 * deviation * values.length ** -0.2 || Math.abs(average) * 0.01 || 1;
  const every = Math.max(1, Math.ceil(values.length / 2_000));
  const used = values.filter((_, index) => index % every === 0);
  const [from, to] = [low - width, high + width];
  return Array.from({ length: kernelPoints }, (_, index) => {
    const y = from + (to - from) * index / (kernelPoints - 1);
    const height = used.reduce((sum, value) => sum + Math.exp(-(((y - value) / width) ** 2) / 2), 0);
    return [y, height] as const;
  });
}
