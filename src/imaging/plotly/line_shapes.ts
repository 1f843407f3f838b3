/**
 * Lines between points as their shape says: straight, in steps or bent. They become points themselves, so that an area
 * has the edge of its line.
 */

import { recordAt, textAt } from "../../base/json.ts";
import type { Axis } from "./axis.ts";
import type { Place } from "./places.ts";
import type { Trace } from "./trace.ts";

/** Parts of a bend between two points; a line of very many points is bent by them alone. */
const parts = 8;
const mostBends = 600;

/** The points of a line with those between them; gaps stay. */
export function shaped(places: readonly (Place | null)[], trace: Trace): readonly (Place | null)[] {
  const shape = textAt(recordAt(trace.spec, "line"), "shape");
  if (shape === "spline") return places.length > mostBends ? places : runsOf(places).flatMap(bent);
  const between = stepsOf(shape, trace);
  if (between === null) return places;
  return places.flatMap((place, index) => {
    const before = places[index - 1] ?? null;
    return place === null || before === null ? [place] : [...between(before, place), place];
  });
}

type Between = (from: Place, to: Place) => readonly Place[];

/** Horizontal and vertical parts in the order in which the shape names them. */
function stepsOf(shape: string, { x, y }: Trace): Between | null {
  switch (shape) {
    case "hv":
      return ([, from], [to]) => [[to, from]];
    case "vh":
      return ([from], [, to]) => [[from, to]];
    case "hvh":
      return ([x1, y1], [x2, y2]) => [[middle(x, x1, x2), y1], [middle(x, x1, x2), y2]];
    case "vhv":
      return ([x1, y1], [x2, y2]) => [[x1, middle(y, y1, y2)], [x2, middle(y, y1, y2)]];
    default:
      return null;
  }
}

/** Half-way as it is seen. */
function middle({ kind }: Axis, from: number, to: number): number {
  return kind === "log" ? Math.sqrt(from * to) : (from + to) / 2;
}

/** Stretches between gaps, each gap with the stretch before it. */
function runsOf(places: readonly (Place | null)[]): readonly (Place | null)[][] {
  const runs: (Place | null)[][] = [[]];
  for (const place of places) {
    runs.at(-1)?.push(place);
    if (place === null) runs.push([]);
  }
  return runs;
}

/** A line through all points of a stretch that goes no further up or down than they do. */
function bent(run: readonly (Place | null)[]): readonly (Place | null)[] {
  const points = run.filter((place) => place !== null);
  const isRising = points.every(([x], index) => index === 0 || x > (points[index - 1]?.[0] ?? -Infinity));
  if (points.length < 3 || !isRising) return run;
  const slopes = slopesAt(points);
  const curve = points.flatMap((to, index) => {
    const from = points[index - 1];
    if (from === undefined) return [to];
    const [start = 0, end = 0] = [slopes[index - 1], slopes[index]];
    return Array.from({ length: parts }, (_, part) => onCurve([from, to], [start, end], (part + 1) / parts));
  });
  return run.at(-1) === null ? [...curve, null] : curve;
}

/** After Steffen, as the monotone curves of d3. */
function slopesAt(points: readonly Place[]): readonly number[] {
  const secants = points.slice(1).map(([x, y], index) => {
    const [fromX = 0, fromY = 0] = points[index] ?? [];
    return { step: x - fromX, slope: (y - fromY) / (x - fromX) };
  });
  const inner = secants.slice(1).map((after, index) => {
    const before = secants[index] ?? after;
    const mean = (before.slope * after.step + after.slope * before.step) / (before.step + after.step);
    const least = Math.min(Math.abs(before.slope), Math.abs(after.slope), Math.abs(mean) / 2);
    return (Math.sign(before.slope) + Math.sign(after.slope)) * least;
  });
  const [first, last] = [secants[0]?.slope ?? 0, secants.at(-1)?.slope ?? 0];
  return [(3 * first - (inner[0] ?? first)) / 2, ...inner, (3 * last - (inner.at(-1) ?? last)) / 2];
}

/** A point of the cubic between two points with a slope at each. */
function onCurve(
  [[x1, y1], [x2, y2]]: readonly [Place, Place],
  [start, end]: readonly [number, number],
  share: number,
): Place {
  const step = x2 - x1;
  const rest = 1 - share;
  const y = y1 * rest ** 2 * (1 + 2 * share) + y2 * share ** 2 * (1 + 2 * rest) +
    step * (start * share * rest ** 2 - end * share ** 2 * rest);
  return share === 1 ? [x2, y2] : [x1 + step * share, y];
}
