/** The lines that a sentence asks for, over the chart that is drawn. */

import type { AuxiliaryWish } from "../read/auxiliary_wish.ts";
import { saysLine } from "../read/middle_lines.ts";
import type { NumberColumn } from "../table/column.ts";
import type { Plan } from "./plan_chart.ts";

/** Boxes show their medians anyway: one through all must be asked for as a line. */
export function saidLines(
  wishes: readonly AuxiliaryWish[],
  { query, plan }: { readonly query: string; readonly plan: Plan },
): AuxiliaryWish[] {
  const hasMedians = plan.pattern === "P32" && !saysLine(query);
  return wishes
    .filter(({ kind, overall = false }) => !(hasMedians && kind === "median_line" && !overall))
    .map((wish) => atBreakEven(wish, plan.roles.value));
}

const profits =
  /利益|損益|収支|黒字|赤字|(?<![a-z])(?:profits?|loss(?:es)?|margins?|p&l|pnl|ebit(?:da)?|earnings|cash[-_ ]?flows?|surplus(?:es)?|deficits?)(?![a-z])/i;

/** The line at which neither profit nor loss is made lies at zero, where a number is drawn that may be a loss. */
function atBreakEven(wish: AuxiliaryWish, column: NumberColumn | null): AuxiliaryWish {
  if (wish.orZero !== true || wish.value !== undefined || column === null) return wish;
  return column.least < 0 || profits.test(column.name.normalize("NFKC")) ? { ...wish, value: 0 } : wish;
}
