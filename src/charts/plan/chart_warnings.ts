/** What is said beside a chart: what could not be had as asked, and what is odd about the data. */

import type { Language, PatternId } from "../../base/chart_terms.ts";
import type { ChartRequest, TablePart } from "../../base/protocol.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { listed } from "../summary/text/listed.ts";
import type { NumberColumn } from "../table/column.ts";
import type { Oddity } from "../table/raw_table.ts";
import type { Doubt } from "../table/understand_table.ts";
import { aggregationName } from "../values/aggregation_for.ts";
import type { Unmet } from "./choose_pattern.ts";

interface Texts {
  readonly ja: string;
  readonly en: string;
}

const unmetTexts: Readonly<Record<Unmet, Texts>> = {
  time: {
    ja: "時間の列がないため、推移は描けません",
    en: "the data has no column of times, so no change over time can be shown",
  },
  category: {
    ja: "分類の列がないため、比較は描けません",
    en: "the data has no column of groups, so nothing can be compared",
  },
  number: { ja: "数値の列がありません", en: "the data has no column of numbers" },
  intent: {
    ja: "文から図の種類を決められませんでした",
    en: "the query does not say what kind of chart is wanted",
  },
  wished: {
    ja: "文が求める図に、optionsで指定された列を置く場所がありません",
    en: "no chart of what the query asks for has a place for the columns in options",
  },
  relation: {
    ja: "9種類の図には相関を示すものがありません",
    en: "none of the nine charts shows a relation between two numbers",
  },
  values_per_group: {
    ja: "各グループの値が少なく、分布は描けません",
    en: "the groups have too few values for a distribution",
  },
  values: {
    ja: "文が名指しする列に値がありません",
    en: "a column that the query names has no values",
  },
  half_numbers: {
    ja: "文が名指しする列は数値と文字が混ざっているため、値として描けません",
    en: "a column that the query names holds too many texts among its numbers to be measured",
  },
  infinite: {
    ja: "値の列に無限大が多く、数値として描けません",
    en: "a column of values holds too many infinities to be used as numbers",
  },
  facet: { ja: "パネルに分ける列がありません", en: "the data has no column to make panels of" },
};

export function unmetWarning(unmet: Unmet, pattern: PatternId, language: Language): string {
  const text = unmetTexts[unmet][language];
  const p13 = pattern === "P13" ? "" : language === "ja" ? "（P13の代わり）" : " (in place of P13)";
  return language === "ja"
    ? `自動フォールバック: ${text}。${pattern}を描きました${p13}`
    : `auto-fallback to ${pattern}${p13}: ${text}`;
}

/** The sentence of the summary that says that the chart is not what was asked for. */
export function fallbackSentence(unmet: readonly Unmet[], pattern: PatternId, language: Language): string {
  const reasons = unmet.map((one) => unmetTexts[one][language]);
  return language === "ja"
    ? `注意: ${reasons.join("、")}（代わりに${pattern}を描きました）。`
    : `Note: ${reasons.join("; ")}; ${pattern} is drawn instead.`;
}

