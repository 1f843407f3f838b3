/** Two numbers set against each other without a word of comparison: "salary vs tenure", 「年齢と年収」. */

import { areOfDifferentThings } from "./different_things.ts";
import type { Sense } from "./intent_rules.ts";
import type { Mention } from "./mentioned_columns.ts";

/** What is meant by two numbers of which a plain sentence says no more; null where it is about others too. */
export function pairIn(
  text: string,
  mentions: readonly Mention[],
): Extract<Sense, "pair" | "relation" | "compare"> | null {
  const numbers = mentions.flatMap(({ column, grouped, words }) =>
    column.kind === "number" && !grouped ? [{ column, words }] : []
  );
  const [one, other] = numbers;
  if (numbers.length !== 2 || mentions.length !== 2 || one === undefined || other === undefined) return null;
  const stand = (link: string) =>
    [[one.words, other.words], [other.words, one.words]].some(([first, second]) =>
      new RegExp(`(?:${first})\\s*(?:${link})\\s*(?:the )?(?:${second})`).test(text)
    );
  if (stand("against|対")) return areOfDifferentThings(one.column, other.column) ? "relation" : "compare";
  return stand("vs\\.?|versus|×") || (!isCompared.test(text) && stand("と|and")) ? "pair" : null;
}

const isCompared =
  /比較|比べ|くらべ|差|違い|ごと|別|推移|合計|平均|\b(?:compar\w*|differ\w*|gaps?|by|per|each|over|trend\w*|total|average|mean|sum)\b/;
