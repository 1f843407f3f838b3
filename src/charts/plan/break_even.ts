/** Where profits are drawn, the line at which neither profit nor loss is made lies at zero. */

import type { AuxiliaryWish } from "../sentence/auxiliary_wish.ts";
import type { NumberColumn } from "../table/column.ts";

const profits =
  /利益|損益|収支|黒字|赤字|(?<![a-z])(?:profits?|loss(?:es)?|margins?|p&l|pnl|ebit(?:da)?|earnings|cash[-_ ]?flows?|surplus(?:es)?|deficits?)(?![a-z])/i;

/** The line at zero, where a number is drawn that may be a loss; else as it is. */
export function atBreakEven(wish: AuxiliaryWish, column: NumberColumn | null): AuxiliaryWish {
  if (wish.orZero !== true || wish.value !== undefined || column === null) return wish;
  return column.least < 0 || profits.test(column.name.normalize("NFKC")) ? { ...wish, value: 0 } : wish;
}
