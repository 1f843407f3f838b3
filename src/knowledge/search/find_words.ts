/**
 * The words that the texts of a query stand for. A text is the words it has, and its last also any that begins so;
 * quoted, only where nothing has those words as they are. Where no word is or begins so, it stands for the words that
 * hold it: `ogin` for `login`. That is settled for each text by itself, so what `x` finds is what `-x` leaves out; and
 * what `"x"` finds, `x` finds too.
 *
 * Of words that are too many or too common only some are taken, and that is told. What is to be left out is never cut
 * short: items that have the word would be found. Where that would take too long, the search fails.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import { type Budget, choose, costOf, type Slot, wholeBudget } from "./choose_words.ts";
import { joinMatches, mostRead } from "./conditions.ts";
import { joined, type Query, type TextQuery } from "./query.ts";
import { type Note, tellNotes } from "./notes.ts";
import { matchText, type Phrase, searchPhrase } from "./tokens.ts";

/** More words than these say nothing of what is meant, and take long. */
const mostWords = 200;
const mostPhrases = 50;

const idRow = z.object({ id: z.number() });

/** Where not all of the words were taken. */
interface Settled {
  readonly query: Query;
  readonly notes: readonly Note[];
}

interface Scope {
  readonly budget: Budget;
  /** Whether items with the words are left out. */
  readonly isNegated: boolean;
}

export function findWords(
  statements: Statements,
  query: Query,
): { readonly query: Query; readonly notes: readonly string[] } {
  const { query: known, notes } = find(statements, query, { budget: wholeBudget(), isNegated: false });
  return { query: known, notes: tellNotes(notes) };
}

function find(statements: Statements, query: Query, scope: Scope): Settled {
  switch (query.kind) {
    case "text":
      return settle(statements, query, scope);
    case "not": {
      const inner = { ...scope, isNegated: !scope.isNegated };
      const { query: part, notes } = find(statements, query.part, inner);
      return { query: { kind: "not", part }, notes };
    }
    case "and": {
      const parts = query.parts.map((part) => find(statements, part, scope));
      return {
        query: { kind: "and", parts: parts.map((part) => part.query) },
        notes: parts.flatMap(({ notes }) => notes),
      };
    }
    case "or":
      return findEither(statements, query.parts, scope);
    default:
      return { query, notes: [] };
  }
}

/** Each common word of many takes its time again: the last are not searched for, which finds less and is told. */
function findEither(statements: Statements, parts: readonly Query[], scope: Scope): Settled {
  const { budget, isNegated } = scope;
  const kept: Query[] = [];
  const notes: Note[] = [];
  for (const part of different(parts)) {
    if (part.kind === "text" && kept.length > 0 && !isNegated && budget.either <= 0) {
      notes.push({ text: part.text, state: "was not searched for: the query has too many common words" });
      continue;
    }
    const found = find(statements, part, scope);
    kept.push(found.query);
    notes.push(...found.notes);
    if (found.query.kind === "text" && !isNegated) {
      budget.either -= costOf(statements, found.query.match);
    }
  }
  return { query: joined("or", kept), notes };
}

/** Without texts that were there before. */
function different(parts: readonly Query[]): Query[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    if (part.kind !== "text") return true;
    const key = JSON.stringify([part.text, part.exact]);
    return !seen.has(key) && seen.add(key);
  });
}

function settle(statements: Statements, query: TextQuery, scope: Scope): Settled {
  const phrase = searchPhrase(query.text);
  if (phrase === undefined) return { query, notes: signNotes(statements, query.text) };
  const whole = matchText(phrase.tokens);
  const isFound = (match: string) => hasHits(statements, match);
  const asItIs = { query: { ...query, match: whole }, notes: [] };
  if (!phrase.goesOn && !phrase.infix) {
    return phrase.isLetter && !isFound(whole) ? { ...asItIs, notes: [letterNote(query.text)] } : asItIs;
  }
  // A single letter begins too many words to be meant as a beginning where it is a word.
  if ((query.exact || phrase.endsInLetter) && isFound(whole)) return asItIs;
  const { budget, isNegated } = scope;
  let notes: readonly Note[] = [];
  for (const pattern of patternsOf(phrase)) {
    const { matches, cutFrom } = alternatives(statements, pattern, scope);
    if (cutFrom !== undefined && isNegated) throw tooMany(query.text, pattern, cutFrom);
    // Where nothing more may be looked for, what was said of the beginnings says it.
    if (matches.length > 0 || notes.length === 0) {
      const isTold = cutFrom !== undefined && (matches.length > 0 || budget.left <= 0 || budget.scans <= 0);
      notes = isTold ? [cutNote(query.text, pattern, { taken: matches.length, of: cutFrom })] : [];
    }
    const match = joinMatches(matches, "OR");
    if (match === undefined || !isFound(match)) continue;
    if (matches.length > 1) budget.left -= matches.length;
    return { query: { ...query, match }, notes };
  }
  return { ...asItIs, notes };
}

