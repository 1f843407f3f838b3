/** A wish for a line in the unit of the data: 2% of a column that holds 0.01 to 0.03 is 0.02, 50m of one in metres 50. */

import type { NumberColumn } from "../table/column.ts";
import { styleOf } from "../text/format_number.ts";
import type { AuxiliaryWish } from "./auxiliary_wish.ts";

export function inUnitOf(wish: AuxiliaryWish, column: NumberColumn | null): AuxiliaryWish {
  const { value, percent = false, bare } = wish;
  if (value === undefined || column === null) return wish;
  if (bare !== undefined) {
    return timesAway(bare, column) < timesAway(value, column) ? { ...wish, value: bare } : wish;
  }
  // Fractions hardly go beyond one, and where they do, not far: 達成率 of 1.2.
  if (!percent || styleOf(column, "en").unit === "%" || column.most > mostFraction) return wish;
  const away = (at: number) => Math.max(column.least - at, at - column.most, 0);
  return away(value / 100) <= away(value) ? { ...wish, value: value / 100 } : wish;
}

const mostFraction = 2;

/** How many times larger or smaller than the values of a column. */
function timesAway(at: number, { least, most }: NumberColumn): number {
  const [low, high] = [Math.min(Math.abs(least), Math.abs(most)), Math.max(Math.abs(least), Math.abs(most))];
  const size = Math.abs(at);
  return size > high ? size / (high || 1) : size < low ? low / (size || 1) : 1;
}
