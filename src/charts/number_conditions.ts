/**
 * Conditions on numbers in a sentence: "orders over 100", 「評価が4以上の人」. Whether they are meant of rows or of groups
 * ("shops with sales over 100") no word says for sure, so that they pick nothing and the answer says so.
 */

import type { Column } from "./column.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { saidNumber } from "./said_number.ts";

const number = "[-−]?\\d[\\d,.]*";
const unit =
  "\\s*(?:[千万億]?(?:円|人|件|個|点|分|秒|時間|歳|才|年|か月|ヶ月|日|回|度|台|本)|[千万億]|%|kg|cm|km|℃)?";
const japanese =
  `${number}${unit}(?:以上|以下|未満|超|(?:を|より)(?:超え|上回|下回|大き|小さ|高|低|多|少な|長|短)[ぁ-ん]*)の?`;
const course = "(?!\\s*(?:days?|weeks?|months?|years?|quarters?|hours?|panels?|minutes?)\\b)";
const english =
  `(?:\\b(?:over|above|more than|greater than|higher than|larger than|at least|at most|no more than|no less than|exceeding|under|below|less than|lower than|fewer than|between)|[<>≤≥]=?) ?[$€£¥]?(?:${saidNumber}(?![\\d,.]))(?: and [$€£¥]?${saidNumber})?${course}`;

export interface NumberConditions {
  readonly texts: readonly string[];
  /** The sentence without them, and without the columns that they are of. */
  readonly rest: string;
}

/** The conditions of a sentence, from which times and values of lines must have been taken out. */
export function numberConditions(query: string, columns: readonly Column[]): NumberConditions {
  const plain = query.normalize("NFKC");
  const numbers = mentionedColumns(plain, columns).mentions.filter(({ column }) => column.kind === "number");
  const names = numbers.map(({ words }) => words.replaceAll(/\((?!\?)/g, "(?:"));
  const name = names.length === 0
    ? ""
    : `(?:(?:${names.join("|")})(?:\\([^)]*\\))?\\s*(?:が|は|の|is |are |of )?\\s*)?`;
  const pattern = new RegExp(`${name}(?:${japanese}|${english})`, "gi");
  const texts = (plain.match(pattern) ?? []).map((text) => text.trim().replace(/の$/, ""));
  return { texts, rest: texts.length === 0 ? query : plain.replaceAll(pattern, " ") };
}