/** What the tokens may stand for, the likeliest first. */
function patternsOf({ tokens, goesOn, infix }: Phrase): Slot[][] {
  const last = tokens.length - 1;
  const slots = tokens.map((token, at): Slot => ({
    token,
    words: goesOn && at === last ? "beginning" : "whole",
  }));
  const [first, ...rest] = tokens;
  if (!infix || first === undefined) return [slots];
  const start: Slot = { token: first, words: rest.length === 0 ? "holding" : "ending" };
  return [slots, [start, ...slots.slice(1)]];
}

/** Match expressions for the words that the slots stand for, and of how many where not all may be taken. */
function alternatives(
  statements: Statements,
  slots: readonly Slot[],
  { budget, isNegated }: Scope,
): { readonly matches: readonly string[]; readonly cutFrom: number | undefined } {
  const open = slots.filter(({ words }) => words !== "whole").length;
  const enough = slots.length === 1 ? mostWords : mostPhrases;
  const most = isNegated
    ? Math.min(mostWords, budget.left)
    : Math.floor(Math.min(enough, budget.left) ** (1 / Math.max(1, open)));
  let isCut = false;
  let goesOn = false;
  let all = 1;
  let phrases: string[][] = [[]];
  for (const slot of slots) {
    const choice = choose(statements, slot, { most, budget, isNegated });
    isCut ||= choice.cutFrom !== undefined;
    all *= choice.cutFrom ?? choice.words.length;
    goesOn = choice.goesOn;
    phrases = phrases.flatMap((phrase) => choice.words.map((word) => [...phrase, word]));
  }
  const matches = phrases.map((tokens) => matchText(tokens, { goesOn }));
  return { matches, cutFrom: isCut ? all : undefined };
}

function isInside(slots: readonly Slot[]): boolean {
  return slots.some(({ words }) => words === "ending" || words === "holding");
}

function cutNote(
  text: string,
  slots: readonly Slot[],
  { taken, of }: { readonly taken: number; readonly of: number },
): Note {
  if (taken <= 1) {
    const how = isInside(slots) ? "was not looked for inside words" : "was looked for as it is only";
    return { text, state: `${how}: the query has too many parts of words` };
  }
  const how = isInside(slots) ? "is inside" : "begins";
  const what = slots.length === 1 ? "words" : "phrases";
  const [all, some] = [of, taken].map((number) => number.toLocaleString("en"));
  return { text, state: `${how} ${all} ${what}; the ${some} shortest were searched` };
}

function tooMany(text: string, slots: readonly Slot[], words: number): AppError {
  const given = JSON.stringify(text);
  const state = words === 0
    ? "the query has too many parts of words"
    : `${words.toLocaleString("en")} words ${
      isInside(slots) ? "hold" : "begin with"
    } it, which takes too long`;
  return new AppError("invalid_argument", `Cannot leave out what has ${given}: ${state}`, {
    hint: "Write more letters of it, or the whole word in quotes",
    details: { field: "query" },
  });
}

function signNotes(statements: Statements, text: string): Note[] {
  const last = statements.row(idRow, "SELECT coalesce(max(id), 0) AS id FROM items")?.id ?? 0;
  const newest = mostRead.toLocaleString("en");
  return last > mostRead ? [{ text, state: `was looked for in the newest ${newest} items only` }] : [];
}

function letterNote(text: string): Note {
  return { text, state: "is a single letter, which is found only where it stands alone" };
}

function hasHits(statements: Statements, match: string): boolean {
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? LIMIT 1";
  return statements.row(idRow, sql, match) !== undefined;
}
