/** The languages in which questions are asked and charts are labelled. */
export type Language = "ja" | "en";

/** Japanese if there is any kana or kanji: Japanese sentences often contain English column names. */
export function languageOf(query: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(query) ? "ja" : "en";
}
