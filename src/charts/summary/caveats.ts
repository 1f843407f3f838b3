/** What is said beside a chart: assumptions, words that were not understood, and what is odd about the data. */

import type { Assumption } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";
import type { ChartRequest, TablePart } from "../../base/protocol.ts";
import type { Texts } from "../draw/page.ts";
import type { Oddity } from "../table/raw_table.ts";
import type { ReadTable } from "../table/read_table.ts";
import type { Doubt } from "../table/understand_table.ts";

/** The assumptions that another reading of the sentence could make differently, as one sentence. */
export function assumptionSentence(assumed: readonly Assumption[], language: Language): string[] {
  const fields: readonly string[] = [
    "filter",
    "normalize",
    "aggregate",
    "y",
    "x",
    "color",
    "facet",
    "time_unit",
    "pattern",
  ];
  const reported = assumed.filter(({ field, value }) => fields.includes(field) && value !== "none")
    .toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field)).slice(0, 3);
  if (reported.length === 0) return [];
  const parts = reported.map(({ field, value, because }) => {
    const shown = typeof value === "string" ? value : JSON.stringify(value);
    return language === "ja" ? `${field}は${shown}（${because}）` : `${field} ${shown} (${because})`;
  });
  return [language === "ja" ? `仮定: ${parts.join("、")}。` : `Assumed: ${parts.join("; ")}.`];
}

/** Words of the sentence that were used for nothing. */
export function unreadText(words: readonly string[], language: Language): string {
  return language === "ja"
    ? `解釈しなかった語: ${words.map((word) => `「${word}」`).join("")}`
    : `not understood: ${words.map((word) => JSON.stringify(word)).join(", ")}`;
}

const oddities: Readonly<Record<Oddity, Texts>> = {
  long_rows: { ja: "見出しより長い行の余りは読みませんでした", en: "rows longer than the header are cut" },
  renamed_columns: {
    ja: "空または重複した列名を付け替えました",
    en: "empty or repeated column names were changed",
  },
  nan: { ja: "NaNとInfinityは欠損値として読みました", en: "NaN and Infinity are read as missing values" },
  unclosed_quote: { ja: "引用符が閉じられていません", en: "a quotation mark is not closed" },
};

/** What is odd about a table, of the columns that are drawn. */
export function tableWarnings(
  { raw, understood, melted }: ReadTable,
  { request, used, language }: {
    readonly request: ChartRequest;
    readonly used: ReadonlySet<string>;
    readonly language: Language;
  },
): string[] {
  const { part, sheet } = request;
  const { rows } = understood;
  return [
    ...(part === undefined ? [] : [partWarning(part, rows, language)]),
    ...(sheet === undefined ? [] : [sheetWarning(sheet, language)]),
    ...raw.oddities.map((oddity) => oddities[oddity][language]),
    ...(melted.length === 0 ? [] : [meltWarning(melted, language)]),
    ...understood.doubts.filter(({ column }) => used.has(column)).map((doubt) =>
      doubtWarning(doubt, language)
    ),
  ];
}

function doubtWarning(doubt: Doubt, language: Language): string {
  const column = JSON.stringify(doubt.column);
  if (doubt.kind === "not_numbers") {
    return language === "ja"
      ? `列${column}の${doubt.count}個の値は数値ではないため除きました`
      : `${doubt.count} values of column ${column} are not numbers and are left out`;
  }
  return language === "ja"
    ? `列${column}の日付は${doubt.order === "year/month/day" ? "年/月/日" : "月/日/年"}として読みました`
    : `the dates of column ${column} are read as ${doubt.order}`;
}

function meltWarning(columns: readonly string[], language: Language): string {
  const [first, last] = [columns[0], columns.at(-1)].map((name) => JSON.stringify(name));
  return language === "ja"
    ? `${first}から${last}までの${columns.length}列の値を縦に並べました`
    : `the values of ${columns.length} columns, ${first} to ${last}, are combined into one column`;
}

/** Which rows the chart is of if it is not of all, and what its sums and counts are then. */
export function partWarning(part: TablePart, rows: number, language: Language): string {
  if (part.taken === "first") {
    return language === "ja"
      ? `図は${part.total === null ? "" : `全${part.total}行のうち`}先頭の${rows}行だけによります`
      : `the chart shows only the first ${rows} of ${part.total ?? "more"} rows`;
  }
  return language === "ja"
    ? `図は全${part.total}行から無作為に選んだ${rows}行によります。合計と件数は全行に換算した推定値です`
    : `the chart is based on a random sample of ${rows} of ${part.total} rows; sums and counts are estimates, ` +
      "scaled up to all rows";
}

/** The same for the chart itself, which may be shown without the words beside it. */
export function partNote(part: TablePart, rows: number, language: Language): string {
  const [shown, all] = [rows, part.total ?? 0].map((count) => count.toLocaleString("en"));
  if (part.taken === "first") {
    return language === "ja"
      ? `${part.total === null ? "" : `全${all}行の`}先頭${shown}行のみ`
      : `First ${shown}${part.total === null ? "" : ` of ${all}`} rows only`;
  }
  return language === "ja"
    ? `全${all}行から選んだ標本${shown}行による推定`
    : `Estimated from a sample of ${shown} of ${all} rows`;
}

/** Which sheet of a workbook is drawn, and that there are others. */
function sheetWarning({ name, all }: NonNullable<ChartRequest["sheet"]>, language: Language): string {
  const others = all.filter((one) => one !== name).map((one) => JSON.stringify(one)).slice(0, 5).join(", ");
  return language === "ja"
    ? `シート${JSON.stringify(name)}を描きました（ほかに${others}があります）`
    : `sheet ${JSON.stringify(name)} is drawn; the workbook also has ${others}`;
}

/** The note that the requested chart is not one of Chartelier's nine patterns. */
export function fallbackWarning(wanted: string, drawn: string, language: Language): string {
  return language === "ja"
    ? `自動フォールバック: ${wanted}の代わりに${drawn}を描きました`
    : `auto-fallback to ${drawn}: ${wanted} is not one of Chartelier's nine patterns`;
}
