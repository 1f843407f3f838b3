/**
 * Violins: the density of values at each position, mirrored, with a box and the mean inside where they are asked for.
 * https://github.com/plotly/plotly.js/blob/master/src/traces/violin/calc.js
 */

import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { listOf, numberAt, numberOf } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import { boxOf, meanLine } from "./draw_boxes.ts";
import type { PathShape, Shape } from "./shapes.ts";
import { dotsOf } from "./spread_dots.ts";
import { drawSpreads, type Sample, samplesOf, type SpreadPlace } from "./spreads.ts";
import type { Drawing, Trace } from "./trace.ts";

/** As many points make a smooth edge; many more would only cost time. */
const points = { least: 60, most: 400 };
const mostValues = 2_000;

export function drawViolins(
  traces: readonly Trace[],
  layout: JsonRecord,
  all: readonly Trace[] = traces,
): Drawing {
  const scales = scalesOf(all);
  const draw = (sample: Sample, place: SpreadPlace) =>
    violinShapes(sample, { ...place, scale: scales.get(groupOf(place.trace)) ?? { highest: 1, count: 1 } });
  return drawSpreads(traces, { kind: "violin", layout, all, draw });
}

/** The highest density and the most values of violins that are drawn in one scale. */
interface Scale {
  readonly highest: number;
  readonly count: number;
}

function scalesOf(traces: readonly Trace[]): ReadonlyMap<string, Scale> {
  const scales = new Map<string, Scale>();
  for (const trace of traces) {
    for (const sample of samplesOf(trace)) {
      const known = scales.get(groupOf(trace)) ?? { highest: 0, count: 0 };
      const peak = densityOf(sample, trace).reduce((high, [, density]) => Math.max(high, density), 0);
      scales.set(groupOf(trace), {
        highest: Math.max(known.highest, peak),
        count: Math.max(known.count, sample.values.length),
      });
    }
  }
  return scales;
}

function groupOf({ spec, name }: Trace): string {
  return textAt(spec, "scalegroup") || name;
}

function violinShapes(
  sample: Sample,
  { scale, ...place }: SpreadPlace & { readonly scale: Scale },
): Shape[] {
  const { trace, at, half } = place;
  const share = textAt(trace.spec, "scalemode") === "count" ? sample.values.length / scale.count : 1;
  const sides = textAt(trace.spec, "side");
  const density = densityOf(sample, trace);
  const edge = (sign: number) =>
    density.map(([y, height]): readonly [number, number] => [
      at + sign * half * share * height / (scale.highest || 1),
      y,
    ]);
  const outline: PathShape = {
    kind: "path",
    points: [...edge(sides === "negative" ? 0 : 1), ...edge(sides === "positive" ? 0 : -1).toReversed()],
    fill: colourOf(trace.spec["fillcolor"]) ?? trace.colour,
    opacity: 0.5,
    stroke: trace.colour,
    width: 2,
  };
  const inner = numberAt(recordAt(trace.spec, "box"), "width", 0.25) * half;
  return [
    outline,
    ...(isShown(trace.spec, "box") ? boxOf(sample, { trace, at, half: inner, cap: 0 }) : []),
    ...(isShown(trace.spec, "meanline") ? meanLine(sample, { trace, ...middleOf(place) }) : []),
    ...dotsOf(sample, place),
  ];
}

/** Half the width of a violin, on the side on which it is. */
function middleOf({ trace, at, half }: SpreadPlace): { readonly at: number; readonly half: number } {
  const side = textAt(trace.spec, "side");
  if (side !== "negative" && side !== "positive") return { at, half: half / 2 };
  return { at: at + (side === "positive" ? half : -half) / 4, half: half / 4 };
}

function isShown(spec: JsonRecord, part: string): boolean {
  return recordAt(spec, part)["visible"] === true;
}

/** A smoothed histogram (Gaussian kernel) at evenly spaced values. */
function densityOf({ values, fences }: Sample, { spec }: Trace): readonly (readonly [number, number])[] {
  // Values that are all the same are a line.
  if (values[0] === values.at(-1)) return values.length === 0 ? [] : [[values[0] ?? 0, 1]];
  const width = bandwidth(values, { spread: fences.q3 - fences.q1, given: numberAt(spec, "bandwidth", 0) });
  const [from, to] = spanOf(values, { spec, width });
  const count = Math.min(points.most, Math.max(points.least, Math.ceil((to - from) / (width / 3)) + 1));
  const every = Math.max(1, Math.ceil(values.length / mostValues));
  const used = values.filter((_, index) => index % every === 0);
  return Array.from({ length: count }, (_, index) => {
    const y = from + (to - from) * index / (count - 1);
    const height = used.reduce((sum, value) => sum + Math.exp(-(((y - value) / width) ** 2) / 2), 0);
    return [y, height / (used.length * width)] as const;
  });
}

/** After Silverman, if the trace gives none. */
function bandwidth(
  values: Float64Array,
  { spread, given }: { readonly spread: number; readonly given: number },
): number {
  const range = (values.at(-1) ?? 0) - (values[0] ?? 0);
  if (given > 0) return Math.max(given, range / 10_000);
  const count = values.length;
  const average = values.reduce((sum, value) => sum + value, 0) / count;
  const deviation = Math.sqrt(
    values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (count - 1),
  );
  return Math.max(1.059 * Math.min(deviation, spread / 1.349) * count ** -0.2, range / 100);
}

/** From where to where a violin reaches: a little beyond its values, to the last of them, or as it says. */
function spanOf(
  values: Float64Array,
  { spec, width }: { readonly spec: JsonRecord; readonly width: number },
): readonly [number, number] {
  const [low, high] = [values[0] ?? 0, values.at(-1) ?? 0];
  const soft = [low - 2 * width, high + 2 * width] as const;
  const given = listOf(spec["span"]);
  const mode = textAt(spec, "spanmode") || (given === null ? "soft" : "manual");
  if (mode === "hard") return [low, high];
  if (mode !== "manual") return soft;
  const [from, to] = [numberOf(given?.[0]), numberOf(given?.[1])];
  return [Number.isNaN(from) ? soft[0] : from, Number.isNaN(to) ? soft[1] : to];
}
