/**
 * Searching: reads the query, finds the items, shows the place of each hit.
 *
 * Hits are ranked by bm25, a word in the title counting as much as eight in the content, then by the last change.
 */

import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import type { Statements } from "../database.ts";
import { DamagedIndex } from "../database_error.ts";
import { contentOf, summaries } from "../items.ts";
import type { SearchPage } from "../tool_schemas.ts";
import { conditionOf, joinMatches, matchOf } from "./conditions.ts";
import { TextMatcher } from "./match_texts.ts";
import { parseQuery } from "./parse_query.ts";
import type { Query } from "./query.ts";
import { snippet, wantedTexts } from "./snippet.ts";
import { phraseMatch, searchPhrase } from "./tokens.ts";

export interface SearchOptions {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Ranking takes about half a microsecond for each phrase of each item; beyond this, the newest come first. */
const mostRanked = 1_000_000;

const score = "bm25(items_fts, 8.0, 3.0, 1.0)";
const totalRow = z.object({ total: z.number() });
const idRow = z.object({ id: z.number() });
const titleRow = z.object({ id: z.number(), title: z.string() });

export function searchItems(statements: Statements, options: SearchOptions): SearchPage {
  const { limit, offset } = options;
  const { query: parsed, warnings } = parseQuery(options.query);
  const matcher = new TextMatcher(statements);
  const plan = planOf(withTypes(matcher.settle(parsed), options.types));
  const { prelude = "" } = plan;
  const total = plan.condition === "1" && plan.match !== undefined
    ? matcher.count(plan.match)
    : statements.row(totalRow, `${prelude}SELECT count(*) AS total FROM ${plan.from}`, ...plan.values)
      ?.total ?? 0;
  // Hits that only the index can have found show that it is there.
  if (hasText(parsed) && (plan.match === undefined || total === 0)) checkIndex(statements);
  const sql = `${prelude}SELECT i.id FROM ${plan.from} ORDER BY ${orderOf(plan, total)} LIMIT ? OFFSET ?`;
  const ids = offset >= total ? [] : statements.rows(idRow, sql, ...plan.values, limit, offset);
  const texts = wantedTexts(parsed).map(({ text }) => text);
  const items = summaries(statements, ids.map(({ id }) => id)).map((item) => ({
    ...item,
    snippet: snippet([contentOf(statements, item.id), item.description, item.title], texts),
  }));
  return { items, total, limit, offset, warnings: [...warnings, ...matcher.warnings] };
}

interface Plan {
  /** Everything behind FROM, with `items i` in it, and what must be before SELECT. */
  readonly from: string;
  readonly prelude?: string;
  readonly values: readonly SQLInputValue[];
  /** What every hit must match in the index. */
  readonly match: string | undefined;
  /** What is checked on each row besides. */
  readonly condition: string;
  /** The texts by which hits are ranked, and how. */
  readonly words: string | undefined;
  readonly rank: string;
}

function planOf(query: Query): Plan {
  const words = joinMatches(wantedTexts(query).flatMap((text) => matchOf(text) ?? []), "OR");
  const whole = matchOf(query);
  const parts = whole === undefined && query.kind === "and" ? flattened(query) : [query];
  const indexed = parts.filter((part) => matchOf(part) !== undefined);
  const match = whole ?? (indexed.length === 0 ? undefined : matchOf({ kind: "and", parts: indexed }));
  const others = parts.filter((part) => !indexed.includes(part));
  const { sql: condition, values } = conditionOf(
    others.length === 0 ? { kind: "all" } : { kind: "and", parts: others },
  );
  const shared = { match, words, condition };
  if (match !== undefined) {
    const from = `items_fts JOIN items i ON i.id = items_fts.rowid WHERE items_fts MATCH ? AND ${condition}`;
    return { ...shared, from, values: [match, ...values], rank: score };
  }
  if (words === undefined) return { ...shared, from: `items i WHERE ${condition}`, values, rank: "" };
  // Words beside fields that may stand for them, as in `type:issue OR login`: items with words come first.
  // Without MATERIALIZED, SQLite would ask the index again for every item.
  const prelude = `WITH ranked AS MATERIALIZED (SELECT rowid AS hit, ${score} AS score FROM items_fts ` +
    "WHERE items_fts MATCH ?) ";
  const from = `items i LEFT JOIN ranked ON hit = i.id WHERE ${condition}`;
  return { ...shared, prelude, from, values: [words, ...values], rank: "coalesce(score, 0)" };
}

function orderOf({ words, rank }: Plan, total: number): string {
  const phrases = (words ?? "").split('"').length / 2;
  const isRanked = words !== undefined && total * phrases <= mostRanked;
  return `${isRanked ? `${rank}, ` : ""}i.updated_at DESC, i.id DESC`;
}

function hasText(query: Query): boolean {
  switch (query.kind) {
    case "text":
      return true;
    case "not":
      return hasText(query.part);
    case "and":
    case "or":
      return query.parts.some(hasText);
    default:
      return false;
  }
}

function withTypes(query: Query, types: readonly string[] | undefined): Query {
  if (types === undefined || types.length === 0) return query;
  const filter: Query = { kind: "type", values: types };
  return query.kind === "all" ? filter : { kind: "and", parts: [query, filter] };
}

function flattened(query: Query): readonly Query[] {
  return query.kind === "and" ? query.parts.flatMap(flattened) : [query];
}

/** One title may have been cut otherwise by an earlier version of Unicode; not all of this many. */
const checkedTitles = 10;

/**
 * Throws if the index knows none of the oldest items by their titles. SQLite notices most damage, but an index that has
 * lost its structure record looks like an empty one: searches would find nothing and say so.
 */
function checkIndex(statements: Statements): void {
  const oldest = statements.rows(titleRow, "SELECT id, title FROM items ORDER BY id LIMIT ?", checkedTitles);
  const known = oldest.flatMap(({ id, title }) => {
    const phrase = searchPhrase(title);
    return phrase === undefined ? [] : [{ id, match: phraseMatch(phrase.tokens) }];
  });
  const sql = "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? AND rowid = ?";
  const isFound = known.some(({ id, match }) => statements.row(idRow, sql, match, id) !== undefined);
  if (known.length > 0 && !isFound) throw new DamagedIndex();
}
