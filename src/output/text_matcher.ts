/**
 * Finds a text or a regular expression. Expressions run in linear time: no pattern can hang the server. In them `^`
 * and `$` are the ends of a line.
 */

import { AppError } from "../base/errors.ts";
import { normalizeLineEnds } from "../jupyter/nbformat/source_text.ts";

export interface SearchQuery {
  readonly query: string;
  readonly regex?: boolean | undefined;
  readonly ignoreCase?: boolean | undefined;
}

export interface Found {
  readonly start: number;
  readonly end: number;
}

/** Prepares a text and returns the way to find the next match at or after a place in it. */
export interface TextMatcher {
  (text: string): (from: number) => Found | null;
  /** Characters that are searched in one go, so that a search can be stopped in between. */
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
  const matcher = (text: string) => {
    const found = expression.matcher(text);
    return (from: number) => found.find(from) ? { start: found.start(), end: found.end() } : null;
  };
  const { most, least, steps: inOneGo } = stride.expression;
  return Object.assign(matcher, { stride: Math.min(most, Math.max(least, Math.floor(inOneGo / steps))) });
}

function badQuery(query: string, state: string, cause?: unknown): AppError {
  const shown = query.length > 200 ? `${query.slice(0, 200).toWellFormed()}…` : query;
  return new AppError("invalid_argument", `Cannot search for ${JSON.stringify(shown)}: ${state}`, {
    hint: "Give a text, or with regex an expression in RE2 syntax (no lookaround, no backreferences)",
    cause,
  });
}
