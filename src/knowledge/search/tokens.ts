/**
 * What the index holds of a text, and what a search looks for in it.
 *
 * Scripts that write no spaces are cut into overlapping pairs, and the last character of a run stands alone: so every
 * character begins a token, a word of any length is a phrase of pairs, and a single character is the beginning of
 * one. Everything else is cut into words. Tokens hold letters, digits and marks only, so none has a meaning in
 * SQLite's query language.
 */

import { fold } from "./fold.ts";

const dense =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}" +
  "\\p{sc=Khmer}\\p{sc=Myanmar}々〆〇ー";
const run = new RegExp(`[${dense}][${dense}\\p{M}]*|(?:(?![${dense}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
const isDense = new RegExp(`^[${dense}]`, "u");

/** The text of an item as the index takes it. */
export function indexText(text: string): string {
  const tokens: string[] = [];
  for (const [word] of fold(text).matchAll(run)) {
    if (isDense.test(word)) pushPairs(tokens, word, true);
    else tokens.push(word);
  }
  return tokens.join(" ");
}

function pushPairs(tokens: string[], word: string, withLast: boolean): void {
  const characters = [...word];
  for (let at = 0; at + 1 < characters.length; at++) tokens.push(`${characters[at]}${characters[at + 1]}`);
  const last = characters.at(-1);
  if (last !== undefined && (withLast || characters.length === 1)) tokens.push(last);
}

export interface Phrase {
  /** Tokens that follow each other. */
  readonly tokens: readonly string[];
  /** Whether the last token may go on. */
  readonly prefix: boolean;
  /** Whether an infix could be meant: the text has words of a script that writes spaces. */
  readonly spaced: boolean;
}

/** What to look for; undefined where the text has nothing that the index knows, such as `→`. */
export function searchPhrase(text: string, { exact }: { readonly exact: boolean }): Phrase | undefined {
  const words = [...fold(text).matchAll(run)].map(([word]) => word);
  const last = words.at(-1);
  if (last === undefined) return undefined;
  const tokens: string[] = [];
  words.forEach((word, at) => {
    // A run that something else follows ends there in the index too, with its last character alone.
    if (isDense.test(word)) pushPairs(tokens, word, at + 1 < words.length);
    else tokens.push(word);
  });
  const single = [...last].length === 1;
  return {
    tokens,
    // A single letter begins too many words to be meant as a beginning; a single character of ours is one always.
    prefix: isDense.test(last) ? single : !exact && !single,
    spaced: words.some((word) => !isDense.test(word)),
  };
}

/** The phrase in SQLite's query language. */
export function matchText({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(" ")}"${prefix ? " *" : ""}`;
}
