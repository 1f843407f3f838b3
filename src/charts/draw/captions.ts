/**
 * What is written above a chart. The title names the measure with its aggregation, unless no value is made of several
 * rows; the subtitle says what is filtered, left out or incomplete.
 */

import type { ChartFilter } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";
import type { Shown } from "../plan/keys.ts";
import type { Grid } from "../plan/grid.ts";
import { unitName } from "../plan/time_units.ts";
import { type NumberStyle, shareStyle, styleOf, titleWithUnit } from "../text/format_number.ts";
import { statisticNames } from "../text/statistic_names.ts";
import { type Context, say } from "./page.ts";

/** The English words that names of measures begin with. */
const measureWord = new RegExp(
  `^(?:${[...Object.values(statisticNames).map(({ en }) => en), "Number", "Count", "Share"].join("|")})\\b`,
);

/** How the numbers of a grid are written. */
export function gridStyle({ spec, language }: Context, { measures }: Grid): NumberStyle {
  if (spec.normalize === "share") return shareStyle(language);
  const [first = null] = measures;
  const style = styleOf(first, language);
  const isAlike = measures.every((measure) => styleOf(measure, language).unit === style.unit);
  return spec.normalize !== "index" && isAlike ? style : { ...style, unit: "", ratio: false };
}

/** What the values of a grid are: "Mean temp_max", "Number of rows", "Share of sales". */
export function measureName(context: Context, grid: Grid): string {
  const name = aggregatedName(context, grid);
  const within = withinSentence(name);
  switch (context.spec.normalize) {
    case "share":
      return say(context, { ja: `${name}の割合`, en: `Share of ${within}` });
    case "index":
      return say(context, { ja: `${name}（最初を100とする指数）`, en: `${name}, index (first = 100)` });
    case "cumulative":
      return say(context, { ja: `${name}の累計`, en: `Cumulative ${within}` });
    case undefined:
      return name;
  }
}

function aggregatedName(context: Context, { measures, aggregate, aggregated }: Grid): string {
  const { y } = context.spec;
  if (aggregate === "distinct") {
    return say(context, {
      ja: `異なる${[y].flat().join("")}の数`,
      en: `Number of different ${[y].flat().join("")}`,
    });
  }
  if (measures.length === 0) {
    return typeof y === "string"
      ? say(context, { ja: `${y}の件数`, en: `Count of ${y}` })
      : say(context, { ja: "件数", en: "Number of rows" });
  }
  const name = joinNames(context, measures.map(({ name }) => name), { most: 4, counter: "列" });
  if (!aggregated || aggregate === "none" || aggregate === "count") return name;
  const statistic = statisticNames[aggregate];
  return say(context, { ja: `${name}の${statistic.ja}`, en: `${statistic.en} ${name}` });
}

interface JoinOptions {
  readonly most: number;
  /** What the names that are not shown are counted by in Japanese. */
  readonly counter: string;
}

/** The first names, and how many more there are. */
export function joinNames(
  context: Context,
  names: readonly string[],
  { most, counter }: JoinOptions,
): string {
  const more = names.length - most;
  return names.slice(0, most).join(say(context, { ja: "・", en: ", " })) +
    (more <= 0 ? "" : say(context, { ja: `ほか${more}${counter}`, en: ` and ${more} more` }));
}

/** The measure as the name of an axis, with its unit. */
export function axisName(context: Context, grid: Grid): string {
  return titleWithUnit(measureName(context, grid), gridStyle(context, grid));
}

/** The title of a grid, if none is given: what is measured, and by what. */
export function gridTitle(context: Context, grid: Grid, overTime = false): string {
  const name = measureName(context, grid);
  const { title, time_unit } = context.spec;
  const isPlainTime = overTime && time_unit === undefined && grid.x.kind === "time";
  return title ??
    say(context, { ja: titleJa(name, grid, overTime), en: headline(titleEn(name, grid, isPlainTime)) });
}

