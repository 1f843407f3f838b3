/** Searches many notebooks, bounded in time and in matches; what was left out is said. */

import { AppError } from "../errors.ts";
import type { Notebooks } from "../jupyter/notebooks.ts";
import { searchNotebook, type SearchOptions } from "./notebook_search.ts";
import { textMatcher } from "./text_matcher.ts";

export interface SearchNotebooksOptions {
  readonly query: string;
  readonly regex: boolean;
  readonly ignore_case: boolean;
  readonly within: SearchOptions["within"];
  readonly paths: readonly string[];
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Milliseconds for the whole search. */
const timeLimit = 20_000;

const limitHint = "There are more: give a larger limit, a narrower path, or a longer query";
const timeHint = "Stopped after 20 s: give a narrower path, look within sources only, or search a text " +
  "instead of a regular expression";

export async function searchNotebooks(notebooks: Notebooks, options: SearchNotebooksOptions) {
  const { query, regex, ignore_case, within, paths, limit, signal } = options;
  const matcher = await textMatcher({ query, regex, ignoreCase: ignore_case });
  const deadline = performance.now() + timeLimit;
  const matches: Readonly<Record<string, unknown>>[] = [];
  const unreadable: string[] = [];
  let searched = 0;
  let isCut = false;
  for (const path of paths) {
    if (matches.length >= limit || performance.now() > deadline) break;
    try {
      const notebook = await notebooks.skim(path, signal);
      const found = await searchNotebook(notebook, {
        matcher,
        within,
        limit: limit - matches.length,
        deadline,
        signal,
      });
      for (const { cell: start, where } of found.matches) {
        const isWhole = () => where === "source" ? false : undefined;
        notebooks.seen.shown(path, notebook, { start, end: start + 1, isWhole });
      }
      matches.push(...found.matches.map((match) => ({ notebook_path: path, ...match })));
      isCut ||= found.stoppedBy !== null;
      searched++;
    } catch (error) {
      if (!(error instanceof AppError) || paths.length === 1) throw error;
      if (error.code === "jupyter_unreachable" || error.code === "auth_failed") throw error;
      unreadable.push(path);
    }
  }
  const isWhole = !isCut && searched + unreadable.length === paths.length;
  return {
    matches,
    notebooks_searched: searched,
    truncated: !isWhole,
    ...(isWhole ? {} : { hint: matches.length >= limit ? limitHint : timeHint }),
    ...(unreadable.length === 0 ? {} : { unreadable }),
  };
}
