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
import { combined, conditionOf, type Settled } from "./conditions.ts";
import { TextMatcher } from "./match_texts.ts";
import { parseQuery } from "./parse_query.ts";
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

const idRow = z.object({ id: z.number() });
const titleRow = z.object({ id: z.number(), title: z.string() });

export function searchItems(db: Statements, options: SearchOptions): SearchPage {
  const { types = [], limit, offset } = options;
  const { query, warnings } = parseQuery(options.query);
  const matcher = new TextMatcher(db);
  const settled = matcher.settle(query);
  const plan = planOf(
    types.length === 0 ? settled : combined("and", [settled, { kind: "type", values: types }]),
  );
  const total = plan.condition === "1" && plan.match !== undefined
    ? matcher.count(plan.match)
    : db.number(`SELECT count(*) FROM ${plan.from}`, ...plan.values) ?? 0;
  // Hits that only the index can have found show that it is there.
  if (matcher.hasAsked && (plan.match === undefined || total === 0)) checkIndex(db);
  const sql = `SELECT i.id FROM ${plan.from} ORDER BY ${orderOf(plan, total)} LIMIT ? OFFSET ?`;
  const ids = offset >= total ? [] : db.rows(idRow, sql, ...plan.values, limit, offset);
  const texts = wantedTexts(query);
  const items = summaries(db, ids.map(({ id }) => id)).map((item) => ({
    ...item,
    snippet: snippet([contentOf(db, item.id), item.description, item.title], texts),
  }));
  return { items, total, limit, offset, warnings: [...warnings, ...matcher.warnings] };
}

interface Plan {
  /** Everything behind FROM, with `items i` in it. */
  readonly from: string;
  readonly values: readonly SQLInputValue[];
  /** What every hit must match in the index, and is ranked by. */
  readonly match?: string;
  /** What is checked on each row besides. */
  readonly condition: string;
}

function planOf(query: Settled): Plan {
  const [first, ...others] = query.kind === "and" ? query.parts : [query];
  if (first?.kind !== "match") {
    const { sql: condition, values } = conditionOf(query);
    return { from: `items i WHERE ${condition}`, values, condition };
  }
  const { match } = first;
  const { sql: condition, values } = conditionOf({ kind: "and", parts: others });
  const from = `items_fts JOIN items i ON i.id = items_fts.rowid WHERE items_fts MATCH ? AND ${condition}`;
  return { from, values: [match, ...values], match, condition };
}

function orderOf({ match }: Plan, total: number): string {
  const phrases = (match ?? "").split('"').length / 2;
  const isRanked = match !== undefined && total * phrases <= mostRanked;
  return `${isRanked ? "bm25(items_fts, 8.0, 3.0, 1.0), " : ""}i.updated_at DESC, i.id DESC`;
}

/** One title may have been cut otherwise by an earlier version of Unicode; not all of this many. */
const checkedTitles = 10;

/**
 * Throws if the index knows none of the oldest items by their titles. SQLite notices most damage, but an index that has
 * lost its structure record looks like an empty one: searches would find nothing and say so.
 */
function checkIndex(db: Statements): void {
  const oldest = db.rows(titleRow, "SELECT id, title FROM items ORDER BY id LIMIT ?", checkedTitles);
  const known = oldest.flatMap(({ id, title }) => {
    const phrase = searchPhrase(title);
    return phrase === undefined ? [] : [{ id, match: phraseMatch(phrase.tokens) }];
  });
  const sql = "SELECT rowid FROM items_fts WHERE items_fts MATCH ? AND rowid = ?";
  const isLost = known.every(({ id, match }) => db.number(sql, match, id) === undefined);
  if (known.length > 0 && isLost) throw new DamagedIndex();
}
