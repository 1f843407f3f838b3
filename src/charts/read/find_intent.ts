/** What a sentence asks for, before the data has a say. */

import type { Grain } from "../table/calendar.ts";
import type { Column } from "../table/column.ts";
import { isIdentifier, isName, isNumbered, isRunning } from "../table/table_shape.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { askedEnds, mostJa } from "./asked_ends.ts";
import { type AskedOrder, askedOrder } from "./asked_order.ts";
import { auxiliaryOf } from "./auxiliary_rules.ts";
import type { AuxiliaryWish } from "./auxiliary_wish.ts";
import { countedThings } from "./counted_things.ts";
import { withoutCourses } from "./course_lines.ts";
import { withoutOwedMeans } from "./given_means.ts";
import { groupingWords, type Sense } from "./intent_rules.ts";
import { withoutNamedNouns } from "./measure_nouns.ts";
import { type Mention, mentionedColumns, withoutOwners } from "./mentioned_columns.ts";
import { isGroupName, mentionedValues, type ValueMention } from "./mentioned_values.ts";
import { withoutMiddles } from "./middle_lines.ts";
import { periodOf } from "./period_of.ts";
import { plain } from "./plain.ts";
import { withActuals } from "./plan_and_actual.ts";
import {
  countsDays,
  countsEvents,
  countsPeople,
  countsUsualThings,
  countWords,
  perOne,
} from "./row_nouns.ts";
import { areBoth, isAdded, isOneNumber, saidAggregations } from "./said_aggregations.ts";
import { withBands } from "./said_bands.ts";
import { sensesIn } from "./senses_in.ts";
import { sideBySide } from "./side_by_side.ts";
import { turnsRanks } from "./worse_measures.ts";

export type Aggregation =
  | "sum"
  | "mean"
  | "count"
  | "median"
  | "max"
  | "min"
  /** The standard deviation. */
  | "deviation"
  | "variance"
  /** The value below which so many percent of the rows lie: `p95`. */
  | Percentile
  /** The sum of what was divided by the sum of what it was divided by. */
  | "ratio"
  /** The mean of what is 100% in some rows and 0% in the others. */
  | "share";

export type Percentile = `p${number}`;

export interface Intent {
  readonly senses: ReadonlySet<Sense>;
  /** Whether the sentence speaks of groups, named or not. */
  readonly grouped: boolean;
  readonly mentions: readonly Mention[];
  /** Groups named by their own name. */
  readonly values: readonly ValueMention[];
  readonly aggregation: Aggregation | null;
  /** Further ones that the sentence names; a chart shows one. */
  readonly otherAggregations: readonly Aggregation[];
  /** Columns of what is to be counted, where the sentence asks how many there are. */
  readonly things: readonly Column[];
  /** Whether it counts what rows may be, though no column is called so. */
  readonly countsRows: boolean;
  /** Whether these are such as happen, each in a row of its own. */
  readonly countsEvents: boolean;
  /** Whether these are people. */
  readonly countsPeople: boolean;
  /** Whether these are days. */
  readonly countsDays: boolean;
  readonly auxiliary: readonly AuxiliaryWish[];
  /** The step of time that the sentence names. */
  readonly period: Grain | null;
  /** By what groups are to be ordered, where that is said. */
  readonly order: AskedOrder | null;
  /** The number in "top 5", "the 3 lowest" or 「上位3」. */
  readonly top: number | null;
  /** The column of numbers that is grouped by bands of them. */
  readonly banded: Column | null;
  /** Whether all others are wanted beside them as one. */
  readonly withRest: boolean;
}

export function findIntent(query: string, columns: readonly Column[]): Intent {
  const { mentions: all, masked } = mentionedColumns(query, columns);
  const found = withActuals(plain(query), {
    mentions: sideBySide(masked, withoutOwners(masked, all)),
    columns,
  });
  const values = mentionedValues(query, columns, found);
  const named = found.filter((mention) =>
    !isGroupName(mention, query, values) && !isTakenTogether(plain(query), mention) &&
    !isOneEach(plain(query), mention)
  );
  const { mentions: told, things } = countedThings(query, withValues(named, values));
  const mentions = measuredBy(withoutIdentifiers(told));
  const text = withoutAuxiliary(withoutNamedNouns(masked, mentions));
  const auxiliary = auxiliaryOf(query);
  const period = periodOf(query, columns);
  const grouped = groupingWords.some((pattern) => pattern.test(text.replaceAll(perOne, " "))) ||
    mentions.some(({ column, grouped }) => grouped && column.kind !== "time");
  const senses = sensesIn(text, { query, columns, mentions, grouped, auxiliary, period });
  const ends = askedEnds(text);
  const isTurned = (ends.count !== null || senses.has("rank")) && turnsRanks(query, mentions);
  if ((senses.has("ascending") || ends.fromBelow) !== isTurned) senses.add("ascending");
  else senses.delete("ascending");
  const aggregation = things.length > 0 ? "count" : aggregationOf(text, mentions);
  const countsRows = countsUsualThings(plain(query));
  if (isOneNumber(text, aggregation) && (grouped || senses.has("trend") || senses.has("period"))) {
    senses.delete("spread");
  }
  // "Distribution of visits by clinic" of rows that are visits is how many each clinic has.
  if ((aggregation === "count" || countsRows) && !isOfValues(senses, mentions)) senses.delete("distribution");
  const intent: Intent = {
    senses,
    grouped,
    mentions,
    aggregation,
    otherAggregations: aggregation === null
      ? []
      : saidAggregations(text).filter((one) =>
        one !== aggregation && (!isAdded(one, aggregation) || areBoth.test(text))
      ),
    withRest: ends.withRest,
    things,
    countsRows,
    countsEvents: countsEvents(plain(query)),
    countsPeople: countsPeople(query),
    countsDays: countsDays(plain(query)),
    values,
    auxiliary,
    period,
    order: askedOrder(text),
    top: ends.count,
    banded: null,
  };
  return withBands(intent, { text: plain(query), masked, columns });
}

