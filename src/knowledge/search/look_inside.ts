/**
 * Parts of words. Each text of a query that no word is, or begins with, stands for the words that hold it: `ogin` for
 * `login`. That is settled for each text by itself, so what `x` finds is what `-x` leaves out.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { joinMatches } from "./conditions.ts";
import type { Query, TextQuery } from "./query.ts";
import { matchText, type Phrase, searchPhrase } from "./tokens.ts";

/** More words than these say nothing of what is meant, and take long. */
const mostWords = 200;

const idRow = z.object({ id: z.number() });
const wordRow = z.object({ word: z.string() });

export interface Looked {
  readonly query: Query;
  /** Where not all of the words were taken. */
  readonly notes: readonly string[];
}

export function lookInside(statements: Statements, query: Query): Looked {
  switch (query.kind) {
    case "text":
      return lookInsideText(statements, query);
    case "not": {
      const { query: part, notes } = lookInside(statements, query.part);
      return { query: { kind: "not", part }, notes };
    }
    case "and":
    case "or": {
      const parts = query.parts.map((part) => lookInside(statements, part));
      return {
        query: { kind: query.kind, parts: parts.map((part) => part.query) },
        notes: parts.flatMap(({ notes }) => notes),
      };
    }
    default:
      return { query, notes: [] };
  }
}

function lookInsideText(statements: Statements, query: TextQuery): Looked {
  const phrase = searchPhrase(query.text, { exact: query.exact });
  if (phrase === undefined || !phrase.infix || hasHits(statements, phrase)) return { query, notes: [] };
  const words = wordsAround(statements, phrase);
  const rest = phrase.tokens.slice(1);
  const inside = joinMatches(
    words.slice(0, mostWords).map((word) =>
      matchText({ tokens: [word, ...rest], prefix: rest.length > 0, infix: true })
    ),
    "OR",
  );
  if (inside === undefined) return { query, notes: [] };
  const note = `${
    JSON.stringify(query.text)
  } is inside more than ${mostWords} words; the shortest were searched`;
  return { query: { ...query, inside }, notes: words.length > mostWords ? [note] : [] };
}

function hasHits(statements: Statements, phrase: Phrase): boolean {
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? LIMIT 1";
  return statements.row(idRow, sql, matchText(phrase)) !== undefined;
}

/** Words that hold the only token, or that end in the first of several. */
function wordsAround(statements: Statements, { tokens }: Phrase): string[] {
  const condition = tokens.length === 1 ? "instr(word, ?1) > 0" : "substr(word, -length(?1)) = ?1";
  const sql = `SELECT word FROM words WHERE ${condition} ORDER BY length(word), word LIMIT ?2`;
  return statements.rows(wordRow, sql, tokens[0] ?? "", mostWords + 1).map(({ word }) => word);
}
