/** The step of time that a sentence names: monthly, 週次, by quarter. */

import { type Grain, isCyclic } from "../table/calendar.ts";
import type { Column } from "../table/column.ts";
import { bucketOf } from "../values/time_buckets.ts";

const words: readonly (readonly [Grain, RegExp])[] = [
  [
    "half",
    /(?<!四)半期(?:別|ごと|毎|単位)|\bhalf[- ]yearly\b|\b(?:by|per|each|every) half(?:[- ]year)?\b|\bamong halves\b/i,
  ],
  ["quarter", /四半期|\bquarter(?:s|ly)?\b/i],
  [
    "week",
    /週(?:次|別|ごと|毎|単位)|(?<![一-龠\d])週平均|毎週|[1一]週間?(?:あ|当)たり|\bweekly\b|\b(?:by|per|each|every) (?:(?:\w+ ){1,4}and (?:by |per )?)?week\b|\bamong weeks\b|\bweek[- ](?:by|over|to|on)[- ]week\b|\b(?:across|between|in different) (?:the )?weeks\b|(?<![一-龠\d])週によ(?:って|り|る)/i,
  ],
  [
    "month",
    /月(?:次|別|ごと|毎|単位)|(?<![一-龠\d])月平均|[×✕]\s*年?月|月\s*[×✕]|毎月|[1一][かヶカヵケ箇]月間?(?:あ|当)たり|各月|(?<![一-龠\d])月に(?=何)|月々|\bmonthly\b|\b(?:by|per|each|every) (?:(?:\w+ ){1,4}and (?:by |per )?)?month\b|\bamong months\b|\bmonth[- ](?:by|over|to|on)[- ]month\b|\b(?:across|between|in different) (?:the )?months\b|(?<![一-龠\d])月(?:によ(?:って|り|る)|が変わると)/i,
  ],
  [
    "year",
    /年(?:次|別|ごと|毎|度別|度ごと|単位)|(?<![一-龠\d])年平均|毎年|各年|(?<![一-龠\d])年に(?=何)|[1一]年間?(?:あ|当)たり|\b(?:yearly|annual|annually)\b|\b(?:by|per|each|every) (?:(?:\w+ ){1,4}and (?:by |per )?)?(?:fiscal |financial )?year\b|\bamong years\b|\byear[- ](?:by|over|to|on)[- ]year\b|\b(?:across|between|in different) (?:the )?years\b|(?<![一-龠\d])年(?:度?によ(?:って|り|る)|が変わると)/i,
  ],
  [
    "day",
    /日(?:次|別|ごと|毎|単位)|(?<![一-龠\d])日平均|毎日|[1一]日(?:あ|当)たり|\bdaily\b|\b(?:by|per|each|every) (?:(?:\w+ ){1,4}and (?:by |per )?)?day\b|\bamong days\b|\bday[- ](?:by|over|to)[- ]day\b|(?<![一-龠\d])日によ(?:って|り|る)/i,
  ],
];

/** What is so long each, or the one stretch that the data is of: 年間の推移. Not a length of so many: 3年間. */
const stretches: readonly (readonly [Grain, RegExp])[] = [
  ["week", /(?<![\d一二三四五六七八九十数])週間/],
  ["month", /(?<![\dかヶカヵケ箇数])月間/],
  ["year", /(?<![\d一二三四五六七八九十数])年間/],
];

export function periodOf(query: string, columns: readonly Column[]): Grain | null {
  const text = query.normalize("NFKC");
  const said = ([, pattern]: readonly [Grain, RegExp]) => pattern.test(text);
  return words.find(said)?.[0] ??
    stretches.find((stretch) => said(stretch) && hasSeveral(stretch[0], columns))?.[0] ?? null;
}

/** Whether the times of the data are of more than one such period. */
function hasSeveral(grain: Grain, columns: readonly Column[]): boolean {
  return columns.some((column) => {
    if (column.kind !== "time" || isCyclic(column.grain)) return false;
    const starts = Array.from(column.values(), (time) => bucketOf(time, grain));
    return new Set(starts.filter((start) => !Number.isNaN(start))).size > 1;
  });
}