/** "Revenue per order" of a row for each order groups by nothing. */
function isOneEach(text: string, { column, words }: Mention): boolean {
  const rows = column.kind === "category" ? column.values().codes.length : column.values().length;
  return column.kind !== "time" && column.distinct === rows && text.search(perOne) >= 0 &&
    !new RegExp(words).test(text.replaceAll(perOne, " "));
}

/** "Total of all cities", 「全店舗の合計」: their sum, and none of them by itself. */
function isTakenTogether(text: string, { column, words }: Mention): boolean {
  return column.kind === "category" &&
    /合計|総計|総額|総数|トータル|\b(?:totals?|sum|combined|together)\b/.test(text) &&
    (new RegExp(`(?:全|全ての|すべての|全部の)(?:${words})(?!別|ごと|毎|間|の?それぞれ)`).test(text) ||
      new RegExp(`\\b(?:of|for|over|across|in) all (?:the )?(?:${words})(?! (?:each|separately))`).test(
        text,
      ));
}

/** Whether a distribution is one of numbers: said so, or not of groups. */
function isOfValues(senses: ReadonlySet<Sense>, mentions: readonly Mention[]): boolean {
  const shapes = ["histogram", "spread", "box_chart", "overlay"] as const;
  return shapes.some((sense) => senses.has(sense)) ||
    mentions.some(({ column }) => column.kind === "number" && !isIdentifier(column)) ||
    !mentions.some(({ column }) =>
      column.kind === "category" && !isName(column, column.values().codes.length)
    );
}

function aggregationOf(text: string, mentions: readonly Mention[]): Aggregation | null {
  const isMeasured = mentions.some(({ column }) => column.kind === "number");
  if (!isMeasured && countWords.test(text)) return "count";
  return saidAggregations(text)[0] ?? extremeOf(text, mentions);
}

/** "Which city has the highest", 「どの市」: the groups are ranked by what they are always measured by. */
const ranks =
  /どの|どこ|誰|だれ|どれ|\b(?:which|who|with|has|have|had|having|rank\w*|sort\w*|order(?:ed)?|top|bottom)\b/;

/**
 * "Highest temperature by city", 「最高気温」: the largest of each group, where the word belongs to the number. Of
 * what is added up, "the highest sales" is rather the largest sum, but for "the highest sale per city".
 */
function extremeOf(text: string, mentions: readonly Mention[]): "max" | "min" | null {
  const numbers = mentions.flatMap((mention) => {
    const { column, by, words } = mention;
    if (column.kind !== "number") return [];
    return [{ words: by === "name" ? "(?:◇|xnumberx)" : words, averaged: isAveraged(column) }];
  });
  const isRanking = ranks.test(text);
  const eachJa = /ごと|別|各|毎|それぞれ/.test(text);
  const isSaid = ([japanese, english]: readonly [string, string]) =>
    numbers.some(({ words, averaged }) => {
      if (isRanking) return averaged && new RegExp(`(?:${japanese})(?:${words})`).test(text);
      const each = averaged ? "" : "(?:s|[\\s\\w]){0,24}? (?:per|(?:for|in|of|at) (?:each|every))\\b";
      return ((averaged || eachJa) && new RegExp(`(?:${japanese})の?\\s?(?:${words})`).test(text)) ||
        new RegExp(`\\b(?:${english}) (?:single |one |\\w+ly )?(?:${words})${each}`).test(text);
    });
  if (
    isSaid([
      `最高|最大|最長|最多|${mostJa}(?:高い|大きい|多い|長い)`,
      "highest|max|maximum|peak|longest|largest|greatest",
    ])
  ) return "max";
  return isSaid([
      `最低|最小|最短|最少|${mostJa}(?:低い|小さい|少ない|短い)`,
      "lowest|min|minimum|shortest|smallest",
    ])
    ? "min"
    : null;
}

/** "The salary of employees" measures salaries, and no numbers of employees. */
function withoutIdentifiers(mentions: readonly Mention[]): readonly Mention[] {
  const isNumber = ({ column }: Mention, identifies: boolean) =>
    column.kind === "number" && isIdentifier(column) === identifies;
  if (!mentions.some((mention) => isNumber(mention, false) && !isNumberOfThing(mention))) return mentions;
  return mentions.filter((mention) =>
    mention.grouped || (!isNumberOfThing(mention) && (mention.by === "name" || !isNumber(mention, true)))
  );
}

/** "The score of tickets" measures no numbers of tickets. */
function isNumberOfThing({ column }: Mention): boolean {
  return column.kind === "number" && isNumbered(column) && isRunning(column, column.values().length);
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
  return [
    ...named,
    ...more.map(({ column }): Mention => ({ column, by: "value", grouped: false, words: "(?!)" })),
  ];
}

/** Words of a wish for a line (移動平均, "average line", "trend line") say nothing about the chart under it. */
function withoutAuxiliary(text: string): string {
  return withoutMiddles(withoutCourses(withoutOwedMeans(text)));
}
