/** Words for a measure of which no column tells, so that the chart shows another one. */

import { writtenOut } from "../read/abbreviations.ts";
import type { Intent } from "../read/find_intent.ts";
import { moneyColumn, saysMoney } from "../read/money_columns.ts";
import { namesOf } from "../read/names_of.ts";
import { plain } from "../read/plain.ts";
import { measureTerms } from "../read/term_pairs.ts";
import type { Column } from "../table/column.ts";
import type { Plan } from "./plan_chart.ts";

/** A column of this name may hold whatever a sentence speaks of. */
const anything =
  /^(?:values?|val|v|y|amounts?|numbers?|num|n|counts?|data|total|measure|metric|x|値|数値|値の?合計|数|金額|合計|計|データ)$/;

interface Given {
  readonly intent: Intent;
  readonly plan: Plan;
  readonly columns: readonly Column[];
}

/** The first such word; null where the chart shows what the sentence names, or no measure is named. */
export function unmatchedMeasure(query: string, { intent, plan, columns }: Given): string | null {
  const { value } = plan.roles;
  const rate = unknownRate(plain(query), intent, columns);
  if (rate !== null && value !== null) return rate;
  if (plan.melted || intent.aggregation === "share") return null;
  if (value === null && (intent.aggregation === "count" || intent.countsRows)) return null;
  if (value !== null && (value.index < 0 || anything.test(plain(value.name).trim()))) return null;
  if (intent.mentions.some(({ column, grouped }) => column.kind === "number" && !grouped)) return null;
  const text = plain(query);
  for (const pair of measureTerms) {
    const said = pair.map((pattern) => pattern.exec(text)?.[0]).find((word) => word !== undefined);
    if (said !== undefined && !isTold(said, { pair, columns })) return said;
  }
  return null;
}

/** 営業利益率 where the columns hold profits alone: the rate of a measure is another one. */
function unknownRate(text: string, { mentions }: Intent, columns: readonly Column[]): string | null {
  const rates = mentions.flatMap(({ column, words, grouped }) =>
    column.kind !== "number" || grouped || rateNames.test(plain(column.name).replaceAll("_", " "))
      ? []
      : new RegExp(
        `(?:${words})(?:率|比率| (?:rates?|ratios?|margins?|per (?:kg|km|unit|head|capita|item|mile|lit(?:er|re)|sqm|m2))(?![a-z]))`,
      ).exec(text) ?? []
  );
  const names = columns.map(({ name }) => plain(name).replaceAll(/[_\s.-]+/g, " "));
  return rates.find((said) => !names.some((name) => name.includes(said))) ?? null;
}

/** Columns that hold rates by their name, of which no other rate is asked for. */
const rateNames =
  /率|比|割合|(?<![a-z])(?:rates?|ratios?|margins?|pct|percent(?:age)?s?|shares?|per)(?![a-z])/;

/** Whether a column or a group is called so, or by a word for the same. */
function isTold(
  said: string,
  { pair, columns }: { readonly pair: readonly RegExp[]; readonly columns: readonly Column[] },
): boolean {
  const names = namesOf(columns).map((name) => plain(name).replaceAll(/[_\s.-]+/g, " "))
    .flatMap((name) => [name, writtenOut(name)]);
  return names.some((name) => name.includes(said) || pair.some((pattern) => pattern.test(name))) ||
    (saysMoney(said) && moneyColumn(said, columns) !== null);
}
