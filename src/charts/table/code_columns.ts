/** Columns of whole numbers that are codes: 404 is a status and 3 a type, of which neither a sum nor an axis says anything. */

import type { CategoryColumn, NumberColumn } from "./column.ts";

/** Names of codes that follow one another. */
const steps = "grade|floor|round|visit|wave|phase|stage|tier|quartile|decile";
const stepsJa = "学年|年次$|(?:来院|受診|訪問|測定)回$|等級|フェーズ|ステージ";
const ordered = new RegExp(`(?:^|[_\\s-])(?:${steps})$|${stepsJa}`, "i");

const english = new RegExp(
  `(?:^|[_\\s-])(?:${steps}|status|code|zip|type|kind|class|category|group|segment|cluster|zone|gender|sex|cohort|shift|id)$`,
  "i",
);
const japanese = new RegExp(
  `${stepsJa}|ステータス|コード|番号|種別|区分|分類|郵便|ランク|シフト|ID$`,
);

const mostCodes = 60;

/** Numbers by which rows are told into few kinds, by the name of the column. */
export function isCode({ name, integer, unit, least, distinct, values }: NumberColumn): boolean {
  const plain = name.normalize("NFKC").replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2");
  return integer && unit === "" && least >= 0 && distinct > 1 && distinct <= mostCodes &&
    (english.test(plain) || japanese.test(plain)) && distinct * 2 <= values().length;
}

export function isOrdered(name: string): boolean {
  return ordered.test(name.normalize("NFKC"));
}

/** Whether its labels are the numbers by which servers answer, of which those from 400 on are errors. */
export function isHttpStatus({ name, codes = false, values }: CategoryColumn): boolean {
  return codes && /status|ステータス|http/i.test(name.normalize("NFKC")) &&
    values().labels.every((label) => /^[1-5]\d\d$/.test(label));
}
