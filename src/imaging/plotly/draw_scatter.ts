/** Scatter traces: points, lines and areas. */

import { label } from "../../base/describe_values.ts";
import { type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { listOf, numberAt, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import { errorRules } from "./error_rules.ts";
import { shaped } from "./line_shapes.ts";
import { type Place, placesOf } from "./places.ts";
import type { DotShape, PathShape, Shape, WordShape } from "./shapes.ts";
import { stackedPlaces } from "./stacks.ts";
import { customAt, filledTemplate, ownText, templateAt } from "./text_template.ts";
import { toldCut } from "./told_cut.ts";
import { along, type Drawing, markColours, type Trace } from "./trace.ts";

/** More points than pixels only cost time. */
const mostPoints = 4_000;
const mostDots = 8_000;
/** Of one trace; more lie on each other. */
const mostWords = 200;

/** The dashes of lines, in pixels. */
export const dashes: Readonly<Record<string, readonly number[]>> = {
  dot: [2, 3],
  dash: [7, 5],
  longdash: [12, 6],
  dashdot: [7, 4, 2, 4],
  longdashdot: [12, 4, 2, 4],
};
const symbols: readonly (readonly [RegExp, string])[] = [
  [/^square/, "square"],
  [/^diamond/, "diamond"],
  [/^(cross|x)/, "cross"],
  [/^triangle-down/, "triangle-down"],
  [/^triangle/, "triangle-up"],
];

export function drawScatters(traces: readonly Trace[], layout: JsonRecord): Drawing {
  const stacks = stackedPlaces(traces);
  const drawn: Shape[] = [];
  const bars = [];
  let before: readonly (Place | null)[] = [];
  let zero: "x" | "y" | null = null;
  let largest = 0;
  const words = { all: 0, drawn: 0 };
  for (const trace of traces) {
    const stack = stacks.get(trace) ?? null;
    const points = stack?.points ?? placesOf(trace);
    const whole = trace.spec["connectgaps"] === true ? points.filter((place) => place !== null) : points;
    const top = shaped(thinned(stack?.top ?? whole), trace);
    const bottom = stack === null ? null : shaped(thinned(stack.bottom), trace);
    const fill = textAt(trace.spec, "fill") || (stack === null ? "" : "tonexty");
    const area = areaOf(trace, { top, bottom, before, fill });
    const isGrounded = fill.startsWith("tozero") || (fill.startsWith("tonext") && before.length === 0);
    if (stack !== null) zero = along(trace).size;
    else if (isGrounded) zero ??= fill.endsWith("x") ? "x" : "y";
    if (area !== null) drawn.push(area);
    const dots = dotsOf(trace, points, layout);
    const written = wordsOf(trace, points);
    const shown = written.slice(0, mostWords);
    words.all += written.length;
    words.drawn += shown.length;
    if (dots.shapes.length > 0) largest = Math.max(largest, points.length);
    drawn.push(
      ...errorRules(trace, points),
      ...linesOf(trace, { line: top, count: points.length }),
      ...dots.shapes,
      ...shown,
    );
    bars.push(...dots.bars);
    before = top;
  }
  return {
    shapes: drawn,
    thinned: [
      largest > mostDots ? `Of ${largest} points one in ${Math.ceil(largest / mostDots)} is drawn` : "",
      toldCut("texts at points", words),
    ],
    padded: drawn.some(({ kind }) => kind === "dot"),
    bars,
    ...(zero === null ? {} : { zero }),
  };
}

interface AreaInput {
  readonly top: readonly (Place | null)[];
  readonly bottom: readonly (Place | null)[] | null;
  readonly before: readonly (Place | null)[];
  readonly fill: string;
}

function areaOf(trace: Trace, { top, bottom, before, fill }: AreaInput): PathShape | null {
  if (fill === "" || fill === "none") return null;
  const upper = top.filter((place) => place !== null);
  const [first] = upper;
  const last = upper.at(-1);
  if (first === undefined || last === undefined) return null;
  const ground =
    (fill === "tozerox" ? [[0, first[1]], [0, last[1]]] : [[first[0], 0], [last[0], 0]]) satisfies Place[];
  const previous = before.filter((place) => place !== null);
  const lower = bottom?.filter((place) => place !== null) ??
    (fill === "toself" ? [] : fill.startsWith("tonext") && previous.length > 0 ? previous : ground);
  const own = colourOf(trace.spec["fillcolor"]);
  return {
    kind: "path",
    points: [...upper, ...lower.toReversed()],
    fill: own ?? trace.colour,
    // A fill of its own has its transparency in it.
    opacity: own === undefined ? 0.5 : 1,
  };
}

function modeOf(spec: JsonRecord, count: number): string {
  const mode = textAt(spec, "mode");
  if (mode !== "") return mode;
  if (textAt(spec, "stackgroup") !== "" || textAt(spec, "fill") !== "") return "lines";
  return count < 20 && textAt(spec, "type") !== "scattergl" ? "lines+markers" : "lines";
}

/** The points of a line, and of how many points of the figure it is. */
interface Line {
  readonly line: readonly (Place | null)[];
  readonly count: number;
}

function linesOf(trace: Trace, { line: points, count }: Line): PathShape[] {
  if (!modeOf(trace.spec, count).includes("lines")) return [];
  const line = recordAt(trace.spec, "line");
  const width = numberAt(line, "width", 2);
  if (width <= 0) return [];
  const dash = dashes[textAt(line, "dash")];
  return [{
    kind: "path",
    points,
    stroke: colourOf(line["color"]) ?? trace.colour,
    width,
    opacity: trace.opacity,
    ...(dash === undefined ? {} : { dash }),
  }];
}

function dotsOf(trace: Trace, places: readonly (Place | null)[], layout: JsonRecord) {
  if (!modeOf(trace.spec, places.length).includes("markers")) return { shapes: [], bars: [] };
  const marker = recordAt(trace.spec, "marker");
  const { of, bars } = markColours(trace, layout, places.length);
  const sizeOf = dotSizes(marker);
  const usual = listOf(marker["size"]) === null ? 1 : 0.7;
  const opacities = valuesAt(marker, "opacity").map(numberOf);
  const opacityOf = (index: number) => {
    const own = (opacities.length > 1 ? opacities[index] : opacities[0]) ?? NaN;
    return (Number.isNaN(own) ? usual : own) * trace.opacity;
  };
  const named = valuesAt(marker, "symbol");
  const every = Math.max(1, Math.ceil(places.length / mostDots));
  const drawn = places.flatMap((place, index): DotShape[] => {
    if (place === null || index % every !== 0) return [];
    const symbol = symbolOf(named.length > 1 ? named[index] : named[0]);
    return [{
      kind: "dot",
      x: place[0],
      y: place[1],
      size: sizeOf(index),
      fill: of(index),
      opacity: opacityOf(index),
      symbol,
    }];
  });
  return { shapes: drawn, bars };
}

function symbolOf(name: unknown): string {
  return symbols.find(([pattern]) => pattern.test(String(name)))?.[1] ?? "circle";
}

/** The shape that stands for a trace in the legend: that of its points, or a line where it has none. */
export function scatterSymbol(spec: JsonRecord): string {
  if (textAt(spec, "fill") !== "" || textAt(spec, "stackgroup") !== "") return "square";
  const isDotted = modeOf(spec, Math.max(valuesAt(spec, "x").length, valuesAt(spec, "y").length))
    .includes("markers");
  return isDotted ? symbolOf(valuesAt(recordAt(spec, "marker"), "symbol")[0]) : "stroke";
}

/** Plotly gives diameters, or numbers that areas or diameters stand for. */
function dotSizes(marker: JsonRecord): (index: number) => number {
  const sizes = listOf(marker["size"]);
  if (sizes === null) return () => numberAt(marker, "size", 6) ** 2;
  const reference = numberAt(marker, "sizeref", 1) || 1;
  const isArea = textAt(marker, "sizemode") === "area";
  return (index) => {
    const half = Math.max(0, numberOf(sizes[index]) || 0) / 2 / reference;
    const radius = Math.max(numberAt(marker, "sizemin", 0), isArea ? Math.sqrt(half) : half);
    return Math.min(200, radius * 2) ** 2;
  };
}

function wordsOf(trace: Trace, places: readonly (Place | null)[]): WordShape[] {
  if (!modeOf(trace.spec, places.length).includes("text")) return [];
  const position = textAt(trace.spec, "textposition");
  const above = position.startsWith("top");
  const below = position.startsWith("bottom");
  const colour = colourOf(recordAt(trace.spec, "textfont")["color"]);
  const [xs, ys] = [valuesAt(trace.spec, "x"), valuesAt(trace.spec, "y")];
  return places.flatMap((place, index): WordShape[] => {
    const own = ownText(trace.spec, index);
    const template = templateAt(trace.spec, index);
    const text = template === "" ? label(String(own ?? "")) : filledTemplate(template, {
      x: xs[index],
      y: ys[index],
      text: own,
      customdata: customAt(trace.spec, index),
    });
    if (place === null || text === "") return [];
    return [{
      kind: "word",
      x: place[0],
      y: place[1],
      text,
      ...(colour === undefined ? {} : { fill: colour }),
      align: position.endsWith("right") ? "left" : position.endsWith("left") ? "right" : "center",
      baseline: above ? "bottom" : below ? "top" : "middle",
      dy: above ? -6 : below ? 6 : 0,
    }];
  });
}

/** Of very many points the first, the highest and the lowest of each stretch, in their order. */
function thinned(places: readonly (Place | null)[]): readonly (Place | null)[] {
  if (places.length <= mostPoints) return places;
  const stretch = Math.ceil(places.length / (mostPoints / 3));
  const kept: (Place | null)[] = [];
  for (let from = 0; from < places.length; from += stretch) {
    const part = places.slice(from, from + stretch);
    let low = 0;
    let high = 0;
    for (const [index, place] of part.entries()) {
      if ((place?.[1] ?? Infinity) < (part[low]?.[1] ?? Infinity)) low = index;
      if ((place?.[1] ?? -Infinity) > (part[high]?.[1] ?? -Infinity)) high = index;
    }
    const gap = part.indexOf(null);
    for (const index of new Set([0, low, high, ...(gap < 0 ? [] : [gap])].toSorted((a, b) => a - b))) {
      kept.push(part[index] ?? null);
    }
  }
  return kept;
}
