/** The bars of uncertainty of a trace, of points and of bars. */

import { isRecord, textAt } from "../../base/json.ts";
import { numberAt, numberOf, valuesAt } from "../../base/plotly_values.ts";
import { colourOf } from "./colours.ts";
import type { Place } from "./places.ts";
import type { RuleShape } from "./shapes.ts";
import type { Trace } from "./trace.ts";

export function errorRules(trace: Trace, places: readonly (Place | null)[]): RuleShape[] {
  return (["x", "y"] as const).flatMap((letter) => rulesAlong(letter, trace, places));
}

function rulesAlong(letter: "x" | "y", trace: Trace, places: readonly (Place | null)[]): RuleShape[] {
  const spec = trace.spec[`error_${letter}`];
  if (!isRecord(spec) || spec["visible"] === false) return [];
  const plus = valuesAt(spec, "array");
  const isOneSided = spec["symmetric"] === false || "arrayminus" in spec;
  const minus = isOneSided ? valuesAt(spec, "arrayminus") : plus;
  const share = textAt(spec, "type") === "percent" ? numberAt(spec, "value", 0) / 100 : null;
  const fixed = textAt(spec, "type") === "constant" ? numberAt(spec, "value", 0) : null;
  const look = {
    kind: "rule",
    stroke: colourOf(spec["color"]) ?? trace.colour,
    width: 1.5,
    cap: Math.max(0, numberAt(spec, "width", 4)),
  } as const;
  return places.flatMap((place, index): RuleShape[] => {
    if (place === null) return [];
    const [x, y] = place;
    const at = letter === "x" ? x : y;
    const other = share === null ? fixed : Math.abs(at) * share;
    const [least, high] = [at - (other ?? numberOf(minus[index])), at + (other ?? numberOf(plus[index]))];
    // There is no zero on a logarithmic axis: a bar that would reach it has its upper half alone, as in Plotly.
    const low = trace[letter].kind === "log" && least <= 0 ? at : least;
    if (Number.isNaN(low) || Number.isNaN(high)) return [];
    return [
      letter === "x" ? { ...look, x: low, x2: high, y, y2: y } : { ...look, x, x2: x, y: low, y2: high },
    ];
  });
}
