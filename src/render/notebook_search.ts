/** Searches the sources and the outputs of a notebook, line by line, as a reader sees them; bounded in time and size. */

import type { Cell, Notebook } from "../jupyter/nbformat/notebook.ts";
import type { LineMatcher } from "./line_matcher.ts";
import { outputView } from "./notebook_output.ts";

export interface SearchOptions {
  readonly matcher: LineMatcher;
  readonly within: "sources" | "outputs" | "both";
  /** Matches after this many are not looked for. */
  readonly limit: number;
  /** When to stop, on the clock of `now`. */
  readonly deadline?: number;
  readonly now?: () => number;
}

export interface SearchMatch {
  readonly cell: number;
  readonly id: string | undefined;
  readonly where: "source" | "output";
  /** Which of the cell's outputs. */
  readonly output?: number;
  /** One-based line within the source or the output's text. */
  readonly line: number;
  /** The line, cut around the match where it is long. */
  readonly text: string;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** The first cell that was not searched to its end, where the limit or the deadline came first. */
  readonly stoppedAt: number | null;
  readonly stoppedBy: "limit" | "deadline" | null;
  /** Lines of which only the first 100,000 characters were searched. */
  readonly cutLines: number;
}

const longestSearched = 100_000;
const longestShown = 200;

export function searchNotebook(notebook: Notebook, options: SearchOptions): SearchResult {
  const { deadline = Infinity, now = () => performance.now() } = options;
  const search = new Search(options, () => now() > deadline);
  for (const [index, cell] of notebook.cells.entries()) {
    search.cell(cell, index);
    if (search.stoppedBy !== null) return { ...search.result, stoppedAt: index };
  }
  return { ...search.result, stoppedAt: null };
}

class Search {
  readonly #options: SearchOptions;
  readonly #isLate: () => boolean;
  readonly #matches: SearchMatch[] = [];
  #cutLines = 0;
  stoppedBy: SearchResult["stoppedBy"] = null;

  constructor(options: SearchOptions, isLate: () => boolean) {
    this.#options = options;
    this.#isLate = isLate;
  }

  get result() {
    return { matches: this.#matches, stoppedBy: this.stoppedBy, cutLines: this.#cutLines };
  }

  cell(cell: Cell, index: number): void {
    const { within } = this.#options;
    if (within !== "outputs") this.#text(cell.source, { cell: index, id: cell.id, where: "source" });
    if (within === "sources") return;
    for (const [output, value] of (cell.outputs ?? []).entries()) {
      // Rendering an output can cost more than searching it.
      if (this.stoppedBy !== null || this.#stopsHere()) return;
      this.#text(outputView(value).text, { cell: index, id: cell.id, where: "output", output });
    }
  }

  #text(text: string, place: Omit<SearchMatch, "line" | "text">): void {
    let line = 0;
    for (let start = 0; start <= text.length && this.stoppedBy === null; line++) {
      if (this.#stopsHere()) return;
      const found = text.indexOf("\n", start);
      const end = found < 0 ? text.length : found;
      this.#line(text.slice(start, Math.min(end, start + longestSearched)), { ...place, line: line + 1 });
      if (end - start > longestSearched) this.#cutLines++;
      start = end + 1;
    }
  }

  #line(line: string, place: Omit<SearchMatch, "text">): void {
    const match = this.#options.matcher(line);
    if (match === null) return;
    if (this.#matches.length >= this.#options.limit) this.stoppedBy = "limit";
    else this.#matches.push({ ...place, text: around(line, match.start) });
  }

  #stopsHere(): boolean {
    if (this.#isLate()) this.stoppedBy = "deadline";
    return this.stoppedBy !== null;
  }
}

/** The line, or the part of it around the match. */
function around(line: string, at: number): string {
  const trimmed = line.trimEnd();
  if (trimmed.length <= longestShown) return trimmed;
  const start = Math.max(0, Math.min(at - longestShown / 4, trimmed.length - longestShown));
  const part = trimmed.slice(start, start + longestShown).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${start + longestShown < trimmed.length ? "…" : ""}`;
}
