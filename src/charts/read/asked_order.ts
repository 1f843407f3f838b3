/** By what groups are to be ordered, where a sentence says more than that they are: "by spread", "alphabetically". */

import { high, highJa, low, lowJa } from "./asked_ends.ts";

export type AskedOrder = "name" | "median" | "mean" | "spread";

const byName =
  /\balphabetic\w*|\ba(?:-| to |–)z\b|\b(?:sort(?:ed)?|order(?:ed)?|arranged?) by (?:their |the )?names?\b|五十音順|アルファベット順|あいうえお順|名前(?:の)?順|名称順/;

const measures: readonly (readonly [AskedOrder, string])[] = [
  ["median", "medians?|中央値"],
  ["mean", "means?|averages?|平均値?"],
  [
    "spread",
    "spreads?|iqr|interquartile ranges?|ranges?|variab\\w*|variation|dispersion|ばらつき|散らばり|四分位範囲|変動",
  ],
];

/** The order that a sentence in lower case asks for; null where it says none of these. */
export function askedOrder(text: string): AskedOrder | null {
  if (byName.test(text)) return "name";
  return measures.find(([, words]) => formsFor(words).some((form) => new RegExp(form).test(text)))?.[0] ??
    null;
}

function formsFor(words: string): string[] {
  const ends = `(?:${low}|${high})`;
  return [
    `\\b${ends} (?:${words}) (?:first|to )`,
    `\\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|arranged?|rank(?:ed|ing)?|in order|descending|ascending) (?:by |of |from )?(?:the |their |descending |ascending )?(?:${words})\\b`,
    `\\bby (?:descending|ascending|decreasing|increasing) (?:${words})\\b`,
    `(?:${words})(?:が|の)?(?:${lowJa}|${highJa})(?:もの)?順|(?:${words})の?(?:昇|降)?順|(?:${words})で(?:並べ|ソート)`,
  ];
}
