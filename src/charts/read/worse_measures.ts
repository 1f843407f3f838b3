/** Measures of which more is worse: the worst three by defects have the most of them, the best three the fewest. */

import type { Mention } from "./mentioned_columns.ts";

const worseWords = [
  "defect|fault|bounce|churn|error|fail|delay|late(?!st|r)|latenc|overdue|complain|absen|refund",
  "cancel|incident|accident|outage|downtime|wait|loss|cost|expense|debt|attrition|scrap|reject",
  "crime|mortality|death|injur|backlog|unemploy|waste|emission|returns?(?![a-z])|returned",
  "bugs?(?![a-z])",
].join("|");
const worseJa = [
  "不良|離脱|解約|遅延|欠勤|苦情|クレーム|エラー|障害|事故|故障|欠品|欠席|遅刻|離職|返品|キャンセル",
  "滞納|失敗|赤字|損失|費用|コスト|経費|待ち時間|残業|犯罪|死亡|不具合|ロス|廃棄|排出",
].join("|");
const worse = new RegExp(`(?<![a-z])(?:${worseWords})|${worseJa}`, "i");
const judged = /\b(?:worst|best)\b|ワースト|ベスト|悪い|良い/i;

/** Whether a sentence calls the largest the worst: by the numbers that it names, else by its own words. */
export function turnsRanks(query: string, mentions: readonly Mention[]): boolean {
  if (!judged.test(query)) return false;
  const names = mentions.flatMap(({ column }) => column.kind === "number" ? [column.name] : []);
  return (names.length === 0 ? [query] : names).some((name) =>
    worse.test(name.normalize("NFKC").replaceAll("_", " "))
  );
}
