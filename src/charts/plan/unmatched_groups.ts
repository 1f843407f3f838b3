/** What a sentence groups by and no column tells of, so that the chart groups by another: 「役職別」, "by season". */

import type { Intent } from "../read/find_intent.ts";
import { mentionedColumns } from "../read/mentioned_columns.ts";
import { perOne } from "../read/row_nouns.ts";
import type { Column } from "../table/column.ts";
import type { Plan } from "./plan_chart.ts";

/** Words that may mean any grouping, and such as group by nothing. */
const anyWords = [
  "group|categor(?:y|ie)|type|kind|class(?:e)?|segment|item|name|label|series|one|subject|metric",
  "indicator|measure|column|value|number|far|hand|default|chance|capita|cent|day|week|month|quarter",
  "year|hour|minute|weekday|date|time|half|decade|descending|ascending|size|rank|order|other|it",
  "them|themselve|which|what|how|who|using|comparing|show\\w*|more|less|fewer|over|under|about|least",
  "most|the|a|an|all|any",
].join("|");
const anyGroups = new RegExp(`^(?:${anyWords})s?$`);
const anyGroupsJa =
  /^(?:.*(?:月|日|年|週|期|年度|年月|曜日|時間帯?|時刻|日付|時期))$|^(?:グループ|カテゴリー?|種類?|区分|分類|タイプ|項目|系列|指標|科目|教科|個|特|性|名前|ラベル|各|それぞれ|件|行|男女|大きさ|値|群)$/;

/** Null where the sentence names the groups that are shown, or speaks of none. */
export function unmatchedGroup(
  query: string,
  { intent, plan, columns }: {
    readonly intent: Intent;
    readonly plan: Plan;
    readonly columns: readonly Column[];
  },
): { readonly said: string; readonly shown: string } | null {
  const { group, second, time } = plan.roles;
  const shown = group ?? second;
  if (shown === null || shown.index < 0 || plan.melted || plan.fallback) return null;
  const isMeant = (column: Column) => column.kind === "category" && column.index >= 0;
  if (
    intent.mentions.some(({ column, grouped }) => grouped || isMeant(column)) ||
    intent.values.some(({ column }) => column.index === shown.index)
  ) return null;
  const text = mentionedColumns(query, columns).mentions.reduce(
    (left, { words }) => left.replaceAll(new RegExp(words, "gi"), "◆"),
    query.normalize("NFKC").replaceAll(perOne, " "),
  );
  const said = [
    ...text.matchAll(
      /(?<![◆一-龠ァ-ヶー])([一-龠ァ-ヶー]{1,10}?)の?(?:別(?![一-龠])|ごと|毎(?!日|月|年|週))/g,
    ),
  ].flatMap(([, word = ""]) => anyGroupsJa.test(word) ? [] : [word]).concat(
    [...text.matchAll(
      /\b(?:by|per|for each|in each|for every|across)(?: the| all| our)? ([a-z]{3,})\b(?!-)/gi,
    )]
      .flatMap(([, word = ""]) => anyGroups.test(word.toLowerCase()) ? [] : [word]),
  );
  const [first] = said;
  return first === undefined || time?.name === first ? null : { said: first, shown: shown.name };
}
