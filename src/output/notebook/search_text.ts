/**
 * Searches all sources and outputs of a notebook, bounded in time and in matches.
 *
 * 1. A line is reported once, however often it matches. Lines are counted in the text without ANSI escapes.
 * 2. The server stays responsive: the search pauses between pieces of text, and ends when its signal aborts.
 * 3. Regular expressions run in linear time: no pattern can hang the server. In them `^` and `$` are the ends of a line.
 */

import { z } from "zod";
import { EventLoopYielder } from "../../base/async.ts";
import { AppError } from "../../base/errors.ts";
import type { Notebook } from "../../jupyter/nbformat/notebook.ts";
import { normalizeLineEnds } from "../../jupyter/nbformat/source_text.ts";
import { type OutputText, outputTexts } from "./cell_outputs.ts";

export interface SearchOptions {
  readonly matcher: TextMatcher;
  readonly within: "sources" | "outputs" | "both";
  /** Matches after this many are not looked for. */
  readonly limit: number;
  /** When to stop, on the clock of `now`. */
  readonly deadline?: number;
  readonly now?: () => number;
  readonly signal?: AbortSignal;
}

interface SearchResult {
  readonly matches: readonly SearchMatch[];
  readonly stoppedBy: "limit" | "deadline" | null;
}

export async function searchNotebook(
  { cells }: Pick<NotebookTexts, "cells">,
  options: SearchOptions,
): Promise<SearchResult> {
  const search = new Search(options);
  for (const [index, cell] of cells.entries()) {
    await search.cell(cell, index);
    if (search.stoppedBy !== null) break;
  }
  const { matches, stoppedBy } = search;
  return { matches, stoppedBy };
}

class Search {
  readonly #options: SearchOptions;
  readonly #now: () => number;
  readonly matches: SearchMatch[] = [];
  stoppedBy: SearchResult["stoppedBy"] = null;
  readonly #pace = new EventLoopYielder();
  /** Characters of the next piece. */
  #stride: number;

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#stride = options.matcher.stride;
  }

  async cell({ id, source, outputs }: CellTexts, index: number): Promise<void> {
    const { within } = this.#options;
    const place = { cell: index, id };
    if (within !== "outputs") await this.#text(source, { ...place, where: "source" });
    if (within === "sources") return;
    for (const [output, forms] of outputs.entries()) {
      if (this.stoppedBy !== null) return;
      const before = this.matches.length;
      for (const { mime, text } of forms) {
        const form = mime === undefined || mime === "text/plain" ? {} : { mime };
        await this.#text(text, { ...place, where: "output", output, ...form });
        // The other forms of an output repeat the same content.
        if (this.stoppedBy !== null || this.matches.length > before) break;
      }
    }
  }

  async #text(text: string, place: TextPlace): Promise<void> {
    const { matcher, limit } = this.#options;
    const lines = new LineCounter(text);
    let from = 0;
    for (const { start, end } of pieces(text, () => this.#stride)) {
      let began = this.#now();
      const next = matcher(start === 0 && end === text.length ? text : text.slice(start, end));
      while (from <= end) {
        const inPiece = next(Math.max(0, from - start));
        if (inPiece === null) break;
        if (this.matches.length >= limit) {
          this.stoppedBy = "limit";
          return;
        }
        const found = { start: inPiece.start + start, end: inPiece.end + start };
        const line = lines.at(found.start);
        this.matches.push({ ...place, line: line.number, text: shown(text, line, found) });
        // One match a line; an empty one must not be found again.
        from = Math.max(line.end + 1, found.end);
        if (await this.#isOverAfter(began)) return;
        began = this.#now();
      }
      if (await this.#isOverAfter(began)) return;
    }
  }

  /** Yields to the event loop after some work; returns whether the time is up. */
  async #isOverAfter(began: number): Promise<boolean> {
    const { deadline = Infinity, signal } = this.#options;
    const now = this.#now();
    this.#adapt(now - began);
    if (now > deadline) this.stoppedBy = "deadline";
    signal?.throwIfAborted();
    await this.#pace.yieldIfDue();
    return this.stoppedBy !== null;
  }

  /** Halves the pieces if one took long, and doubles them up to the size that they had at first if it did not. */
  #adapt(milliseconds: number): void {
    if (milliseconds > pieceTime) this.#stride = Math.max(leastStride, this.#stride / 2);
    else if (milliseconds < pieceTime / 4) {
      this.#stride = Math.min(this.#options.matcher.stride, this.#stride * 2);
    }
  }
}

