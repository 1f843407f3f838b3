/**
 * The words that the texts of a query stand for. A text is the words it has, and its last also any that begins so;
 * quoted, only where nothing has those words as they are. Where no word is or begins so, it stands for the words that
 * hold it: `ogin` for `login`. That is settled for each text by itself, so what `x` finds is what `-x` leaves out; and
 * what `"x"` finds, `x` finds too.
 *
 * Where common words begin so, the index is asked for each of them: by itself it puts their lists together first, which
 * takes seconds.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { joinMatches, mostRead } from "./conditions.ts";
import type { Query, TextQuery } from "./query.ts";
import { matchText, type Phrase, searchPhrase } from "./tokens.ts";

/** More words than these say nothing of what is meant, and take long; so many for a text, so many for a query. */
const mostWords = 200;
const mostPhrases = 50;
const mostWordsOfAll = 500;

/** So many words the index is asked for one by one, whatever they are. */
const fewWords = 16;
/** The lists of so many items together take a tenth of a second; no more words are counted than that takes. */
const mostItems = 200_000;
const mostItemsOfWord = 20_000;
const mostCounted = 2_000;

/** What a query may still cost; a query has up to two hundred texts. */
interface Budget {
  /** Words that may be taken. */
  left: number;
  /** Words that may be counted, and items in their lists. */
  counted: number;
  items: number;
  /** How often all words there are may be looked through. */
  scans: number;
}

function wholeBudget(): Budget {
  return { left: mostWordsOfAll, counted: 2 * mostCounted, items: 2 * mostItems, scans: 30 };
}

const idRow = z.object({ id: z.number() });
const totalRow = z.object({ total: z.number() });
const wordRow = z.object({ word: z.string() });

export interface Settled {
  readonly query: Query;
  /** Where not all of the words were taken. */
  readonly notes: readonly string[];
}

export function findWords(
  statements: Statements,
  query: Query,
  budget: Budget = wholeBudget(),
): Settled {
  switch (query.kind) {
    case "text":
      return settle(statements, query, budget);
    case "not": {
      const { query: part, notes } = findWords(statements, query.part, budget);
      return { query: { kind: "not", part }, notes };
    }
    case "and":
    case "or": {
      const parts = query.parts.map((part) => findWords(statements, part, budget));
      return {
        query: { kind: query.kind, parts: parts.map((part) => part.query) },
        notes: parts.flatMap(({ notes }) => notes),
      };
    }
    default:
      return { query, notes: [] };
  }
}

function settle(statements: Statements, query: TextQuery, budget: Budget): Settled {
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
  let notes: readonly string[] = [];
  for (const pattern of patternsOf(phrase)) {
    const { matches, isCut } = alternatives(statements, pattern, budget);
    // Where nothing more may be looked for, what was said of the beginnings says it.
    if (matches.length > 0 || notes.length === 0) {
      const isTold = isCut && (matches.length > 0 || budget.left === 0 || budget.scans === 0);
      notes = isTold ? [cutNote(query.text, pattern, matches.length)] : [];
    }
    const match = joinMatches(matches, "OR");
    if (match === undefined || !isFound(match)) continue;
    if (matches.length > 1) budget.left -= matches.length;
    return { query: { ...query, match }, notes };
  }
  return { ...asItIs, notes };
}

