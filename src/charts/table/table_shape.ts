/** What a table has to offer a chart: columns of groups and of numbers, the likeliest first. */

import type { CategoryColumn, Column, NumberColumn, Table } from "./column.ts";

interface Shape {
  readonly categories: readonly CategoryColumn[];
  readonly numbers: readonly NumberColumn[];
  /** Number columns that look like series side by side, where no column names the series. */
  readonly series: readonly NumberColumn[];
}

export function shapeOf(table: Table): Shape {
  const categories = table.columns.filter((column) => column.kind === "category")
    .filter(({ distinct }) => distinct > 0);
  const all = table.columns.filter((column) => column.kind === "number");
  const telling = all.filter((column) => !isIdentifier(column) && !isRunning(column, table.rows));
  const numbers = telling.length > 0 ? telling : all;
  const names = categories.filter((column) => isName(column, table.rows));
  return {
    // Groups that repeat say more than texts that differ in every row.
    categories: [...categories.filter((column) => !names.includes(column)), ...names],
    numbers,
    series: areSeries(numbers) ? numbers : [],
  };
}

/** Whether its name says that its numbers only identify rows. */
export function isIdentifier({ name, integer, distinct }: NumberColumn): boolean {
  return integer && distinct > 1 && identifying.some((pattern) => pattern.test(name.normalize("NFKC")));
}

const identifying: readonly RegExp[] = [
  /(?:^|[_\s-])(?:id|no|key|code|number|rownum)$|^(?:id|index|no\.?|#|unnamed: 0)$|番号|コード/i,
  // An index of prices is a measure.
  /(?:^|[_\s-])(?:row|case|item|record)[_\s-]?index$/i,
  // 顧客ID, 会員No, customerId; not casino.
  /[^ -~](?:id|no|cd)\.?$/i,
  /[a-z](?:Id|ID|No|Code|Key|Number)$/,
];

/** Whether it numbers the rows (as the first column, or from 0 or 1 on), or holds unique numbers of things such as orders. */
export function isRunning(column: NumberColumn, rows: number): boolean {
  const { index, integer, distinct, least, most, pickedFrom: all = rows } = column;
  const isStretch = most - least === all - 1 && (index === 0 || least === 0 || least === 1);
  return integer && all >= 10 && distinct === all && (isStretch || isNumbered(column));
}

/** Whether its name is that of a thing that has a number. */
export function isNumbered({ name }: NumberColumn): boolean {
  return numbered.test(name);
}

/** Names in the singular: `order` holds order numbers, `orders` a count. */
const numbered =
  /^(?:ticket|order|invoice|receipt|case|booking|transaction|trip|call|session|shipment|claim|incident|request|伝票|受付|注文)$/i;

export function isName(column: Column, rows: number): boolean {
  const { distinct } = column;
  const whole = column.kind === "category" ? column.pickedFrom ?? { rows, distinct } : { rows, distinct };
  return whole.rows > 30 && whole.distinct > Math.min(whole.rows, 10_000) * 0.5;
}

/** Columns with the same unit and similar sizes: 東京, 大阪, 名古屋 rather than price, quantity, rating. */
function areSeries(numbers: readonly NumberColumn[]): boolean {
  if (numbers.length < 2 || new Set(numbers.map((column) => column.unit)).size > 1) return false;
  const sizes = numbers.map((column) => Math.max(Math.abs(column.least), Math.abs(column.most)))
    .filter((size) => size > 0);
  return sizes.length > 1 && Math.max(...sizes) / Math.min(...sizes) <= 30;
}
