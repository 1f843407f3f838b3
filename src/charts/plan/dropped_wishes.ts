/** What a sentence asks for beside what the chart shows, to be told in the summary too. */

import { type Language, oneValueEach } from "../../base/chart_terms.ts";
import type { Subject } from "../read/restrict_table.ts";
import { unmetWords } from "../read/unmet_words.ts";
import type { Column } from "../table/column.ts";
import { aggregationFor } from "../values/aggregation_for.ts";
import { aggregationWarning } from "./chart_warnings.ts";
import type { Plan } from "./plan_chart.ts";

interface Given {
  readonly query: string;
  readonly columns: readonly Column[];
  readonly subject: Subject;
  readonly plan: Plan;
  readonly language: Language;
}

export function droppedWishes({ query, columns, subject: { intent }, plan, language }: Given): string[] {
  const { aggregation, otherAggregations } = intent;
  const unmet = unmetWords(query, columns, language);
  if (aggregation === null || otherAggregations.length === 0 || !oneValueEach.includes(plan.pattern)) {
    return unmet;
  }
  // What is measured though rows were to be counted too is told as its sum or mean.
  const shown = aggregationFor(plan.roles.value, intent);
  const others = [aggregation, ...otherAggregations].filter((one) => one !== shown);
  return [...unmet, aggregationWarning(shown, others, language)];
}
