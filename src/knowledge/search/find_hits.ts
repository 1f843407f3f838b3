/**
 * The ids of the items that a query means, best first, and how many there are.
 *
 * Ranked by bm25 with a hit in the title worth eight in the content, then by the last change. Words that very many
 * items have say nothing about any of them: then hits in the title come first, and the newest items next.
 */

import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import type { Statements } from "../database.ts";
import { type Condition, conditionOf, joinMatches, matchOf } from "./conditions.ts";
import type { Query } from "./query.ts";
import { wantedTexts } from "./snippet.ts";

/** What the index answers, and what is left to check on each row. */
export interface Plan {
  readonly query: Query;
  readonly match: string | undefined;
  readonly rest: Condition | undefined;
}

export interface Hits {
  readonly ids: readonly number[];
  readonly total: number;
}

export interface Window {
  readonly limit: number;
  readonly offset: number;
}

/** Scoring more than this takes longer than its order is worth. */
const mostScored = 30_000;

const totalRow = z.object({ total: z.number() });
const idRow = z.object({ id: z.number() });
const score = "bm25(items_fts, 8.0, 3.0, 1.0)";

export function findHits(statements: Statements, { query, match, rest }: Plan, window: Window): Hits {
  if (match === undefined) return mixed(statements, query, window);
  return rest === undefined
    ? indexed(statements, match, window)
    : filtered(statements, { match, rest }, window);
}

/** Words beside fields that may stand for them, as in `type:issue OR login`: items with words come first. */
function mixed(statements: Statements, query: Query, window: Window): Hits {
  const condition = conditionOf(query);
  const words = joinMatches(wantedTexts(query).map(matchOf), "OR");
  const total = words === undefined
    ? 0
    : count(statements, `items i WHERE ${condition.sql}`, condition.values);
  if (words === undefined || total === 0 || total > mostScored) {
    return unranked(statements, condition, window);
  }
  const sql = `SELECT i.id FROM items i LEFT JOIN (SELECT rowid AS hit, ${score} AS score FROM items_fts ` +
    `WHERE items_fts MATCH ?) ON hit = i.id WHERE ${condition.sql} ` +
    "ORDER BY coalesce(score, 0), i.updated_at DESC, i.id DESC LIMIT ? OFFSET ?";
  return { ids: idsOf(statements, sql, [words, ...condition.values, window.limit, window.offset]), total };
}

function unranked(statements: Statements, { sql, values }: Condition, { limit, offset }: Window): Hits {
  const total = count(statements, `items i WHERE ${sql}`, values);
  if (total === 0) return { ids: [], total };
  const select =
    `SELECT i.id FROM items i WHERE ${sql} ORDER BY i.updated_at DESC, i.id DESC LIMIT ? OFFSET ?`;
  return { ids: idsOf(statements, select, [...values, limit, offset]), total };
}

function filtered(
  statements: Statements,
  { match, rest }: { readonly match: string; readonly rest: Condition },
  window: Window,
): Hits {
  const joined = "items_fts JOIN items i ON i.id = items_fts.rowid WHERE items_fts MATCH ?";
  const values = [match, ...rest.values];
  const total = count(statements, `${joined} AND ${rest.sql}`, values);
  if (total === 0) return { ids: [], total };
  if (total <= mostScored) {
    return { ids: scored(statements, { where: ` AND ${rest.sql}`, values }, window), total };
  }
  const newest = `SELECT i.id FROM ${joined} AND ${rest.sql} ORDER BY items_fts.rowid DESC LIMIT ? OFFSET ?`;
  return { ids: idsOf(statements, newest, [...values, window.limit, window.offset]), total };
}

function indexed(statements: Statements, match: string, window: Window): Hits {
  const total = count(statements, "items_fts WHERE items_fts MATCH ?", [match]);
  if (total === 0) return { ids: [], total };
  const ids = total > mostScored
    ? common(statements, match, window)
    : scored(statements, { where: "", values: [match] }, window);
  return { ids, total };
}

interface Scored {
  /** What goes behind the match. */
  readonly where: string;
  readonly values: readonly SQLInputValue[];
}

function scored(statements: Statements, { where, values }: Scored, { limit, offset }: Window): number[] {
  const sql =
    `SELECT i.id FROM items_fts JOIN items i ON i.id = items_fts.rowid WHERE items_fts MATCH ?${where} ` +
    `ORDER BY ${score}, i.updated_at DESC, i.id DESC LIMIT ? OFFSET ?`;
  return idsOf(statements, sql, [...values, limit, offset]);
}

function common(statements: Statements, match: string, { limit, offset }: Window): number[] {
  // Where something is left out, it must be nowhere, not only not in the title.
  const inTitle = `{title} : (${match})`;
  const titled = match.includes(" NOT ") ? `(${match} AND ${inTitle})` : inTitle;
  const titles = count(statements, "items_fts WHERE items_fts MATCH ?", [titled]);
  const first = offset < titles ? scored(statements, { where: "", values: [titled] }, { limit, offset }) : [];
  if (first.length === limit) return first;
  const newest =
    "SELECT rowid AS id FROM items_fts WHERE items_fts MATCH ? ORDER BY rowid DESC LIMIT ? OFFSET ?";
  const others = [`(${match} NOT (${titled}))`, limit - first.length, Math.max(0, offset - titles)];
  return [...first, ...idsOf(statements, newest, others)];
}

function count(statements: Statements, from: string, values: readonly SQLInputValue[]): number {
  return statements.row(totalRow, `SELECT count(*) AS total FROM ${from}`, ...values)?.total ?? 0;
}

function idsOf(statements: Statements, sql: string, values: readonly SQLInputValue[]): number[] {
  return statements.rows(idRow, sql, ...values).map(({ id }) => id);
}
