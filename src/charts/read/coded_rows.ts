/** Rows of the codes that a sentence names: "404 responses", "status 404", 「500エラー」; and errors where codes tell them. */

import { isHttpStatus } from "../table/code_columns.ts";
import type { CategoryColumn, Column } from "../table/column.ts";
import { withoutLineValues } from "./level_lines.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { asMeasure, leftFor, listOf, type NumberedRows } from "./numbered_rows.ts";

/** Null where a sentence names no such rows; ranges, refusals and conditions must have been taken out of it. */
export function codedRows(query: string, columns: readonly Column[]): NumberedRows | null {
  // The number of a line is none of a row: "limit 404".
  const text = withoutLineValues(query.normalize("NFKC"));
  const { mentions } = mentionedColumns(text, columns);
  const namesOf = (column: Column) =>
    mentions.flatMap((mention) => mention.column === column ? [mention.words] : []);
  for (const column of columns) {
    if (column.kind !== "category" || column.codes !== true) continue;
    const found = saidCodes(text, column, namesOf(column)) ??
      (isHttpStatus(column) ? saidErrors(text, column) : null);
    if (found !== null) return found;
  }
  return null;
}

/** A part of something else, an amount of money, or how many there are: "10:404", "$500", "first 500 requests". */
const notBefore = "(?<![\\d.,$€£¥]|\\d\\s?[-–~〜/:]\\s?" +
  "|\\b(?:first|last|top|bottom|latest|newest|oldest|recent|every|about|around) |(?:上位|下位|最初の|最後の|先頭の?|直近の?|最新の?|約) ?)";

/** A number that is long enough to be nothing else, or one behind the name of the column. */
function saidCodes(text: string, column: CategoryColumn, names: readonly string[]): NumberedRows | null {
  const { labels } = column.values();
  const one = (length: number) =>
    `(?:${
      labels.filter((label) => label.length >= length).join("|") || "(?!)"
    })(?![\\d%~〜-]|[.,]\\d|[:/]\\d{1,2}(?!\\d)|${asMeasure})`;
  const named = names.map((words) =>
    `(?:${words})\\s*(?:codes?|no\\.?|number|番号?|コード|#|=|が|は|is|of)?\\s*${listOf(one(1))}`
  );
  const grades = /学年|年次|grade/i.test(column.name.normalize("NFKC"))
    ? [
      `(?<!\\d)${
        listOf(`(?:${labels.join("|")})(?:年生)?`)
      }(?:(?<=年生)|年次生|学年|(?:st|nd|rd|th)[- ]grad(?:e|er)s?\\b)`,
    ]
    : [];
  const found = new RegExp([...named, ...grades, `${notBefore}${listOf(one(3))}`].join("|"), "i").exec(text);
  if (found === null) return null;
  const said = new Set(found[0].match(/\d+/g));
  const own = labels.filter((label) => said.has(label));
  if (own.length === labels.length) return null;
  const [before, behind] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
  const rest = `${before}${leftFor(column, own)}${behind}`.replaceAll(/ {2,}/g, " ");
  return { value: { column, labels: own, only: true }, absent: [], rest };
}

const errors: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:server errors?|5xx)\b|サーバーエラー/i, /^5/],
  [/\b(?:client errors?|4xx)\b|クライアントエラー/i, /^4/],
  [/\b(?:errors?|failures?|failed)\b|エラー|失敗/i, /^[45]/],
];

function saidErrors(text: string, column: CategoryColumn): NumberedRows | null {
  // A rate is of errors among all.
  if (/\b(?:rate|ratio|share|percent\w*|proportion)\b|率|割合|比/i.test(text)) return null;
  const [, meant] = errors.find(([words]) => words.test(text)) ?? [];
  const { labels } = column.values();
  const own = meant === undefined ? [] : labels.filter((label) => meant.test(label));
  if (own.length === 0 || own.length === labels.length) return null;
  return { value: { column, labels: own, only: true }, absent: [], rest: text };
}
