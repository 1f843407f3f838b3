/**
 * What the full-text index is asked for each text of a query.
 *
 * A text means the words it has, and its last word also any that begins with it; in quotes, only if nothing has those
 * words as they are. If no item has a word that begins so, it means the words that contain it: `ogin` finds `login`.
 * This is decided for each text by itself, so `-x` leaves out exactly what `x` finds.
 *
 * A part of very many words stands for the shortest of them only, which is reported. An exclusion is never cut short:
 * if it would have to be, the search fails.
 */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import type { Statements } from "../database.ts";
import { combined, joinedMatches, negated, newestRead, type Settled } from "./conditions.ts";
import type { Query } from "./parse_query.ts";
import { phraseMatch, searchPhrase } from "./tokens.ts";

/** How many words a part of a word may stand for, alone and before other words. */
const mostWords = 200;
const mostPhrases = 50;
/** How many words all parts of words of a query may stand for; looking through all words costs as much as 16. */
const mostInQuery = 500;
const lookupCost = 16;

const wordRow = z.object({ word: z.string() });

export class TextMatcher {
  readonly warnings: string[] = [];
  /** Whether anything was looked for in texts. */
  hasAsked = false;
  readonly #db: Statements;
  readonly #counts = new Map<string, number>();
  #left = mostInQuery;

  constructor(db: Statements) {
    this.#db = db;
  }

  settle(query: Query, isNegated = false): Settled {
    switch (query.kind) {
      case "text":
        return this.#settleText(query, isNegated);
      case "not":
        return negated(this.settle(query.part, !isNegated));
      case "and":
      case "or":
        return combined(query.kind, query.parts.map((part) => this.settle(part, isNegated)));
      default:
        return query;
    }
  }

  /** How many items a match expression finds. */
  count(match: string): number {
    const known = this.#counts.get(match);
    if (known !== undefined) return known;
    const sql = "SELECT count(*) FROM items_fts WHERE items_fts MATCH ?";
    const total = this.#db.number(sql, match) ?? 0;
    this.#counts.set(match, total);
    return total;
  }

  #settleText({ text, exact }: Extract<Query, { kind: "text" }>, isNegated: boolean): Settled {
    const phrase = searchPhrase(text);
    this.hasAsked = true;
    if (phrase === undefined) {
      this.#warnOfSymbols(text);
      return { kind: "symbols", text };
    }
    const { tokens, isPrefix, infix } = phrase;
    const whole = phraseMatch(tokens);
    if (!isPrefix && !infix) {
      if (phrase.isLetter && this.count(whole) === 0) {
        this.#warn(text, "is a single letter, which is found only where it stands alone");
      }
      return { kind: "match", match: whole };
    }
    // A single letter begins too many words to be meant as a beginning if it is a word.
    if ((exact || phrase.endsInLetter) && this.count(whole) > 0) return { kind: "match", match: whole };
    const begun = phraseMatch(tokens, { isPrefix });
    if (!infix || this.count(begun) > 0) return { kind: "match", match: begun };
    const inside = this.#wordsWith(text, { tokens, isNegated })
      .map((word) => phraseMatch([word, ...tokens.slice(1)], { isPrefix }));
    return { kind: "match", match: joinedMatches(inside, "OR") ?? whole };
  }

  /** Beginnings of words up to the only token; or, if others follow the first, the words that end with that. */
  #wordsWith(
    text: string,
    { tokens, isNegated }: { readonly tokens: readonly string[]; readonly isNegated: boolean },
  ): string[] {
    const [token = "", next] = tokens;
    const sql = next === undefined
      ? "SELECT DISTINCT substr(word, 1, instr(word, ?1) + length(?1) - 1) AS word FROM words " +
        "WHERE instr(word, ?1) > 0 ORDER BY length(word), word LIMIT ?2"
      : "SELECT word FROM words WHERE substr(word, -length(?1)) = ?1 ORDER BY length(word), word LIMIT ?2";
    const most = Math.max(0, Math.min(next === undefined ? mostWords : mostPhrases, this.#left));
    const found = most === 0 ? [] : this.#db.rows(wordRow, sql, token, most + 1).map(({ word }) => word);
    this.#left -= Math.max(lookupCost, found.length);
    if (most > 0 && found.length <= most) return found;
    if (isNegated) throw tooBroad(text, most);
    this.#warn(
      text,
      most === 0
        ? "was not looked for inside words: the query has too many parts of words"
        : `is inside more than ${most} words; the shortest were searched`,
    );
    return found.slice(0, most);
  }

  #warnOfSymbols(text: string): void {
    if ((this.#db.number("SELECT coalesce(max(id), 0) FROM items") ?? 0) <= newestRead) return;
    this.#warn(text, `was looked for in the newest ${newestRead.toLocaleString("en")} items only`);
  }

  #warn(text: string, state: string): void {
    const warning = `${JSON.stringify(text)} ${state}`;
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  }
}

function tooBroad(text: string, most: number): AppError {
  const state = most === 0 ? "the query has too many parts of words" : `more than ${most} words contain it`;
  return new AppError("invalid_argument", `Cannot exclude ${JSON.stringify(text)}: ${state}`, {
    hint: "Write more letters of it, or the whole word in quotes",
    details: { field: "query" },
  });
}
