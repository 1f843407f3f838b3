/** What the numbers of a chart are: their name, and how rows were put together where that does not go without saying. */

import { aggregationName } from "../aggregation_for.ts";
import type { Aggregation } from "../find_intent.ts";
import type { Language } from "../language.ts";

export interface Measured {
  readonly aggregation: Aggregation | null;
  /** Whether each value is the sum of all up to it. */
  readonly cumulated?: boolean;
}

export function measuredText(
  name: string,
  { aggregation, cumulated = false }: Measured,
  language: Language,
): string {
  if (cumulated) return language === "ja" ? `${name}（累計）` : `${name} (cumulative)`;
  if (aggregation === null || aggregation === "count") return name;
  const how = aggregationName(aggregation, language);
  if (name.toLowerCase() === how) return name;
  return language === "ja" ? `${name}（${how}）` : `${name} (${how})`;
}
