/** The single values beside boxes and violins: those far outside, or all of them. */

import { recordAt } from "../../base/json.ts";
import { numberAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import type { DotShape } from "./shapes.ts";
import type { Sample, SpreadPlace } from "./spreads.ts";
import type { Trace } from "./trace.ts";

/** At one position; more lie on each other. */
const mostDots = 1_000;

export function dotsOf(sample: Sample, { trace, at, half }: SpreadPlace): DotShape[] {
  const isAll = pointsOf(trace) === "all";
  const x = at + half * numberAt(trace.spec, "pointpos", isAll ? -1.5 : 0);
  const spread = half * numberAt(trace.spec, "jitter", isAll ? 0.3 : 0);
  const shown = shownValues(sample, trace);
  const every = stepOf(shown.length);
  const marker = recordAt(trace.spec, "marker");
  // The least and the greatest are the ones that are looked for.
  return shown.filter((_, index) => index % every === 0 || index === shown.length - 1).map((y, index) => ({
    kind: "dot",
    // Scattered evenly and the same way each time.
    x: x + spread * ((index * 0.618034) % 1 * 2 - 1),
    y,
    size: numberAt(marker, "size", 5.5) ** 2,
    fill: colourOf(marker["color"]) ?? trace.colour,
    opacity: 0.8 * numberAt(marker, "opacity", 1),
    symbol: "circle",
  }));
}

/** What is said of values that are not drawn; "" where all of them are. */
export function thinnedDots(
  spreads: readonly { readonly trace: Trace; readonly samples: readonly Sample[] }[],
): string {
  const counts = spreads.flatMap(({ trace, samples }) =>
    samples.map((sample) => shownValues(sample, trace).length)
  );
  const largest = counts.reduce((most, count) => Math.max(most, count), 0);
  return largest > mostDots ? `Of ${largest} points one in ${stepOf(largest)} is drawn` : "";
}

function stepOf(count: number): number {
  return Math.max(1, Math.ceil(count / mostDots));
}

function pointsOf({ spec }: Trace): unknown {
  return spec["boxpoints"] ?? spec["points"];
}

function shownValues({ values, fences: { low, high } }: Sample, trace: Trace): readonly number[] {
  if (pointsOf(trace) === false) return [];
  return pointsOf(trace) === "all"
    ? Array.from(values)
    : Array.from(values.filter((value) => value < low || value > high));
}
