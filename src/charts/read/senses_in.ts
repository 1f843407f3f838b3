/** What kind of chart a sentence speaks of, by its words and by the columns, lines and times that it names. */

import type { Grain } from "../table/calendar.ts";
import type { Column } from "../table/column.ts";
import { isAveraged } from "../values/aggregation_for.ts";
import { withoutHeldChanges } from "./change_nouns.ts";
import type { Intent } from "./find_intent.ts";
import { rules, type Sense } from "./intent_rules.ts";
import { withoutCourseNouns } from "./measure_nouns.ts";
import { plain } from "./plain.ts";
import { pairIn } from "./said_pair.ts";

/** The senses of the words themselves, and of the lines and times that the sentence names. */
export function sensesIn(
  text: string,
  { query, columns, mentions, grouped, auxiliary, period }:
    & Pick<Intent, "mentions" | "grouped" | "auxiliary" | "period">
    & { readonly query: string; readonly columns: readonly Column[] },
): Set<Sense> {
  const isSaid = (sense: Sense, words = text) => rules[sense].some((pattern) => pattern.test(words));
  const senses = new Set(senseNames.filter((sense) => isSaid(sense)));
  if (!isSaid("trend", withoutHeldChanges(text, columns))) senses.delete("trend");
  const pair = pairIn(plain(query), mentions);
  if (pair !== null) senses.add(pair);
  // What follows a series lies over a course of time.
  if (
    auxiliary.some(({ kind }) => kind === "moving_avg" || kind === "regression") && !senses.has("relation")
  ) {
    senses.add("trend");
  }
  const isCourse = senses.has("trend") || senses.has("period") ||
    (grouped && mentions.some(({ column }) => column.kind === "number" && !isAveraged(column)));
  if (isCourse && !isSaid("distribution", withoutCourseNouns(text))) senses.delete("distribution");
  // "The annual rainfall" of one year alone is all of it.
  if (period === null && isOneStretch(text)) senses.delete("period");
  if (comparesTimes(plain(query), period) && !courses.some((sense) => senses.has(sense))) {
    senses.add("time_rank");
  }
  return senses;
}

/** Whether nothing but a stretch of time (年間) speaks of steps. */
function isOneStretch(text: string): boolean {
  const rest = text.replaceAll(/[週月年]間/g, "");
  return rest !== text && !rules.period.some((pattern) => pattern.test(rest));
}

/** Wishes that years lie along rather than against each other. */
const courses: readonly Sense[] = [
  "trend",
  "line_chart",
  "panels",
  "distribution",
  "spread",
  "histogram",
  "box_chart",
];

/** "Compare 2023 and 2024": the times themselves, and not what is finer. */
function comparesTimes(text: string, period: Grain | null): boolean {
  const named = /\bamong (year|quarter|month|week|day|halve)s\b/.exec(text)?.[1]?.replace("halve", "half");
  return named !== undefined && named === period;
}

const senseNames: readonly Sense[] = [
  "trend",
  "period",
  "time_rank",
  "compare",
  "rank",
  "missed",
  "cumulative",
  "ascending",
  "gap",
  "distribution",
  "spread",
  "overlay",
  "composition",
  "overview",
  "relation",
  "scatter",
  "look",
  "line_chart",
  "bar_chart",
  "histogram",
  "box_chart",
  "panels",
  "subjects",
  "columns",
];
