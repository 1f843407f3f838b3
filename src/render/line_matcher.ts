/** Finds a text or a regular expression in a line. Expressions run in linear time: no pattern can hang the server. */

import { AppError } from "../errors.ts";

export interface SearchQuery {
  readonly query: string;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
}

/** The place of the first match in a line, or null. */
export type LineMatcher = (line: string) => { readonly start: number; readonly end: number } | null;

export async function lineMatcher(
  { query, regex = false, ignoreCase = false }: SearchQuery,
): Promise<LineMatcher> {
  if (query === "") throw badQuery(query, "it is empty");
  if (regex) return await expressionMatcher(query, ignoreCase);
  const wanted = ignoreCase ? query.toLowerCase() : query;
  return (line) => {
    const start = (ignoreCase ? line.toLowerCase() : line).indexOf(wanted);
    return start < 0 ? null : { start, end: start + query.length };
  };
}

async function expressionMatcher(query: string, ignoreCase: boolean): Promise<LineMatcher> {
  // V8's own expressions backtrack and cannot be stopped; this is the syntax and the automaton of RE2.
  const { RE2JS } = await import("re2js");
  try {
    const expression = RE2JS.compile(query, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => {
      const matcher = expression.matcher(line);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
    };
  } catch (error) {
    throw badQuery(query, error instanceof Error ? error.message : "it is not a regular expression", error);
  }
}

function badQuery(query: string, state: string, cause?: unknown): AppError {
  const shown = query.length > 200 ? `${query.slice(0, 200).toWellFormed()}…` : query;
  return new AppError("invalid_argument", `Cannot search for ${JSON.stringify(shown)}: ${state}`, {
    hint: "Give a text, or with regex an expression in RE2 syntax (no lookaround, no backreferences)",
    cause,
  });
}
