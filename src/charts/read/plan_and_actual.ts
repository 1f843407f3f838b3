/** What was planned and what came of it: whether a budget is exceeded is seen where both are shown. */

import type { Column, NumberColumn } from "../table/column.ts";
import { isIdentifier } from "../table/table_shape.ts";
import type { Mention } from "./mentioned_columns.ts";

/** Words for plans, of one kind each. */
const plans: readonly RegExp[] = [
  /予算|(?<![a-z])budgets?(?![a-z])/,
  /目標|ノルマ|(?<![a-z])(?:targets?|goals?|quotas?)(?![a-z])/,
  /計画|(?<![a-z])plan(?:ned|s)?(?![a-z])/,
];
/** That something is more or less than planned. */
const beside =
  "超過|超え|オーバー|以内|未達|達成|届[いか]|上回|下回|割(?:って|り込)|足りな|不足|使いすぎ|対する?(?:実績|達成)";
const besideEn =
  "over|under|above|below|beyond|within|exceed(?:s|ed|ing)?|overspen[dt]|underspen[dt]|overran|overrun|miss(?:es|ed|ing)?|meets?|met|hit(?:s|ting)?|beat(?:s|ing)?|reach(?:es|ed)?|behind|short of|fall(?:s|ing)? short of|fell short of|ahead of|off|on";
const actual =
  /実績|実際|実数|実支出|支出|執行|(?<![a-z])(?:actuals?|spent|spend(?:ing)?|real|results?|achieved|outcomes?)(?![a-z])/;

/** The mentions with both columns, where a sentence asks for one against the other and names no more than one. */
export function withActuals(
  text: string,
  { mentions, columns }: { readonly mentions: readonly Mention[]; readonly columns: readonly Column[] },
): readonly Mention[] {
  const plan = plans.find((words) => isHeldAgainst(text, words));
  if (plan === undefined) return mentions;
  const numbers = columns.flatMap((column) =>
    column.kind === "number" && !isIdentifier(column) ? [column] : []
  );
  const planned = numbers.filter(({ name }) => plan.test(plainName(name)));
  const others = numbers.filter(({ name }) => !isPlan(name));
  const named = others.filter(({ name }) => actual.test(plainName(name)));
  const [before, after] = [onlyOf(planned), onlyOf(named) ?? onlyOf(others)];
  const isOfOthers = mentions.some(({ column }) =>
    column.kind === "number" && column !== before && column !== after
  );
  if (before === null || after === null || isOfOthers || before.unit !== after.unit) return mentions;
  const added = [before, after].filter((column) => !mentions.some((mention) => mention.column === column));
  return [
    ...mentions.map((mention) => mention.column.kind === "number" ? { ...mention, grouped: false } : mention),
    ...added.map((column): Mention => ({ column, by: "kind", grouped: false, words: "(?!)" })),
  ].toSorted((a, b) => a.column.index - b.column.index);
}

/** Whether a column is one of what was planned, by its name. */
export function isPlan(name: string): boolean {
  return plans.some((words) => words.test(plainName(name)));
}

function isHeldAgainst(text: string, { source }: RegExp): boolean {
  return new RegExp(
    `(?:${source})(?:金?額|値|数)?(?:を|に|が|から|の|比)?(?:大きく|どれだけ|どのくらい)?(?:${beside})`,
  )
    .test(text) || new RegExp(`\\b(?:${besideEn}) (?:the |their |its |our )?(?:${source})`).test(text);
}

function onlyOf(columns: readonly NumberColumn[]): NumberColumn | null {
  const [only = null] = columns;
  return columns.length === 1 ? only : null;
}

function plainName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll("_", " ");
}
