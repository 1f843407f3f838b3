/** The place of a hit in a text, with a little of what is around it. */

import { fold } from "./tokens.ts";
import type { Query } from "./parse_query.ts";

const before = 60;
const length = 200;

/** The texts that a query looks for, without those it excludes. */
export function wantedTexts(query: Query): string[] {
  if (query.kind === "text") return [query.text];
  return query.kind === "and" || query.kind === "or" ? query.parts.flatMap(wantedTexts) : [];
}

/** Around the first hit in the first text that has one, else the beginning of the first that has anything. */
export function snippet(texts: readonly string[], wanted: readonly string[]): string {
  const folded = wanted.map((text) => fold(text).trim()).filter((words) => words !== "");
  for (const text of texts) {
    const at = firstHit(text, folded);
    if (at !== undefined) return cut(text, Math.max(0, at - before));
  }
  return cut(texts.find((text) => text.trim() !== "") ?? "", 0);
}

function firstHit(original: string, wanted: readonly string[]): number | undefined {
  if (original === "" || wanted.length === 0) return undefined;
  const { text, origin } = foldWithOrigins(original);
  const places = wanted.flatMap((words) => placeOf(text, words) ?? []);
  return places.length === 0 ? undefined : origin(Math.min(...places));
}

/** Where words begin, rather than inside one; punctuation between them may differ. */
function placeOf(text: string, words: string): number | undefined {
  const parts = words.split(/[^\p{L}\p{N}\p{M}]+/u).filter((part) => part !== "");
  // Nothing in them has a meaning in a regular expression.
  const phrase = new RegExp(`(?<![a-z0-9])${parts.join("[^\\p{L}\\p{N}\\p{M}]*")}`, "u");
  const at = parts.length === 0 ? -1 : text.search(phrase);
  const place = at === -1 ? text.indexOf(words) : at;
  return place === -1 ? undefined : place;
}

function cut(text: string, start: number): string {
  const end = start + length;
  // Half of a surrogate pair is not a character.
  const from = /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start;
  const to = /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end;
  const inside = text.slice(from, to).replaceAll(/\s+/g, " ").trim();
  return `${from > 0 ? "…" : ""}${inside}${to < text.length ? "…" : ""}`;
}

/** A character with the marks that follow it: half-width kana carry their voice marks as characters of their own. */
const unit = /.[\p{M}\uff9e\uff9f]*/gsu;

/** The folded form of a text, and the way back from places in it to places in the original. */
export function foldWithOrigins(original: string): { text: string; origin: (at: number) => number } {
  const simple = original.toLowerCase();
  // Most texts keep their length and need no table.
  if (fold(original) === simple && simple.length === original.length) {
    return { text: simple, origin: (at) => at };
  }
  const places: number[] = [];
  let text = "";
  for (const { 0: chunk, index } of original.matchAll(unit)) {
    const folded = fold(chunk);
    for (let n = 0; n < folded.length; n++) places.push(index);
    text += folded;
  }
  return { text, origin: (at) => places[at] ?? original.length };
}
