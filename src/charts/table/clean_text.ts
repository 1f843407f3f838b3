/**
 * Cleans text from data and sentences for charts and summaries: removes control characters and lone surrogates, and
 * shortens what is too long to read.
 */

import { DistinctNames } from "../../files/table_head.ts";

/** Characters of a name; longer ones are shortened. */
const longest = 200;
const head = 120;

/** The start of a terminal's colour sequences. */
const escape = "\u001b";

const colour = /^\[[\d;?]*[a-z]/i;

export function cleanText(text: string): string {
  const uncoloured = text.split(escape).map((part, at) => at === 0 ? part : part.replace(colour, "")).join(
    "",
  );
  return uncoloured.replaceAll(/\p{Cc}+/gu, " ").toWellFormed().replaceAll(/\s+/g, " ").trim();
}

/** Shortens a name that is too long to its beginning and end. */
export function shortName(text: string): string {
  if (text.length <= longest) return text;
  const tail = text.slice(text.length - (longest - head - 1));
  return `${text.slice(0, head).replace(/[\ud800-\udbff]$/, "")}…${tail.replace(/^[\udc00-\udfff]/, "")}`;
}

/** Shortens names; those that become equal are numbered. */
export function shortNames(names: readonly string[]): readonly string[] {
  if (names.every(({ length }) => length <= longest)) return names;
  const distinct = new DistinctNames(
    (name, copy) => `${name} (${copy})`,
    names.filter(({ length }) => length <= longest),
  );
  return names.map((name) => name.length <= longest ? name : distinct.take(shortName(name)));
}
