/** Half of a surrogate pair in the texts of a notebook: JSON can escape it, and no file or shared document can hold it. */

import type { Notebook } from "./notebook.ts";

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

/** What to say of a notebook whose file held such a text, and does no more. */
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
