/** What a sentence asks for, before the data has a say. */

import { auxiliaryOf, type AuxiliaryWish } from "./auxiliary_rules.ts";
import type { Grain } from "./calendar.ts";
import type { Column } from "./column.ts";
import { aggregationWords, groupingWords, rules, type Sense } from "./intent_rules.ts";
import { type Mention, mentionedColumns } from "./mentioned_columns.ts";
import { periodOf } from "./period_of.ts";
import { mentionedValues, type ValueMention } from "./mentioned_values.ts";

export type Aggregation = "sum" | "mean" | "count" | "median" | "max" | "min";

export interface Intent {
  readonly senses: ReadonlySet<Sense>;
  /** Whether the sentence speaks of groups, named or not. */
  readonly grouped: boolean;
  readonly mentions: readonly Mention[];
  /** Groups named by their own name. */
  readonly values: readonly ValueMention[];
  readonly aggregation: Aggregation | null;
  readonly auxiliary: readonly AuxiliaryWish[];
  /** The step of time that the sentence names. */
  readonly period: Grain | null;
  /** The number in "top 5" or 「上位3」. */
  readonly top: number | null;
}

export function findIntent(query: string, columns: readonly Column[]): Intent {
  const { mentions: named, masked } = mentionedColumns(query, columns);
  const values = mentionedValues(query, columns, named);
  const mentions = measuredBy(withValues(named, values));
  const text = withoutAuxiliary(masked);
  const senses = new Set<Sense>();
  for (const sense of senseNames) if (rules[sense].some((pattern) => pattern.test(text))) senses.add(sense);
  const top = /(?:top|上位|トップ|best|ベスト|bottom|worst|lowest|下位|ワースト)\s*-?(\d{1,3})/.exec(text)
    ?.[1];
  return {
    senses,
    grouped: groupingWords.some((pattern) => pattern.test(text)) ||
      mentions.some(({ column, grouped }) => grouped && column.kind !== "time"),
    mentions,
    aggregation: aggregationWords.find(([, pattern]) => pattern.test(text))?.[0] ?? null,
    values,
    auxiliary: auxiliaryOf(query),
    period: periodOf(query),
    top: top === undefined ? null : Number(top),
  };
}

/** "Top products by sales" groups by products: a number stands for groups only where another one is measured. */
function measuredBy(mentions: readonly Mention[]): readonly Mention[] {
  const numbers = mentions.filter(({ column }) => column.kind === "number");
  const groups = mentions.some(({ column }) => column.kind === "category");
  if (!groups || numbers.length !== 1) return mentions;
  return mentions.map((mention) =>
    mention.column.kind === "number" && mention.grouped ? { ...mention, grouped: false } : mention
  );
}

/** A column is also named by two or more of its groups; one of them is rather a filter. */
function withValues(named: readonly Mention[], values: readonly ValueMention[]): Mention[] {
  const more = values.filter(({ column, labels, only }) =>
    (labels.length > 1 || (!only && column.distinct > 1)) &&
    !named.some((mention) => mention.column.index === column.index)
  );
  return [...named, ...more.map(({ column }): Mention => ({ column, by: "value", grouped: false }))];
}

/** Words of a wish for a line (移動平均, "average line", "trend line") say nothing about the chart under it. */
function withoutAuxiliary(text: string): string {
  return text.replaceAll(
    /移動平均|平均(?:値)?(?:の)?(?:線|ライン)|平均(?:値)?(?:も|を)(?=一緒|併|重|入|引|示|加|表)|近似(?:直|曲)?線|トレンドライン|傾向線|回帰(?:直線|線)|中央値(?:の)?(?:線|ライン)|\bmoving averages?\b|\brolling (?:averages?|means?)\b|\b(?:mean|average|median) (?:reference )?lines?\b|\btrend ?-?lines?\b|\bregression(?: lines?)?\b|\bbest[- ]fit\b|\b(?:with|add|mark|include|including|plus) (?:an? |the |its )?(?:overall )?(?:mean|average|median)\b/g,
    " ",
  );
}

const senseNames: readonly Sense[] = [
  "trend",
  "period",
  "compare",
  "rank",
  "cumulative",
  "ascending",
  "gap",
  "distribution",
  "spread",
  "overlay",
  "composition",
  "overview",
  "relation",
  "look",
  "line_chart",
  "bar_chart",
  "histogram",
  "box_chart",
  "panels",
];
