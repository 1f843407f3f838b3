/** Words for how values lie that are as often the name of what is measured: density, frequency, range, spread. */

import type { Mention } from "./mentioned_columns.ts";

/** As what is followed over time or added up: "the frequency of visits by month". A frequency table is one of values. */
const overTime =
  /\b(?:concentrations?|densit(?:y|ies)|frequenc(?:y|ies)|profiles? of)\b(?! (?:plots?|curves?|distributions?|polygons?|tables?|histograms?))|頻度/g;

/** As a word of a column's name, by which the sentence means the column: "spread" of bid_ask_spread. */
const ofNames =
  /^(?:concentrations?|densit(?:y|ies)|frequenc(?:y|ies)|ranges?|spreads?|variations?|variability|variances?|consistency|normal|typical|usual|profiles?|bins?|buckets?|clusters?)$/;

/** The sentence with a sign in the place of what names a column of numbers so. */
export function withoutNamedNouns(text: string, mentions: readonly Mention[]): string {
  // Beside a column that is named, the range is its own.
  if (mentions.some(({ column, by }) => column.kind === "number" && by === "name")) return text;
  return mentions.reduce((left, { column, by, words }) => {
    if (column.kind !== "number" || by !== "part") return left;
    return left.replaceAll(new RegExp(words, "g"), (said) => ofNames.test(said) ? "xnumberx" : said);
  }, text);
}

/** The sentence without such words, where it speaks of a course or of sums. */
export function withoutCourseNouns(text: string): string {
  return text.replaceAll(overTime, " ");
}
