/** Whether two columns of numbers measure different things, so that who has more says nothing: salary and tenure. */

import type { NumberColumn } from "../table/column.ts";
import { mean } from "../values/aggregate.ts";
import { measureTerms } from "./term_pairs.ts";

/** From so many times the size on they have no scale in common. */
const farApart = 5;

const money =
  /売上|費|利益|予算|実績|支出|収入|金額|価格|単価|円|\b(?:sales?|revenues?|costs?|expenses?|profits?|budgets?|actuals?|targets?|spend\w*|prices?|income|amounts?)\b/;

export function areOfDifferentThings(one: NumberColumn, other: NumberColumn): boolean {
  if (one.unit !== other.unit) return true;
  const [small = 0, large = 0] = [one, other].map(sizeOf).toSorted((a, b) => a - b);
  if (large > small * farApart) return true;
  const [first, second] = [one, other].map(kindOf);
  return first !== -1 && second !== -1 && first !== second &&
    ![one, other].every((column) => money.test(wordsOf(column)));
}

function sizeOf(column: NumberColumn): number {
  return mean(column.values().map(Math.abs));
}

/** Which of the measures that people have words for it is; -1 for none. */
function kindOf(column: NumberColumn): number {
  const name = wordsOf(column);
  return measureTerms.findIndex((pair) => pair.some((pattern) => pattern.test(name)));
}

function wordsOf({ name }: NumberColumn): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/[_\s.-]+/g, " ");
}
