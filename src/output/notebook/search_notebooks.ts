/**
 * Searches many notebooks, bounded in time and in matches; the result says if it is incomplete.
 *
 * Texts are cached as long as a file keeps its time and size, because reading takes many times longer than searching. The
 * cache is bounded, and dropped soon after the last search.
 */

import { AppError } from "../../base/errors.ts";
import type { Notebooks } from "../../jupyter/notebooks/notebooks.ts";
import type { FoundNotebook, FoundTexts, NotebookQuery, NotebookSearch } from "../../services.ts";
import { type NotebookTexts, searchableTexts, searchNotebook, textMatcher } from "./search_text.ts";

interface NotebookSearcherOptions {
  readonly notebooks: Pick<Notebooks, "readOpen" | "skim" | "seenCells">;
  /** Bytes of texts that are kept. */
  readonly most?: number;
  readonly now?: () => number;
}

interface Kept {
  readonly stamp: string;
  readonly texts: NotebookTexts;
  /** The last search that read it. */
  readonly search: number;
}

/** Milliseconds for the whole search. */
const timeLimit = 20_000;
/** Bytes. */
const mostKept = 128_000_000;
/** Milliseconds after the last search until nothing is kept any more. */
const keptFor = 120_000;

const limitHint = "There are more: give a larger limit, a narrower path, or a longer query";
const timeHint = "Stopped after 20 s: give a narrower path, look within sources only, or search a text " +
  "instead of a regular expression";

export class NotebookSearcher implements NotebookSearch {
  readonly #options: NotebookSearcherOptions;
  readonly #most: number;
  /** By path, the one that was read longest ago first. */
  readonly #kept = new Map<string, Kept>();
  #keptBytes = 0;
  #searches = 0;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(options: NotebookSearcherOptions) {
    this.#options = options;
    this.#most = options.most ?? mostKept;
  }

  async search(found: readonly FoundNotebook[], options: NotebookQuery): Promise<FoundTexts> {
    clearTimeout(this.#forgetting);
    try {
      return await this.#search(found, options);
    } finally {
      clearTimeout(this.#forgetting);
      this.#forgetting = setTimeout(() => this.forget(), keptFor);
      // The cache's timer must not keep the process alive.
      Deno.unrefTimer(this.#forgetting);
    }
  }

  /** Empties the cache. */
  forget(): void {
    clearTimeout(this.#forgetting);
    this.#kept.clear();
    this.#keptBytes = 0;
  }

  async #search(found: readonly FoundNotebook[], options: NotebookQuery): Promise<FoundTexts> {
    const { query, regex, ignore_case, within, limit, signal } = options;
    const { notebooks: { seenCells }, now = () => performance.now() } = this.#options;
    const matcher = await textMatcher({ query, regex, ignoreCase: ignore_case });
    const search = ++this.#searches;
    const deadline = now() + timeLimit;
    const matches: Readonly<Record<string, unknown>>[] = [];
    const unreadable: string[] = [];
    let searched = 0;
    let isCut = false;
    for (const one of found) {
      const { path } = one;
      if (matches.length >= limit || now() > deadline) break;
      try {
        const texts = await this.#texts(one, search, signal);
        const left = limit - matches.length;
        const result = await searchNotebook(texts, { matcher, within, limit: left, deadline, now, signal });
        for (const { cell: start, where } of result.matches) {
          const isWhole = () => where === "source" ? false : undefined;
          seenCells.shown(path, texts.notebook, { start, end: start + 1, isWhole });
        }
        matches.push(...result.matches.map((match) => ({ notebook_path: path, ...match })));
        isCut ||= result.stoppedBy !== null;
        searched++;
      } catch (error) {
        if (!(error instanceof AppError) || found.length === 1) throw error;
        if (error.code === "jupyter_unreachable" || error.code === "auth_failed") throw error;
        unreadable.push(path);
      }
    }
    const isWhole = !isCut && searched + unreadable.length === found.length;
    return {
      matches,
      notebooks_searched: searched,
      truncated: !isWhole,
      ...(isWhole ? {} : { hint: matches.length >= limit ? limitHint : timeHint }),
      ...(unreadable.length === 0 ? {} : { unreadable }),
    };
  }

  async #texts(
    { path, stamp }: FoundNotebook,
    search: number,
    signal: AbortSignal,
  ): Promise<NotebookTexts> {
    const { notebooks } = this.#options;
    const open = await notebooks.readOpen(path, signal);
    if (open !== undefined) return await searchableTexts(open);
    const kept = this.#kept.get(path);
    const texts = kept !== undefined && kept.stamp === stamp
      ? kept.texts
      : await searchableTexts(await notebooks.skim(path, signal));
    // What has been written since the stamp was taken has another one at the next search.
    if (stamp !== undefined) this.#keep(path, { stamp, texts, search });
    return texts;
  }

  /** Caches what was read, without evicting what the same search has read, which the next one needs as well. */
  #keep(path: string, one: Kept): void {
    this.#drop(path);
    for (const [oldest, { search }] of this.#kept) {
      if (this.#keptBytes + one.texts.bytes <= this.#most) break;
      if (search === one.search) return;
      this.#drop(oldest);
    }
    if (one.texts.bytes > this.#most) return;
    this.#kept.set(path, one);
    this.#keptBytes += one.texts.bytes;
  }

  #drop(path: string): void {
    this.#keptBytes -= this.#kept.get(path)?.texts.bytes ?? 0;
    this.#kept.delete(path);
  }
}