function titleEn(name: string, { x, color, facet }: Grid, isPlainTime: boolean): string {
  const along = isPlainTime ? " over time" : x.name === "" ? "" : ` by ${x.name}`;
  const groups = color === null ? "" : along.startsWith(" by ") ? ` and ${color.name}` : ` by ${color.name}`;
  const panels = facet === null || facet.name === color?.name ? "" : `, for each ${facet.name}`;
  return `${name}${along}${groups}${panels}`;
}

function titleJa(name: string, { x, color, facet }: Grid, overTime: boolean): string {
  const groups = [...(overTime ? [] : [x]), color, facet].flatMap((keys) =>
    keys === null || keys.name === "" ? [] : [keys.name]
  );
  const by = groups.length === 0 ? "" : `${byText([...new Set(groups)].join("・"))}の`;
  if (!overTime) return `${by}${name}`;
  const step = x.kind === "time" && x.unit !== null && x.name === unitName(x.unit, "ja")
    ? `（${x.name}ごと）`
    : "";
  return `${by}${name}の推移${step}`;
}

/** 店舗別, and 性別 as it is. */
export function byText(name: string): string {
  return name.endsWith("別") ? name : `${name}別`;
}

/** With a capital first, if it begins with a plain word. */
export function headline(title: string): string {
  return /^[a-z]*[aeiou][a-z]+(?![\w-])/.test(title)
    ? title.slice(0, 1).toUpperCase() + title.slice(1)
    : title;
}

/** The name of a measure within a sentence: "Mean price" becomes "mean price". */
export function withinSentence(name: string): string {
  return name.replace(measureWord, (word) => word.toLowerCase());
}

const signs: Readonly<Record<ChartFilter["op"], string>> = {
  "=": "=",
  "!=": "≠",
  "<": "<",
  "<=": "≤",
  ">": ">",
  ">=": "≥",
  in: "=",
  not_in: "≠",
  between: "=",
  contains: "∋",
};

const mostNamed = 4;

export function filterText({ column, op, value }: ChartFilter, language: Language): string {
  const values = [value].flat().map(String);
  const ja = language === "ja";
  if (op === "between") return `${column} ${values.join(ja ? "〜" : "–")}`;
  if (op === "contains") {
    return ja ? `${column}に「${values[0]}」を含む` : `${column} contains "${values[0]}"`;
  }
  const rest = values.length - mostNamed;
  const more = rest <= 0 ? "" : ja ? `ほか${rest}件` : ` and ${rest} more`;
  return `${column} ${signs[op]} ${values.slice(0, mostNamed).join(ja ? "・" : ", ")}${more}`;
}

/** "12 of 58 products", 上位12/58件. */
function shownText(context: Context, { name, shown, all, rest }: Shown): string {
  const ja = rest === "other" ? `、残り${all - shown}件は「その他」` : "を表示";
  const en = rest === "other" ? `, the other ${all - shown} combined` : "";
  return say(context, {
    ja: `${name}は${all}件中${shown}件${ja}`,
    en: `${shown} of ${all} groups of ${name}${en}`,
  });
}

/** The groups that are left out of a chart. */
export function cutNotes(context: Context, { cut }: { readonly cut: readonly Shown[] }): string[] {
  return cut.map((one) => shownText(context, one));
}

/** What a subtitle says of a grid. */
export function gridNotes(context: Context, grid: Grid): string[] {
  return [...context.notes, ...leftOutNotes(context, grid)];
}

/** The groups, rows and parts of periods that a grid leaves out. */
export function leftOutNotes(context: Context, grid: Grid): string[] {
  return [...cutNotes(context, grid), skippedText(context, grid), partialText(context, grid)];
}

/** Periods in which the data begins or ends; empty if there are none. */
function partialText(context: Context, { partial }: Grid): string {
  if (partial.length === 0) return "";
  return say(context, {
    ja: `${partial.join("・")}のデータは期間の一部だけ`,
    en: `Data covers only part of ${partial.join(" and ")}`,
  });
}

/** Rows that have no place on the axes; empty if there are none. */
function skippedText(context: Context, { skipped }: Grid): string {
  const count = skipped.toLocaleString("en");
  return skipped === 0 ? "" : say(context, {
    ja: `軸の値のない${count}行を除く`,
    en: `${count} rows without a value for an axis are left out`,
  });
}
