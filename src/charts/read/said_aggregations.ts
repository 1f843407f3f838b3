/** How many rows of one group become one value, as a sentence says it. */

import { isOfSpread } from "../values/aggregation_for.ts";
import { aggregationWords, percentiles } from "./aggregation_words.ts";
import type { Aggregation } from "./find_intent.ts";
import { rules } from "./intent_rules.ts";

export function saidAggregations(text: string): Aggregation[] {
  const [, ...found] = percentiles.exec(text) ?? [];
  const percent = Number(found.find((number) => number !== undefined));
  const said = aggregationWords.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  return Number.isNaN(percent) || percent === 50 ? said : [...said, `p${percent}`];
}

/** Whether a spread is asked for as a number of each group or time, and nothing else speaks of one. */
export function isOneNumber(text: string, aggregation: Aggregation | null): boolean {
  const words = aggregationWords.flatMap(([kind, pattern]) => kind === aggregation ? [pattern] : []);
  const rest = [percentiles, ...words].reduce((left, pattern) => left.replace(pattern, " "), text);
  return aggregation !== null && isOfSpread(aggregation) &&
    !rules.spread.some((pattern) => pattern.test(rest));
}

/** "The total number of orders" is one thing. */
export function isAdded(...kinds: readonly Aggregation[]): boolean {
  return kinds.every((kind) => kind === "sum" || kind === "count");
}

/** "The total and the number of orders", 「合計と件数」: two things, each asked for. */
export const areBoth =
  /(?:合計|総額|総計)(?:金額|額)?(?:と|・|、|および|及び|や)の?(?:件数|人数|回数|個数)|(?:件数|人数|回数|個数)(?:と|・|、|および|及び|や)[^、。]{0,16}(?:合計|総額|総計)|\b(?:totals?|sums?)\b[^,.]{0,24}?(?:,| and| &) (?:the )?(?:counts?|number)\b|\b(?:counts?|number)\b[^,.]{0,24}?(?:,| and| &) (?:the )?(?:totals?|sums?)\b/;
