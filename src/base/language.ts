/** The two languages that questions are asked and charts are labelled in. */

export type Language = "ja" | "en";

/** Japanese where there is any kana or kanji, as column names in English are common in Japanese sentences. */
export function languageOf(query: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(query) ? "ja" : "en";
}
