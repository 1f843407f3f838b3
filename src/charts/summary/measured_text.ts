/** What the numbers of a chart are: their name, and how rows were put together where that does not go without saying. */

import type { Context } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { aggregationName } from "../values/aggregation_for.ts";

export interface Measured {
  readonly aggregation: Aggregation | null;
  /** Whether each value is the sum of all up to it. */
  readonly cumulated?: boolean;
}

/** These have it in the name of what is measured. */
const named: readonly Aggregation[] = ["count", "share", "ratio"];

export function measuredText(
  { page: { language }, scale }: Pick<Context, "page" | "scale">,
  name: string,
  { aggregation, cumulated = false }: Measured,
): string {
  if (!cumulated && (aggregation === null || named.includes(aggregation))) return name;
  const ja = language === "ja";
  const how = cumulated
    ? ja ? "累計" : "cumulative"
    : aggregation === null
    ? ""
    : aggregationName(aggregation, language);
  const isScaled = scale !== 1 && (cumulated || aggregation === "sum");
  const all = [
    ...(name.toLowerCase() === how ? [] : [how]),
    ...(isScaled ? [ja ? "推定" : "estimated"] : []),
  ];
  if (all.length === 0) return name;
  return ja ? `${name}（${all.join("・")}）` : `${name} (${all.join(", ")})`;
}
