/** Rows of some numbers of a column of few: "store 3", 「店舗3の売上」. Those that the data does not have are told. */

import type { Column, NumberColumn } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { withoutLineValues } from "./level_lines.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import type { ValueMention } from "./mentioned_values.ts";

export interface NumberedRows {
  /** Null where the data has none of them. */
  readonly value: ValueMention | null;
  /** Those that it does not have, as they are said. */
  readonly absent: readonly string[];
  /** The sentence without it. */
  readonly rest: string;
}

const mostNumbers = 60;

/** Null where a sentence names no such rows; conditions must have been taken out of it. */
export function numberedRows(query: string, columns: readonly Column[]): NumberedRows | null {
  const text = query.normalize("NFKC");
  const free = withoutLineValues(text);
  for (const mention of mentionedColumns(text, columns).mentions) {
    const { column } = mention;
    if (column.kind !== "number" || !isFew(column)) continue;
    const found = phraseOf(mention).exec(text);
    const numbers = found?.groups?.["numbers"]?.match(/\d+/g)?.map(Number) ?? [];
    // The number of a line is none of a row: "goal 20".
    if (found === null || !free.includes(found[0])) continue;
    const own = numberAsCategory(column);
    const labels = own.values().labels.filter((label) => numbers.includes(Number(label)));
    const lacking = numbers.filter((number) => !column.values().includes(number));
    return {
      value: labels.length === 0 ? null : { column: own, labels, only: true },
      absent: labels.length === 0 ? [found[0].trim()] : lacking.map((number) => `${column.name} ${number}`),
      rest: text.replace(found[0], () => leftFor(column, labels)),
    };
  }
  return null;
}

/** What stands in the sentence for the rows that are picked: one is not told from others; several are. */
export function leftFor({ name }: Column, labels: readonly string[]): string {
  if (labels.length < 2) return " ";
  return /[^ -~]/.test(name) ? `${name}別の` : ` by ${name} `;
}

/** Numbers that come again and again, as those of shops and classes do. */
function isFew(column: NumberColumn): boolean {
  return column.integer && column.unit === "" && column.distinct > 1 && column.distinct <= mostNumbers &&
    column.distinct * 2 <= column.values().length;
}

/** Finds what makes an amount of the number before it, or how many things there are. */
export const asMeasure = "\\s*(?:以上|以下|未満|超|万|円|人|件|個|つ|年|月|日|回|行|ms\\b" +
  "|or (?:more|less|fewer|above|below|over|under|higher|lower|up)\\b" +
  "|(?:second|minute|hour|day|week|month|quarter|year|panel|row)s?\\b|(?:bar|line|chart)s\\b)";

/** Finds one of them or several. */
export function listOf(one: string): string {
  const between = ",|、|と|・|/|and|&|vs\\.?|versus|or|または|又は|もしくは|か";
  return `${one}(?:\\s*(?:${between})+\\s*(?:(?:and|or) )?${one})*`;
}

function phraseOf({ words, by }: Mention): RegExp {
  const number = `(?<![\\d.,])\\d{1,6}(?![a-z\\d%:/〜~-]|[.,]\\d|${asMeasure})`;
  const behind = `(?:${words})\\s*(?:no\\.?|number|番号?|#|=)?\\s*(?<numbers>${listOf(number)})`;
  return new RegExp(
    by === "name" || by === "part" ? `(?<!(?:top|bottom|上位|下位|ワースト) ?)${behind}` : "(?!)",
    "i",
  );
}
