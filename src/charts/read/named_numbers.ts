/** Numbers that a sentence names with their unit, as groups: 「500mlの販売数」. */

import type { Column, NumberColumn } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { mostNumberedNames, timeWords } from "../table/numbered_names.ts";
import { escaped } from "./escaped.ts";
import { withoutLineValues } from "./level_lines.ts";

const times = new RegExp(`^(?:${timeWords})$`, "i");

/** The columns, in which those are groups of which the sentence names a number with its unit. */
export function withNamedNumbers(columns: readonly Column[], query: string): readonly Column[] {
  const text = withoutLineValues(query.normalize("NFKC"));
  // What is alone is what is measured.
  if (columns.filter(({ kind }) => kind === "number").length < 2) return columns;
  return columns.map((column) =>
    column.kind === "number" && isNamedIn(text, column) ? numberAsCategory(column) : column
  );
}

function isNamedIn(text: string, { unit, distinct, values }: NumberColumn): boolean {
  // So many yen, percent or hours are rather a condition or a length of time.
  if (unit === "" || distinct > mostNumberedNames || times.test(unit) || /^[¥$€£₩%円]|人$|件$/.test(unit)) {
    return false;
  }
  const numbers = values();
  const named = new Set(numbers);
  const word = escaped(unit);
  const bound =
    "(?!\\s*(?:以上|以下|未満|超|より|を(?:超|上回|下回)| or (?:more|less)| lines?\\b|の?線|の?ライン))";
  const said = new RegExp(
    `(?<![\\d.,a-z]|[<>=] ?|\\b(?:over|under|above|below|than) )(\\d+(?:\\.\\d+)?) ?${word}(?![a-z])${bound}`,
    "gi",
  );
  return named.size * 2 <= numbers.length &&
    [...text.matchAll(said)].some(([, number]) => named.has(Number(number)));
}
