/** The text of sources: line ends, and lone surrogates, which JSON can escape but no file or shared document can hold. */

import { commonRuns } from "../../base/diff.ts";
import type { Notebook } from "./notebook.ts";

/** The text with `\n` for every line end. */
export function normalizeLineEnds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/**
 * The text with the line ends of the source that it replaces: a line that stays or is changed keeps its own, a new one gets
 * the end that most lines have.
 */
export function withLineEndsOf(text: string, old: string): string {
  const unix = normalizeLineEnds(text);
  if (!old.includes("\r")) return unix;
  const lines = unix.split("\n");
  const before = old.split(/\r\n|\r|\n/);
  const ends = old.match(/\r\n|\r|\n/g) ?? [];
  const usual = mostOf(ends);
  const kept = ends.some((end) => end !== usual) ? counterparts(before, lines) : [];
  // The last line has none.
  return lines.map((line, at) => at === lines.length - 1 ? line : line + (ends[kept[at] ?? -1] ?? usual))
    .join("");
}

/** What to say of a given text whose line ends were not stored: a cell keeps its own. */
export function lineEndNotes(given: string | undefined, old: string): readonly string[] {
  if (given === undefined || withLineEndsOf(given, old) === given) return [];
  return [
    "The cell keeps its line ends, which are not those of the given text; to change them, delete the cell and add a new one",
  ];
}

/** By the index of each line after an edit, the line before that stayed or was changed into it; undefined for new lines. */
function counterparts(before: readonly string[], after: readonly string[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = [];
  let [left, right] = [0, 0];
  const end = { before: before.length, after: after.length, length: 0 };
  for (const match of [...commonRuns(before, after), end]) {
    // Between two stretches that stayed, lines were changed in their order.
    while (right < match.after) found[right++] = left < match.before ? left++ : undefined;
    left = match.before;
    for (let step = 0; step < match.length; step++) found[right++] = left++;
  }
  return found;
}

function mostOf(ends: readonly string[]): string {
  const counts = new Map(["\r\n", "\n", "\r"].map((end) => [end, 0]));
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, one) => one[1] > most[1] ? one : most)[0];
}

/** Whether all texts in a JSON value are whole. */
export function isWellFormed(value: unknown): boolean {
  // Without recursion, since JSON may be nested deeper than the stack.
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && !next.isWellFormed()) return false;
    if (typeof next !== "object" || next === null) continue;
    if (!Array.isArray(next) && Object.keys(next).some((key) => !key.isWellFormed())) return false;
    for (const item of Object.values(next)) waiting.push(item);
  }
  return true;
}

/** The note for a notebook whose file contained lone surrogates, which have been replaced. */
export function storedSurrogateNotes({ cells }: Notebook): readonly string[] {
  const broken = cells.filter((cell) => !isWellFormed(cell)).map(({ id }) => id);
  if (broken.length === 0) return [];
  return [
    `The file held half of a surrogate pair, which Jupyter cannot write: U+FFFD was stored in its place in cells ${
      broken.slice(0, mostNamed).join(", ")
    }`,
  ];
}

const mostNamed = 10;

/** What to say of texts that a notebook cannot hold as they are. */
export function surrogateNotes(texts: readonly (string | undefined)[]): readonly string[] {
  if (texts.every((text) => text === undefined || text.isWellFormed())) return [];
  return [
    "The source holds half of a surrogate pair, which no file can hold: U+FFFD was stored in its place",
  ];
}
