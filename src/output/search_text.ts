/** Matches in one text, line by line, found piece by piece. */

import type { Found, TextMatcher } from "./text_matcher.ts";

/** Where a text is. */
export interface TextPlace {
  readonly cell: number;
  readonly id: string | undefined;
  readonly where: "source" | "output";
  /** Which of the cell's outputs. */
  readonly output?: number;
  /** Which form of the output, where it is not its plain text. */
  readonly mime?: string;
}

export interface SearchMatch extends TextPlace {
  /** One-based line within the source or the output's text. */
  readonly line: number;
  /** The line, cut around the match where it is long. */
  readonly text: string;
}

const longestShown = 200;
/** What a piece has in common with the one before, for matches over its end. */
const overlap = 2_000;

/** Yields each match, and null after each piece of the text: whoever stops asking stops the search. */
export function* searchText(
  text: string,
  matcher: TextMatcher,
  place: TextPlace,
): Generator<SearchMatch | null> {
  const lines = new LineCounter(text);
  let from = 0;
  for (const { start, end } of pieces(text, matcher.stride)) {
    const next = matcher(start === 0 && end === text.length ? text : text.slice(start, end));
    for (let found = nextIn(next, { from, start, end }); found !== null;) {
      const line = lines.at(found.start);
      yield { ...place, line: line.number, text: shown(text, line, found) };
      // One match a line; an empty one must not be found again.
      from = Math.max(line.end + 1, found.end);
      found = nextIn(next, { from, start, end });
    }
    yield null;
  }
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Pieces that end with a line where one ends near. */
function* pieces(text: string, stride: number): Generator<Piece> {
  for (let start = 0;;) {
    const line = text.indexOf("\n", start + stride);
    const end = line >= 0 && line < start + 2 * stride ? line + 1 : Math.min(text.length, start + 2 * stride);
    yield { start, end };
    if (end >= text.length) return;
    start = Math.max(start + 1, lineStart(text, end - overlap, end));
  }
}

/** The place after the first line end from `near` on, so that `^` means a line; `near` where a line is that long. */
function lineStart(text: string, near: number, end: number): number {
  const line = text.indexOf("\n", near);
  return line >= 0 && line + 1 < end ? line + 1 : near;
}

function nextIn(
  next: (from: number) => Found | null,
  { from, start, end }: Piece & { readonly from: number },
): Found | null {
  if (from > end) return null;
  const found = next(Math.max(0, from - start));
  return found === null ? null : { start: found.start + start, end: found.end + start };
}

interface Line {
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Tells lines of ever later places. */
class LineCounter {
  readonly #text: string;
  #number = 1;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(place: number): Line {
    for (;;) {
      const found = this.#text.indexOf("\n", this.#start);
      const end = found < 0 ? this.#text.length : found;
      if (place <= end) return { number: this.#number, start: this.#start, end };
      this.#number++;
      this.#start = end + 1;
    }
  }
}

/** The lines of the match, or the part of them around it. */
function shown(text: string, line: Line, found: Found): string {
  const after = text.indexOf("\n", Math.max(line.end, found.end - 1));
  const last = found.end <= line.end + 1 ? line.end : after < 0 ? text.length : after;
  const start = last - line.start <= longestShown
    ? line.start
    : Math.max(line.start, Math.min(found.start - longestShown / 4, last - longestShown));
  const part = text.slice(start, Math.min(last, start + longestShown)).toWellFormed().trimEnd();
  return `${start > line.start ? "…" : ""}${part}${start + longestShown < last ? "…" : ""}`;
}
