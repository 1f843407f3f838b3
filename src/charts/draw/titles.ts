/** Titles and names of measures: the aggregation is always part of them, unless no value is made of several rows. */

import type { Aggregate } from "../../base/chart_spec.ts";
import { type Context, say } from "./context.ts";
import type { Grid } from "../plan/grid.ts";
import { unitName } from "../plan/time_units.ts";
import { type NumberStyle, shareStyle, styleOf, titleWithUnit } from "../text/format_number.ts";

const words: Readonly<
  Record<Exclude<Aggregate, "count" | "distinct" | "none">, { readonly ja: string; readonly en: string }>
> = {
  sum: { ja: "合計", en: "Total" },
  mean: { ja: "平均", en: "Mean" },
  median: { ja: "中央値", en: "Median" },
  min: { ja: "最小値", en: "Minimum" },
  max: { ja: "最大値", en: "Maximum" },
};

/** The English words that names of measures begin with. */
const measureWord = new RegExp(
  `^(?:${[...Object.values(words).map(({ en }) => en), "Number", "Count", "Share"].join("|")})\\b`,
);

/** How the numbers of a grid are written. */
export function gridStyle({ spec, language }: Context, { measures }: Grid): NumberStyle {
  if (spec.normalize === "share") return shareStyle(language);
  const [first = null] = measures;
  const style = styleOf(first, language);
  if (spec.normalize === "index") return { ...style, unit: "", ratio: false };
  const isAlike = measures.every((measure) => styleOf(measure, language).unit === style.unit);
  return isAlike ? style : { ...style, unit: "", ratio: false };
}

/** What the values of a grid are: "Mean temp_max", "Number of rows", "Share of sales". */
export function measureName(context: Context, grid: Grid): string {
  const { language, spec } = context;
  const name = aggregatedName(context, grid);
  if (spec.normalize === "share") {
    return say(context, { ja: `${name}の割合`, en: `Share of ${withinSentence(name)}` });
  }
  if (spec.normalize === "index") {
    return language === "ja" ? `${name}（最初を100とする指数）` : `${name}, index (first = 100)`;
  }
  if (spec.normalize === "cumulative") {
    return say(context, { ja: `${name}の累計`, en: `Cumulative ${withinSentence(name)}` });
  }
  return name;
}

function aggregatedName(context: Context, { measures, aggregate, aggregated }: Grid): string {
  const { spec } = context;
  if (aggregate === "distinct") {
    const counted = [spec.y ?? []].flat().join("");
    return say(context, { ja: `異なる${counted}の数`, en: `Number of different ${counted}` });
  }
  if (measures.length === 0) {
    return typeof spec.y === "string"
      ? say(context, { ja: `${spec.y}の件数`, en: `Count of ${spec.y}` })
      : say(context, { ja: "件数", en: "Number of rows" });
  }
  const names = listedNames(context, measures.map(({ name }) => name));
  if (!aggregated || aggregate === "none" || aggregate === "count") return names;
  return aggregateOf(context, aggregate, names);
}

/** "Mean price", 価格の平均. */
export function aggregateOf(
  context: Pick<Context, "language">,
  aggregate: Exclude<Aggregate, "count" | "distinct" | "none">,
  name: string,
): string {
  return say(context, { ja: `${name}の${words[aggregate].ja}`, en: `${words[aggregate].en} ${name}` });
}

function listedNames(context: Context, names: readonly string[]): string {
  const shown = names.slice(0, 4).join(say(context, { ja: "・", en: ", " }));
  const more = names.length - 4;
  return more <= 0 ? shown : shown + say(context, { ja: `ほか${more}列`, en: ` and ${more} more` });
}

/** The measure as the name of an axis, with its unit. */
export function axisName(context: Context, grid: Grid): string {
  return titleWithUnit(measureName(context, grid), gridStyle(context, grid));
}

/** The title of a grid: what is measured, and by what. */
export function gridTitle(
  context: Context,
  grid: Grid,
  { overTime }: { readonly overTime: boolean },
): string {
  const name = measureName(context, grid);
  return context.language === "ja" ? titleJa(name, grid, overTime) : headline(
    titleEn(name, grid, overTime && context.spec.time_unit === undefined && grid.x.kind === "time"),
  );
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