export function doubtWarning(doubt: Doubt, language: Language): string {
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

export function oddityWarning(oddity: Oddity, language: Language): string {
  const texts: Readonly<Record<Oddity, Texts>> = {
    long_rows: { ja: "見出しより長い行の余りは読みませんでした", en: "rows longer than the header are cut" },
    renamed_columns: {
      ja: "空または重複した列名を付け替えました",
      en: "empty or repeated column names were changed",
    },
    nan: { ja: "NaNとInfinityは欠損値として読みました", en: "NaN and Infinity are read as missing values" },
    unclosed_quote: { ja: "引用符が閉じられていません", en: "a quotation mark is not closed" },
  };
  return texts[oddity][language];
}

export function sampledWarning(rows: number, sampled: number, language: Language): string {
  return language === "ja"
    ? `${rows}行のうち全体から選んだ${sampled}行から列の型を判定しました。合計・平均・件数は全行によります`
    : `${rows} rows: the kinds of columns are taken from ${sampled} rows spread over the table; sums, means and counts are of all rows`;
}

/** A column that stands for what the sentence counts and no column tells. */
export function measuredInstead(column: string, language: Language): string {
  return language === "ja"
    ? `文が数えるものの列がないため、${JSON.stringify(column)}を示しています`
    : `no column tells of what the query counts: ${JSON.stringify(column)} is shown`;
}

/** What is shown for a measure of which no column tells; null for rows. */
export function unmatchedWarning(said: string, shown: string | null, language: Language): string {
  if (language === "ja") {
    const what = shown === null ? "行の件数" : JSON.stringify(shown);
    return `「${said}」に当たる列がないため、代わりに${what}を示しています`;
  }
  const what = shown === null ? "rows are counted" : `${JSON.stringify(shown)} is shown`;
  return `no column tells of ${JSON.stringify(said)}: ${what} instead`;
}

/** What is shown where a sentence names none of several measures; null for rows. */
export function unnamedWarning(shown: string | null, language: Language): string {
  if (language === "ja") {
    const what = shown === null ? "行の件数" : JSON.stringify(shown);
    return `文が値の列を名指ししていないため、${what}を示しています`;
  }
  const what = shown === null ? "rows are counted" : `${JSON.stringify(shown)} is shown`;
  return `the query names none of the columns of numbers: ${what}`;
}

/** Columns of which the sentence names none, so that the chart is of all. */
export function stackedWarning(columns: readonly string[], language: Language): string {
  const [first, last] = [columns[0], columns.at(-1)].map((name) => JSON.stringify(name));
  return language === "ja"
    ? `${first}から${last}までの${columns.length}列の値をまとめて示しています`
    : `the values of ${columns.length} columns, ${first} to ${last}, are put together`;
}

/** A column that the sentence names by its name and the chart does not show. */
export function absentWarning(column: string, language: Language): string {
  return language === "ja"
    ? `文が名指しする列${JSON.stringify(column)}は図に含まれていません`
    : `column ${JSON.stringify(column)}, which the query names, is not in the chart`;
}

/** A chart shows one value for each group or time, though the sentence names several. */
export function aggregationWarning(
  shown: Aggregation,
  others: readonly Aggregation[],
  language: Language,
): string {
  const left = others.map((kind) => aggregationName(kind, language)).join(language === "ja" ? "・" : ", ");
  const name = aggregationName(shown, language);
  return language === "ja"
    ? `図は${name}だけを示し、${left}は示していません`
    : `the chart shows the ${name} only, not the ${left}`;
}

/** Where the things to be counted come again, rows are more than there are of them. */
export function repeatedWarning(column: string, language: Language): string {
  return language === "ja"
    ? `行の数です。列${JSON.stringify(column)}には同じ値が繰り返し現れます`
    : `rows are counted; values of column ${JSON.stringify(column)} come more than once among them`;
}

interface PartOptions {
  readonly rows: number;
  /** Whether values are counted in bins or boxes, as they come. */
  readonly binned: boolean;
  readonly language: Language;
}

/** Of which rows the chart is where it is not of all, and what its sums and counts are then. */
export function partWarning(
  part: TablePart,
  { rows, binned, language }: PartOptions,
): string {
  if (part.taken === "first") {
    return language === "ja"
      ? `図は${part.total === null ? "" : `全${part.total}行のうち`}先頭の${rows}行だけによります`
      : `the chart is of the first ${rows} of ${part.total ?? "more"} rows only`;
  }
  const rest = binned ? { ja: "件数はこの標本のものです", en: "counts are of these rows" } : {
    ja: "合計と件数は全行に換算した推定値です",
    en: "sums and counts are estimates, scaled up to all rows",
  };
  return language === "ja"
    ? `図は全${part.total}行から無作為に選んだ${rows}行によります。${rest.ja}`
    : `the chart is of a sample: ${rows} of ${part.total} rows, taken at random; ${rest.en}`;
}

/** The same in the picture itself, which may be shown without the words beside it. */
export function partMark(part: TablePart, { rows, binned, language }: PartOptions): string {
  const [shown, all] = [rows, part.total ?? 0].map((count) => count.toLocaleString("en"));
  if (part.taken === "first") {
    return language === "ja"
      ? `${part.total === null ? "" : `全${all}行の`}先頭${shown}行のみ`
      : `First ${shown}${part.total === null ? "" : ` of ${all}`} rows only`;
  }
  if (language === "ja") return `全${all}行から選んだ標本${shown}行${binned ? "" : "による推定"}`;
  return `${binned ? "Sample" : "Estimated from a sample"} of ${shown} of ${all} rows`;
}

/** What a ratio of two columns is, of rows that are added up or of each; no sentence where the chart shows none. */
export function ratioSentence(
  value: NumberColumn | null,
  { added, language }: { readonly added: boolean; readonly language: Language },
): string[] {
  if (value?.ratio === undefined) return [];
  const { of, to } = value.ratio;
  if (language === "ja") {
    const sum = added ? "の合計" : "";
    return [`${value.name}は${added ? "" : "行ごとに"}${of}${sum}を${to}${sum}で割った値です。`];
  }
  return [
    added
      ? `${value.name} is the sum of ${of} divided by the sum of ${to}.`
      : `${value.name} is ${of} divided by ${to} in each row.`,
  ];
}

/** Which sheet of a workbook is drawn, and that there are others. */
export function sheetWarning(
  { name, all }: NonNullable<ChartRequest["sheet"]>,
  language: Language,
): string {
  const others = listed(all.filter((one) => one !== name).map((one) => JSON.stringify(one)), language);
  return language === "ja"
    ? `シート${JSON.stringify(name)}を描きました（ほかに${others}があります）`
    : `sheet ${JSON.stringify(name)} is drawn; the workbook also has ${others}`;
}

/** A title of the caller that two lines of the picture do not hold. */
export function cutTitleWarning(language: Language): string {
  return language === "ja"
    ? "タイトルが長く、図では途中で切れています"
    : "the title is too long for the picture, where its end is cut";
}

/** A warning as a sentence of the summary. */
export function noteSentence(warning: string, language: Language): string {
  return language === "ja" ? `注意: ${warning}。` : `Note: ${warning}.`;
}
