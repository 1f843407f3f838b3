/** So many units up to the last time of the data: "last 6 months", 「直近5年」. */

import { countOf, twoToTwelve } from "./count_words.ts";

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

const units: readonly (readonly [Unit, RegExp])[] = [
  ["quarter", /四半期|quarter/i],
  ["month", /月|month/i],
  ["week", /週|week/i],
  ["year", /年|year/i],
  ["day", /日|day/i],
  ["hour", /時間|hour/i],
  ["minute", /分|minute/i],
];

const recent: readonly RegExp[] = [
  new RegExp(
    `\\b(?:last|past|latest|most recent|previous) (?:(\\d{1,3}|${twoToTwelve})[ -])?(minutes?|hours?|days?|weeks?|months?|quarters?|years?)\\b`,
    "gi",
  ),
  /(?:直近|過去|ここ|最近|この)(?:の)?(\d{1,3})(?:[かヶカヵケ箇])?(日|週|月|四半期|年|時間|分)(?!目|生|度|[布析類割野散])/gi,
];

/** Those that a sentence names. */
export function recentTimes(
  query: string,
): { readonly text: string; readonly count: number; readonly unit: Unit }[] {
  return recent.flatMap((pattern) =>
    [...query.matchAll(pattern)].flatMap(([text, count = "one", unit = ""]) => {
      const found = units.find(([, word]) => word.test(unit))?.[0];
      return found === undefined ? [] : [{ text, count: countOf(count), unit: found }];
    })
  );
}
