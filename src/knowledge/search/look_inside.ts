/**
 * Parts of words. Each text of a query that no word is, or begins with, stands for the words that hold it: `ogin` for
 * `login`. That is settled for each text by itself, so what `x` finds is what `-x` leaves out.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { joinMatches } from "./conditions.ts";
import type { Query, TextQuery } from "./query.ts";
import { isSpaced, matchText, type Phrase, searchPhrase } from "./tokens.ts";

/** More words than these say nothing of what is meant, and take long; so many for a text, so many for a query. */
const mostWords = 200;
const mostWordsOfAll = 500;

/** How many words may still be taken. */
interface Budget {
  left: number;
}

const idRow = z.object({ id: z.number() });
const wordRow = z.object({ word: z.string() });

export interface Looked {
  readonly query: Query;
  /** Where not all of the words were taken. */
  readonly notes: readonly string[];
}

export function lookInside(
  statements: Statements,
  query: Query,
  budget: Budget = { left: mostWordsOfAll },
): Looked {
  switch (query.kind) {
    case "text":
      return lookInsideText(statements, query, budget);
    case "not": {
      const { query: part, notes } = lookInside(statements, query.part, budget);
      return { query: { kind: "not", part }, notes };
    }
    case "and":
    case "or": {
      const parts = query.parts.map((part) => lookInside(statements, part, budget));
      return {
        query: { kind: query.kind, parts: parts.map((part) => part.query) },
        notes: parts.flatMap(({ notes }) => notes),
      };
    }
    default:
      return { query, notes: [] };
  }
}

function lookInsideText(statements: Statements, query: TextQuery, budget: Budget): Looked {
  const phrase = searchPhrase(query.text, { exact: query.exact });
  const known = { query, notes: [] };
  if (phrase === undefined || !isSpaced(phrase) || hasHits(statements, phrase)) return known;
  if (!phrase.infix) return { query, notes: [letterNote(query.text)] };
  const most = Math.min(mostWords, budget.left);
  const words = wordsAround(statements, phrase, most + 1);
  const taken = words.slice(0, most);
  budget.left -= taken.length;
  const rest = phrase.tokens.slice(1);
  const inside = joinMatches(
    taken.map((word) => matchText({ tokens: [word, ...rest], prefix: rest.length > 0, infix: true })),
    "OR",
  );
  const given = JSON.stringify(query.text);
  const note = most === 0
    ? `${given} was not looked for inside words: the query has too many parts of words`
    : `${given} is inside more than ${most} words; the shortest were searched`;
  const notes = words.length > most ? [note] : [];
  return { query: inside === undefined ? query : { ...query, inside }, notes };
}

function letterNote(text: string): string {
  return `${JSON.stringify(text)} is a single letter, which is found only where it stands alone`;
}

function hasHits(statements: Statements, phrase: Phrase): boolean {
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? LIMIT 1";
  return statements.row(idRow, sql, matchText(phrase)) !== undefined;
}

/** Words that hold the only token, or that end in the first of several. */
function wordsAround(statements: Statements, { tokens }: Phrase, most: number): string[] {
  const condition = tokens.length === 1 ? "instr(word, ?1) > 0" : "substr(word, -length(?1)) = ?1";
  const sql = `SELECT word FROM words WHERE ${condition} ORDER BY length(word), word LIMIT ?2`;
  return statements.rows(wordRow, sql, tokens[0] ?? "", most).map(({ word }) => word);
}
