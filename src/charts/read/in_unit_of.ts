/** Numbers of a sentence in the unit of the data: 1,200万円 of a column in 万円 is 1,200, 2% of fractions 0.02. */

import type { NumberColumn } from "../table/column.ts";
import { type NamedScale, namedScale } from "../table/named_scale.ts";
import { styleOf } from "../summary/text/format_number.ts";

/** A number as it is said, which lines and conditions have in common. */
export interface SaidValue {
  readonly value: number;
  readonly percent?: boolean;
  readonly bare?: number;
  readonly scale?: number;
  readonly columnScale?: number;
  /** Whether the unit of the column is said with it, so that it is a sum of its own: 300,000円. */
  readonly hasUnit?: boolean;
}

/** The number in the unit of a column; of several readings the one that is nearest to the values. */
export function inUnitOf(
  said: SaidValue,
  column: NumberColumn,
  values: ArrayLike<number> = column.values(),
): number {
  const { value, percent = false, bare, scale, columnScale = 1, hasUnit = false } = said;
  if (percent) return isFraction(value, column) ? value / 100 : value;
  const named = scaleOf(column) ?? { size: columnScale, doubtful: columnScale === 1 };
  const own = value / named.size;
  if (!named.doubtful && (scale !== undefined || hasUnit)) return own;
  return nearest([value, own, bare ?? value], values);
}

const farBeyond = 100;

/**
 * The number in a unit that the column does not name, where it lies among the values then, and outside of them as it
 * is: 1,200万円 of sales around 1,000, 0.03 of a column in percent. Null where nothing is to be guessed.
 */
export function guessedValue(
  { value, percent = false, scale, columnScale }: SaidValue,
  { column, sorted }: { readonly column: NumberColumn; readonly sorted: Float64Array },
): number | null {
  const [least = NaN, most = least] = [sorted[0], sorted.at(-1)];
  const among = (one: number) => one >= least && one <= most ? one : null;
  if (percent || among(value) !== null) return null;
  if (styleOf(column, "en").unit === "%") return Math.abs(value) < 1 ? among(value * 100) : null;
  const isNamed = scale === undefined || columnScale !== undefined || scaleOf(column) !== null;
  const isFar = Math.abs(value) > farBeyond * Math.max(Math.abs(least), Math.abs(most));
  return !isNamed && isFar ? among(value / scale) : null;
}

const declared =
  /[(（]([^()（）]{1,16})[)）]|単位[はが:]?\s*([一-龠]{1,4}円?)|\b(?:is|are|all|values?|numbers?|amounts?) in (thousands|millions|billions)\b/gi;

/** The multiple that a sentence says its column counts in: "sales (k USD)", 「売上（千円）」. */
export function declaredScale(query: string): number | undefined {
  const scales = [...query.matchAll(declared)].map(([, bracketed, unit, words]) =>
    namedScale(`_ (${bracketed ?? unit ?? words ?? ""})`)
  );
  const size = scales.find((scale) => scale?.doubtful === false)?.size ?? 1;
  return size === 1 ? undefined : size;
}

/** The multiple that a column counts in; that of columns put one under the other where they share it. */
export function scaleOf(column: NumberColumn): NamedScale | null {
  const [first = null, ...others] = (column.parts ?? [column]).map(({ name, unit }) =>
    namedScale(name) ?? namedScale(`${name} (${unit})`)
  );
  return others.every((one) => one?.size === first?.size) ? first : null;
}

const mostFraction = 2;

/** Whether the column holds it as a fraction. Those hardly go beyond one, and where they do, not far: 達成率 of 1.2. */
function isFraction(value: number, column: NumberColumn): boolean {
  if (styleOf(column, "en").unit === "%" || column.most > mostFraction) return false;
  const away = (at: number) => Math.max(column.least - at, at - column.most, 0);
  return away(value / 100) <= away(value);
}

function nearest(readings: readonly number[], values: ArrayLike<number>): number {
  const usual = usualSize(values);
  const away = (value: number) => Math.abs(Math.log(Math.abs(value) / usual));
  return readings.reduce((best, one) => away(one) < away(best) ? one : best);
}

/** The middle one of the sizes; zeros have none. */
function usualSize(values: ArrayLike<number>): number {
  const sizes = Float64Array.from(values, Math.abs).filter((size) => size > 0).sort();
  return sizes[Math.floor(sizes.length / 2)] ?? 1;
}
