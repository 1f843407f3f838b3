/** Boxes: the quartiles of values at each position, whiskers, and what lies beyond them. */

import { type JsonRecord, recordAt } from "../../base/json.ts";
import { colourOf } from "./colours.ts";
import type { PathShape, RectShape, RuleShape, Shape } from "./shapes.ts";
import { dotsOf } from "./spread_dots.ts";
import { drawSpreads, type Sample, type SpreadPlace } from "./spreads.ts";
import type { Drawing, Trace } from "./trace.ts";

export function drawBoxes(
  traces: readonly Trace[],
  layout: JsonRecord,
  all: readonly Trace[] = traces,
): Drawing {
  return drawSpreads(traces, { kind: "box", layout, all, draw: boxShapes });
}

function boxShapes(sample: Sample, place: SpreadPlace): Shape[] {
  return [
    ...boxOf(sample, { ...place, cap: place.half / 2 }),
    ...(place.trace.spec["boxmean"] ? meanLine(sample, place) : []),
    ...dotsOf(sample, place),
  ];
}

interface BoxPlace extends SpreadPlace {
  /** Half the width of the ends of its whiskers. */
  readonly cap: number;
}

export function boxOf({ fences }: Sample, { trace, at, half, cap }: BoxPlace): Shape[] {
  const { low, q1, median, q3, high } = fences;
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

export function meanLine({ values }: Sample, { trace, at, half }: SpreadPlace): PathShape[] {
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const points = [[at - half, mean], [at + half, mean]] as const;
  return [{ kind: "path", points, stroke: trace.colour, width: 1.5, dash: [5, 4] }];
}
