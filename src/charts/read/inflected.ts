/** Patterns of words as sentences say them: in singular and plural, short or written out. */

import { longFormsOf } from "./abbreviations.ts";
import { escaped } from "./escaped.ts";

/** A word of a name as it is written, or as what it is short for. */
export function spoken(word: string, written: string): string {
  const long = longFormsOf(word).toSorted((a, b) => b.length - a.length)
    .map((form) => inflected(form).replaceAll(" ", "[\\s-]"));
  return long.length === 0 ? written : `(?:${[...long, written].join("|")})`;
}

/** A word in singular and plural. */
export function inflected(word: string): string {
  if (word.length === 1) return escaped(word);
  if (word.length < 4) return `${escaped(word)}s?`;
  const stem = word.replace(/(?:ies|y)$/, "").replace(/(?<!s)s$/, "");
  return word.endsWith("y") || word.endsWith("ies")
    ? `${escaped(stem)}(?:y|ies)`
    : `${escaped(stem)}(?:e?s)?`;
}
