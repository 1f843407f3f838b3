/** Terms of charts that server and renderer share: the nine numbered patterns, and languages. */

/** The nine charts. First digit: main intent; second digit: what is laid over it (1 change, 2 comparison, 3 overview). */
export const patternIds = ["P01", "P02", "P03", "P12", "P13", "P21", "P23", "P31", "P32"] as const;

export type PatternId = (typeof patternIds)[number];

/** The languages in which questions are asked and charts are labelled. */
export type Language = "ja" | "en";

/** Japanese if there is any kana or kanji: Japanese sentences often contain English column names. */
export function languageOf(query: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(query) ? "ja" : "en";
}
