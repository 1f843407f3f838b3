/**
 * Times that depend on the day of asking: "last year", 「先月」. A chart of the same data is the same on every day, so
 * that no rows are picked by them; the answer says so, and what to write instead.
 */

import { twoToTwelve } from "./count_words.ts";

export type RelativeUnit = "year" | "fiscal_year" | "quarter" | "month" | "week" | "day";

const unit = "(?:calendar |fiscal |financial )?(?:year|quarter|month|week)";
const count = `(?:\\d+|an?|one|${twoToTwelve})`;

/** "The last year" is a year up to the end of the data, "last year" one of the calendar. */
const english = [
  `(?<!\\bthe )\\blast ${unit}\\b(?! of|,? (?:19|20)\\d{2})`,
  `\\b(?:this|(?:the )?(?:current|present|previous|next|coming)) ${unit}\\b`,
  `\\b${count} (?:years?|quarters?|months?|weeks?|days?) ago\\b`,
  "\\b(?:today|yesterday|tomorrow)\\b",
];
/** Two words meet in 取引先月別, 担当月別 and 日本年間, and 当期純利益 is one. */
const word = "(?<![一-龠](?<![別毎]))";
const goesOn = "(?!別|ごと|毎|次|間|純)";
const japanese = [
  `${word}(?:一昨|昨|去|今|本|来|当)年度?${goesOn}`,
  `${word}(?:先々|先|今|来|当)月${goesOn}`,
  `${word}(?:先々|先|今|来)週${goesOn}`,
  `${word}(?:今|前|来|当)(?:四半)?期${goesOn}`,
  `${word}前(?:年度?|月|週)(?=の|と|より|に対)`,
  "\\d+(?:年|[かヶカヵ]月|週間|日)前",
  `${word}(?:今|本|昨|明)日`,
];

/** Finds such a time in a sentence. */
export const relativeTime: string = [...english, ...japanese].join("|");

const units: readonly (readonly [RelativeUnit, RegExp])[] = [
  ["fiscal_year", /年度|fiscal year|financial year/i],
  ["quarter", /期|quarter/i],
  ["month", /月|month/i],
  ["week", /週|week/i],
  ["year", /年|year/i],
];

export function relativeUnit(text: string): RelativeUnit {
  return units.find(([, pattern]) => pattern.test(text))?.[0] ?? "day";
}
