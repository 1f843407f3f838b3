/**
 * What the index holds of a text, and what a search looks for in it.
 *
 * Scripts that write no spaces are cut into overlapping pairs, and the last character of a run stands alone: so every
 * character begins a token, and a word of any length is a phrase of pairs. Behind all of them each character stands
 * once more by itself, with a mark before it: as the beginning of a pair, a common one would begin thousands of
 * different tokens, and joining their lists takes seconds. Everything else is cut into words. Tokens hold letters,
 * digits, marks and that one sign only, so none has a meaning in SQLite's query language.
 */

import { fold } from "./fold.ts";

const dense =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}" +
  "\\p{sc=Khmer}\\p{sc=Myanmar}々〆〇ー";
const run = new RegExp(`[${dense}][${dense}\\p{M}]*|(?:(?![${dense}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
/** Of no script, so no text has it in a word. */
const alone = "\ue000";
const isDense = new RegExp(`^[${dense}]`, "u");

/** The text of an item as the index takes it. */
export function indexText(text: string): string {
  const tokens: string[] = [];
  const characters = new Set<string>();
  for (const [word] of fold(text).matchAll(run)) {
    if (isDense.test(word)) {
      pushPairs(tokens, word, true);
      for (const character of word) characters.add(character);
    } else tokens.push(word);
  }
  for (const character of characters) tokens.push(`${alone}${character}`);
  return tokens.join(" ");
}

/** The words of a text that a search may mean by a part of them, each once. */
export function spacedWords(text: string): string[] {
  const words = Array.from(fold(text).matchAll(run), ([word]) => word);
  return [...new Set(words.filter((word) => word.length > 1 && !isDense.test(word)))];
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
  /** Whether the first token may be the end of a word: it is of a script that writes spaces. */
  readonly infix: boolean;
}

/** What to look for; undefined where the text has nothing that the index knows, such as `→`. */
export function searchPhrase(text: string, { exact }: { readonly exact: boolean }): Phrase | undefined {
  const words = [...fold(text).matchAll(run)].map(([word]) => word);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const single = [...last].length === 1;
  if (words.length === 1 && single && isDense.test(last)) {
    return { tokens: [`${alone}${last}`], prefix: false, infix: false };
  }
  const tokens: string[] = [];
  words.forEach((word, at) => {
    // A run that something else follows ends there in the index too, with its last character alone.
    if (isDense.test(word)) pushPairs(tokens, word, at + 1 < words.length);
    else tokens.push(word);
  });
  return {
    tokens,
    // A single letter begins too many words to be meant as a beginning; a single dense character is one always.
    prefix: isDense.test(last) ? single : !exact && !single,
    // A single letter is inside nearly every word. And each beginning of a pair joins thousands of lists: one such
    // phrase is slow, one for each of many words would take minutes.
    infix: !isDense.test(first) && (words.length > 1 || !single) && !(isDense.test(last) && single),
  };
}

/** The phrase in SQLite's query language. */
export function matchText({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(" ")}"${prefix ? " *" : ""}`;
}