/** A token, and which words it stands for: itself, also those that begin or end so, or all that hold it. */
interface Slot {
  readonly token: string;
  readonly words: "whole" | "beginning" | "ending" | "holding";
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

/** Match expressions for the words that the slots stand for, and whether there are more than may be taken. */
function alternatives(
  statements: Statements,
  slots: readonly Slot[],
  budget: Budget,
): { readonly matches: readonly string[]; readonly isCut: boolean } {
  const open = slots.filter(({ words }) => words !== "whole").length;
  const enough = slots.length === 1 ? mostWords : mostPhrases;
  const most = Math.floor(Math.min(enough, budget.left) ** (1 / Math.max(1, open)));
  let isCut = false;
  let goesOn = false;
  let phrases: string[][] = [[]];
  for (const slot of slots) {
    const choice = choose(statements, slot, { most, budget });
    isCut ||= choice.isCut;
    goesOn = choice.goesOn;
    phrases = phrases.flatMap((phrase) => choice.words.map((word) => [...phrase, word]));
  }
  return { matches: phrases.map((tokens) => matchText(tokens, { goesOn })), isCut };
}

interface Choice {
  readonly words: readonly string[];
  readonly isCut: boolean;
  /** Whether the index itself looks for all that begin so. */
  readonly goesOn: boolean;
}

interface Bounds {
  /** How many words may stand for the slot. */
  readonly most: number;
  readonly budget: Budget;
}

function choose(statements: Statements, { token, words }: Slot, bounds: Bounds): Choice {
  switch (words) {
    case "whole":
      return { words: [token], isCut: false, goesOn: false };
    case "beginning":
      return chooseBeginning(statements, token, bounds);
    case "ending":
    case "holding": {
      const { most, budget } = bounds;
      if (most === 0 || budget.scans === 0) return { words: [], isCut: true, goesOn: false };
      budget.scans -= 1;
      const condition = words === "ending" ? "substr(word, -length(?1)) = ?1" : "instr(word, ?1) > 0";
      const sql = `SELECT word FROM words WHERE ${condition} ORDER BY length(word), word LIMIT ?2`;
      const found = statements.rows(wordRow, sql, token, most + 1).map(({ word }) => word);
      return { words: found.slice(0, most), isCut: found.length > most, goesOn: false };
    }
  }
}

/**
 * Few words are asked for one by one; of many the index has the lists together, unless these are too long for that, or
 * nothing more may be counted.
 */
function chooseBeginning(statements: Statements, token: string, { most, budget }: Bounds): Choice {
  const sql = "SELECT word FROM words WHERE word >= ? AND word < ? ORDER BY length(word), word LIMIT ?";
  const enough = isSpent(budget) ? fewWords + 1 : mostCounted;
  const found = statements.rows(wordRow, sql, token, `${token}\u{10ffff}`, enough);
  // Words of one letter are not in that table; what was written is always looked for.
  const words = [...new Set([token, ...found.map(({ word }) => word)])];
  if (words.length <= Math.max(1, Math.min(fewWords, most))) return { words, isCut: false, goesOn: false };
  const { taken, isWhole } = count(statements, words, budget);
  if (isWhole && words.length < enough) return { words: [token], isCut: false, goesOn: true };
  return { words: words.slice(0, Math.max(1, Math.min(taken, most))), isCut: true, goesOn: false };
}

function isSpent({ counted, items }: Budget): boolean {
  return counted <= 0 || items <= 0;
}

/** How many of the words have lists that are short enough together, and whether all have. */
function count(
  statements: Statements,
  words: readonly string[],
  budget: Budget,
): { readonly taken: number; readonly isWhole: boolean } {
  let left = mostItems;
  let taken = 0;
  for (; taken < words.length && left > 0 && !isSpent(budget); taken++) {
    const items = itemsWith(statements, words[taken] ?? "");
    left -= items;
    budget.items -= items;
    budget.counted -= 1;
  }
  return { taken, isWhole: taken === words.length && left > 0 };
}

/** How many items have a word, as far as it matters. */
function itemsWith(statements: Statements, word: string): number {
  const sql = "SELECT count(*) AS total FROM (SELECT rowid FROM items_fts WHERE items_fts MATCH ? LIMIT ?)";
  return statements.row(totalRow, sql, matchText([word]), mostItemsOfWord)?.total ?? 0;
}

function cutNote(text: string, slots: readonly Slot[], taken: number): string {
  const given = JSON.stringify(text);
  const isInside = slots.some(({ words }) => words === "ending" || words === "holding");
  if (taken <= 1) {
    const how = isInside ? "was not looked for inside words" : "was looked for as it is only";
    return `${given} ${how}: the query has too many parts of words`;
  }
  return `${given} ${isInside ? "is inside" : "begins"} more than ${taken} words; the shortest were searched`;
}

function signNotes(statements: Statements, text: string): string[] {
  const last = statements.row(idRow, "SELECT coalesce(max(id), 0) AS id FROM items")?.id ?? 0;
  const newest = mostRead.toLocaleString("en");
  return last > mostRead ? [`${JSON.stringify(text)} was looked for in the newest ${newest} items only`] : [];
}

function letterNote(text: string): string {
  return `${JSON.stringify(text)} is a single letter, which is found only where it stands alone`;
}

function hasHits(statements: Statements, match: string): boolean {
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? LIMIT 1";
  return statements.row(idRow, sql, match) !== undefined;
}