/** Where a text is. */
interface TextPlace {
  readonly cell: number;
  readonly id: string | undefined;
  readonly where: "source" | "output";
  /** Which of the cell's outputs. */
  readonly output?: number;
  /** Which form of the output, if it is not its plain text. */
  readonly mime?: string;
}

interface SearchMatch extends TextPlace {
  /** One-based line within the source or the output's text. */
  readonly line: number;
  /** The line, cut around the match if it is long. */
  readonly text: string;
}

const longestShown = 200;
/** What a piece has in common with the one before, for matches over its end. */
const overlap = 2_000;
/** Milliseconds that the search of a piece may take before the next ones are made smaller. */
const pieceTime = 40;
/** Well over the overlap, so that every piece has something new. */
const leastStride = 3_000;

interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Pieces that end with a line if one ends near. */
function* pieces(text: string, strideNow: () => number): Generator<Piece> {
  for (let start = 0;;) {
    const stride = strideNow();
    const line = text.indexOf("\n", start + stride);
    const end = line >= 0 && line < start + 2 * stride ? line + 1 : Math.min(text.length, start + 2 * stride);
    yield { start, end };
    if (end >= text.length) return;
    start = Math.max(start + 1, lineStart(text, end - overlap, end));
  }
}

/** The place after the first line end from `near` on, so that `^` means a line; `near` if a line is that long. */
function lineStart(text: string, near: number, end: number): number {
  const line = text.indexOf("\n", near);
  return line >= 0 && line + 1 < end ? line + 1 : near;
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

interface SearchQuery {
  readonly query: string;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
}

interface Found {
  readonly start: number;
  readonly end: number;
}

/** Prepares a text and returns the way to find the next match at or after a place in it. */
interface TextMatcher {
  (text: string): (from: number) => Found | null;
  /** Most characters that are searched in one go, so that a search can be stopped in between. */
  readonly stride: number;
}

/** A text is found at some 300 MB a second. An expression may look at each character once for each of its steps. */
const stride = { text: 10_000_000, expression: { most: 100_000, least: 4_000, steps: 2_000_000 } } as const;
/** Steps of a compiled expression: with more of them even the shortest stride takes too long. */
const mostSteps = 1_500;

export async function textMatcher(
  { query, regex = false, ignoreCase = false }: SearchQuery,
): Promise<TextMatcher> {
  if (query === "") throw badQuery(query, "it is empty");
  if (regex) return await expressionMatcher(query, ignoreCase);
  const wanted = ignoreCase ? folded(normalizeLineEnds(query)) : normalizeLineEnds(query);
  const matcher = (text: string) => {
    const searched = ignoreCase ? folded(text) : text;
    return (from: number) => {
      const start = searched.indexOf(wanted, from);
      return start < 0 ? null : { start, end: start + wanted.length };
    };
  };
  return Object.assign(matcher, { stride: stride.text });
}

/** Lower case, with every character in its place: that of some is longer. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text, (char) => {
    const small = char.toLowerCase();
    return small.length === char.length ? small : char;
  }).join("");
}

async function expressionMatcher(query: string, ignoreCase: boolean): Promise<TextMatcher> {
  // V8's own expressions backtrack and cannot be stopped; this is the syntax and the automaton of RE2.
  const { RE2JS } = await import("re2js");
  const compiled = () => {
    try {
      return RE2JS.compile(query, RE2JS.MULTILINE | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    } catch (error) {
      throw badQuery(query, error instanceof Error ? error.message : "it is not a regular expression", error);
    }
  };
  const expression = compiled();
  const steps = expression.programSize();
  if (steps > mostSteps) {
    throw badQuery(query, `it has ${steps} steps, the limit is ${mostSteps}: use smaller counts in braces`);
  }
  // RE2JS skips texts without the literals of an expression, but only where case matters.
  const mayMatch = ignoreCase
    ? literalFilter(RE2JS.compile(query, RE2JS.MULTILINE).re2().prefilter)
    : () => true;
  const matcher = (text: string) => {
    // Its automaton is quick to find out whether there is a match, and slow to locate it.
    if (!mayMatch(text) || !expression.test(text)) return () => null;
    const found = expression.matcher(text);
    return (from: number) => found.find(from) ? { start: found.start(), end: found.end() } : null;
  };
  const { most, least, steps: inOneGo } = stride.expression;
  return Object.assign(matcher, { stride: Math.min(most, Math.max(least, Math.floor(inOneGo / steps))) });
}

/** RE2JS's prefilter: which literals a text must hold for the expression to match in it. */
interface Prefilter {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}

const prefilterSchema: z.ZodType<Prefilter> = z.object({
  type: z.number(),
  str: z.string(),
  get subs() {
    return z.array(prefilterSchema);
  },
});

const prefilterType = { exact: 1, and: 2, or: 3 } as const;

/**
 * Returns a check whether a text contains the literals that an expression requires, ignoring case. The prefilter was
 * made from the case-sensitive expression. That is safe: the case-insensitive one needs the same literals, in any case.
 */
function literalFilter(given: unknown): (text: string) => boolean {
  const prefilter = prefilterSchema.safeParse(given).data;
  if (prefilter === undefined) return () => true;
  return (text) => text.includes(longS) || holds(prefilter, text.toLowerCase());
}

/** RE2 matches this character with `s` if case is ignored, but `toLowerCase()` does not turn it into `s`. */
const longS = "\u017f";

function holds({ type, str, subs }: Prefilter, lower: string): boolean {
  switch (type) {
    case prefilterType.exact:
      // Beyond ASCII several lower-case characters may stand for the same one.
      // deno-lint-ignore no-control-regex -- all of ASCII
      return /[^\x00-\x7f]/.test(str) || lower.includes(str.toLowerCase());
    case prefilterType.and:
      return subs.every((sub) => holds(sub, lower));
    case prefilterType.or:
      return subs.some((sub) => holds(sub, lower));
    default:
      return true;
  }
}

function badQuery(query: string, state: string, cause?: unknown): AppError {
  const shown = query.length > 200 ? `${query.slice(0, 200).toWellFormed()}…` : query;
  return new AppError("invalid_argument", `Cannot search for ${JSON.stringify(shown)}: ${state}`, {
    hint: "Give a text, or with regex an expression in RE2 syntax (no lookaround, no backreferences)",
    cause,
  });
}

export interface CellTexts {
  readonly id: string | undefined;
  readonly source: string;
  /** The forms of each output, in the order in which a reader would look at them. */
  readonly outputs: readonly (readonly OutputText[])[];
}

export interface NotebookTexts {
  /** The notebook without its outputs. */
  readonly notebook: Notebook;
  readonly cells: readonly CellTexts[];
  /** Bytes that the texts take in memory. */
  readonly bytes: number;
}

/** What a text takes in memory beside its characters. */
const frame = 100;

/** Derives what can be searched in a notebook: its sources, and every readable form of every output. */
export async function searchableTexts(notebook: Notebook): Promise<NotebookTexts> {
  const pace = new EventLoopYielder();
  const cells: CellTexts[] = [];
  let bytes = 0;
  for (const cell of notebook.cells) {
    const outputs: OutputText[][] = [];
    for (const output of cell.outputs ?? []) {
      const forms = [...outputTexts(output)];
      for (const { text } of forms) bytes += bytesOf(text);
      outputs.push(forms);
      await pace.yieldIfDue();
    }
    const source = normalizeLineEnds(cell.source);
    bytes += bytesOf(source);
    cells.push({ id: cell.id, source, outputs });
  }
  const bare = notebook.cells.map(({ outputs: _, ...cell }) => cell);
  return { notebook: { ...notebook, cells: bare }, cells, bytes };
}

/** Characters beyond Latin-1 take two bytes each, and so do all others beside them. */
function bytesOf(text: string): number {
  // deno-lint-ignore no-control-regex -- all characters of one byte
  return frame + (/[^\x00-\xff]/.test(text) ? 2 * text.length : text.length);
}
