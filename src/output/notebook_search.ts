/**
 * Searches the sources and the outputs of a notebook, all of them; bounded in time and in answers.
 *
 * 1. A line is told of once, however often it matches. Lines are counted in the text without ANSI escapes.
 * 2. The server stays responsive: the search pauses between pieces of text, and ends where nobody waits any more.
 */

import { EventLoopYielder } from "../base/async.ts";
import type { CellTexts, NotebookTexts } from "./notebook_texts.ts";
import { type SearchMatch, searchText, type TextPlace } from "./search_text.ts";
import type { TextMatcher } from "./text_matcher.ts";

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

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** The first cell that was not searched to its end, where the limit or the deadline came first. */
  readonly stoppedAt: number | null;
  readonly stoppedBy: "limit" | "deadline" | null;
}

export async function searchNotebook(
  { cells }: Pick<NotebookTexts, "cells">,
  options: SearchOptions,
): Promise<SearchResult> {
  const search = new Search(options);
  for (const [index, cell] of cells.entries()) {
    await search.cell(cell, index);
    if (search.stoppedBy !== null) {
      return { matches: search.matches, stoppedAt: index, stoppedBy: search.stoppedBy };
    }
  }
  return { matches: search.matches, stoppedAt: null, stoppedBy: null };
}

class Search {
  readonly #options: SearchOptions;
  readonly #now: () => number;
  readonly matches: SearchMatch[] = [];
  stoppedBy: SearchResult["stoppedBy"] = null;
  readonly #pace = new EventLoopYielder();

  constructor(options: SearchOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
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
        // The other forms of an output say the same again.
        if (this.stoppedBy !== null || this.matches.length > before) break;
      }
    }
  }

  async #text(text: string, place: TextPlace): Promise<void> {
    const { matcher, limit, deadline = Infinity } = this.#options;
    for (const found of searchText(text, matcher, place)) {
      if (found !== null && this.matches.length >= limit) this.stoppedBy = "limit";
      else if (found !== null) this.matches.push(found);
      if (this.#now() > deadline) this.stoppedBy ??= "deadline";
      if (this.stoppedBy !== null) return;
      this.#options.signal?.throwIfAborted();
      await this.#pace.yieldIfDue();
    }
  }
}
