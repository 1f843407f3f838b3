/** Line ends of a source: whoever edits a cell writes `\n`, and its lines keep the ends they had. */

import { commonRuns } from "../../base/diff.ts";

/** The text with `\n` for every line end. */
export function unixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The text with the line ends of the source that it replaces: new lines get the end that most lines have. */
export function linesLike(text: string, old: string): string {
  const unix = unixLines(text);
  if (!old.includes("\r")) return unix;
  const lines = unix.split("\n");
  const before = old.split(/\r\n|\r|\n/);
  const ends = old.match(/\r\n|\r|\n/g) ?? [];
  const usual = mostOf(ends);
  const kept = new Map<number, string | undefined>();
  if (ends.some((end) => end !== usual)) {
    for (const { before: from, after, length } of commonRuns(before, lines)) {
      for (let step = 0; step < length; step++) kept.set(after + step, ends[from + step]);
    }
  }
  // The last line has none.
  return lines.map((line, at) => at === lines.length - 1 ? line : line + (kept.get(at) ?? usual)).join("");
}

function mostOf(ends: readonly string[]): string {
  const counts = new Map(["\r\n", "\n", "\r"].map((end) => [end, 0]));
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, one) => one[1] > most[1] ? one : most)[0];
}
