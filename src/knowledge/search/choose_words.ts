/**
 * The words of the base that a token stands for, and how the index is asked for them.
 *
 * The index has all words of a beginning by itself, but puts their lists together first, which takes seconds where they
 * are common: then it is asked for each of the words, as many as may be. How long the lists are is told from the
 * shortest words, which are the most common as a rule.
 */

import { z } from "zod";
import type { Statements } from "../database.ts";
import { matchText } from "./tokens.ts";

/** A token, and which words it stands for: itself, also those that begin or end so, or all that hold it. */
export interface Slot {
  readonly token: string;
  readonly words: "whole" | "beginning" | "ending" | "holding";
}

export interface Choice {
  readonly words: readonly string[];
  /** How many words there are, where not all may be taken. */
  readonly cutFrom: number | undefined;
  /** Whether the index itself looks for all that begin so. */
  readonly goesOn: boolean;
}

export interface Bounds {
  /** How many words may stand for the slot. */
  readonly most: number;
  readonly budget: Budget;
  /** Whether items with the words are left out, so that all of them count. */
  readonly isNegated: boolean;
}

/** What a query may still cost; a query has up to two hundred texts. */
export interface Budget {
  /** Words that may be taken. */
  left: number;
  /** Words that may be counted, and items in their lists. */
  counted: number;
  items: number;
  /** How often all words there are may be looked through. */
  scans: number;
  /** Items in the lists of what is left out, which are put together whole. */
  negated: number;
  /** Items in the lists of texts of which one is enough. */
  either: number;
}

/** So many words the index is asked for one by one, whatever they are. */
const fewWords = 16;
/** The lists of so many items together take a tenth of a second; so many words tell how long all lists are. */
const mostItems = 200_000;
const mostItemsOfWord = 20_000;
const mostCounted = 400;
/** Lists of so many take a second. */
const mostNegated = 2_500_000;
const mostSampled = 40;
/** So many words that nearly all of a hundred thousand items have take half a second to find and rank. */
const mostCommon = 20;

const totalRow = z.object({ total: z.number() });
const wordRow = z.object({ word: z.string() });

const conditions = {
  beginning: "word >= ?1 AND word < ?1 || char(0x10ffff)",
  ending: "substr(word, -length(?1)) = ?1",
  holding: "instr(word, ?1) > 0",
} as const;

export function wholeBudget(): Budget {
  return {
    left: 500,
    counted: 10 * mostCounted,
    items: 2 * mostItems,
    scans: 30,
    negated: mostNegated,
    either: mostCommon * mostItemsOfWord,
  };
}

export function choose(statements: Statements, { token, words }: Slot, bounds: Bounds): Choice {
  switch (words) {
    case "whole":
      return whole([token]);
    case "beginning":
      return chooseBeginning(statements, token, bounds);
    case "ending":
    case "holding": {
      const { most, budget, isNegated } = bounds;
      if (most <= 0 || (budget.scans <= 0 && !isNegated)) return none(0);
      budget.scans -= 1;
      const found = wordsOf(statements, { token, words }, mostCounted);
      if (found.length <= most) return whole(found);
      const stems = words === "holding" ? stemsOf(statements, token, most + 1) : [];
      const all = countOf(statements, { token, words });
      const areFew = stems.length > 0 && stems.length <= most;
      if (areFew && isCheap(statements, { words: found, all }, bounds)) return begun(stems);
      return { words: found.slice(0, most), cutFrom: all, goesOn: false };
    }
  }
}

function chooseBeginning(statements: Statements, token: string, bounds: Bounds): Choice {
  const { most, budget, isNegated } = bounds;
  const slot: Slot = { token, words: "beginning" };
  const enough = isSpent(budget) ? fewWords + 1 : mostCounted;
  // Words of one letter are not in that table; what was written is always looked for.
  const words = [...new Set([token, ...wordsOf(statements, slot, enough)])];
  if (words.length <= Math.max(1, isNegated ? fewWords : Math.min(fewWords, most))) return whole(words);
  const all = words.length < enough ? words.length : countOf(statements, slot);
  if (isNegated) return isCheap(statements, { words, all }, bounds) ? begun([token]) : none(all);
  const { taken, isShort } = count(statements, { words, all }, budget);
  if (isShort) return begun([token]);
  return { words: words.slice(0, Math.max(1, Math.min(taken, most))), cutFrom: all, goesOn: false };
}

function whole(words: readonly string[]): Choice {
  return { words, cutFrom: undefined, goesOn: false };
}

function begun(words: readonly string[]): Choice {
  return { words, cutFrom: undefined, goesOn: true };
}

function none(of: number): Choice {
  return { words: [], cutFrom: of, goesOn: false };
}

/** The shortest. */
function wordsOf(statements: Statements, { token, words }: Slot, most: number): string[] {
  if (words === "whole") return [token];
  const sql = `SELECT word FROM words WHERE ${conditions[words]} ORDER BY length(word), word LIMIT ?2`;
  return statements.rows(wordRow, sql, token, most).map(({ word }) => word);
}

function countOf(statements: Statements, { token, words }: Slot): number {
  if (words === "whole") return 1;
  const sql = `SELECT count(*) AS total FROM words WHERE ${conditions[words]}`;
  return statements.row(totalRow, sql, token)?.total ?? 0;
}

/** The beginnings of words up to the token: all words that begin so hold it, and no others do. */
function stemsOf(statements: Statements, token: string, most: number): string[] {
  const sql = "SELECT DISTINCT substr(word, 1, instr(word, ?1) + length(?1) - 1) AS word FROM words " +
    `WHERE ${conditions.holding} LIMIT ?2`;
  return statements.rows(wordRow, sql, token, most).map(({ word }) => word);
}

interface Sample {
  readonly words: readonly string[];
  /** Of how many. */
  readonly all: number;
}

function isCheap(statements: Statements, sample: Sample, { budget, isNegated }: Bounds): boolean {
  if (!isNegated) return count(statements, sample, budget).isShort;
  const some = sample.words.slice(0, mostSampled);
  const found = some.reduce((sum, word) => sum + itemsWith(statements, word), 0);
  budget.negated -= found * (sample.all / some.length);
  return budget.negated > 0;
}

function isSpent({ counted, items }: Budget): boolean {
  return counted <= 0 || items <= 0;
}

/** How many of the words have lists that are short enough together, and whether those of all of them are. */
function count(
  statements: Statements,
  { words, all }: Sample,
  budget: Budget,
): { readonly taken: number; readonly isShort: boolean } {
  let found = 0;
  let taken = 0;
  for (; taken < words.length && found < mostItems && !isSpent(budget); taken++) {
    const items = itemsWith(statements, words[taken] ?? "");
    found += items;
    budget.items -= items;
    budget.counted -= 1;
  }
  const isSampled = taken === words.length || taken >= mostCounted;
  return { taken, isShort: isSampled && found * (all / taken) < mostItems };
}

/** How long it takes to go through the items of a match, in items of a single word: each is held against all words. */
export function costOf(statements: Statements, match: string | undefined): number {
  return match === undefined ? 0 : itemsOf(statements, match) * match.split(" OR ").length;
}

function itemsWith(statements: Statements, word: string): number {
  return itemsOf(statements, matchText([word]));
}

/** How many items there are, as far as it matters. */
function itemsOf(statements: Statements, match: string): number {
  const sql = "SELECT count(*) AS total FROM (SELECT rowid FROM items_fts WHERE items_fts MATCH ? LIMIT ?)";
  return statements.row(totalRow, sql, match, mostItemsOfWord)?.total ?? 0;
}
