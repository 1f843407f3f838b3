/**
 * A query as conditions on rows of `items i`, and as the part of it that the full-text index can answer by itself.
 *
 * Whatever a person wrote goes to SQLite as a bound value; match expressions are made of tokens only.
 */

import type { SQLInputValue } from "node:sqlite";
import { plainPath, rankOf, statuses } from "../item.ts";
import { type Filter, joined, type Query, type TextQuery } from "./query.ts";
import { fold } from "./tokens.ts";

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** How many items are read for symbols. */
export const newestRead = 20_000;

/** The whole query in the index's own language; undefined if it cannot say it. */
export function matchOf(query: Query): string | undefined {
  switch (query.kind) {
    case "text":
      return query.match;
    case "or":
      return joinMatches(query.parts.map(matchOf), "OR");
    case "and": {
      const wanted = joinMatches(query.parts.filter(({ kind }) => kind !== "not").map(matchOf), "AND");
      const unwanted = query.parts.flatMap((part) => part.kind === "not" ? [matchOf(part.part)] : []);
      if (wanted === undefined || unwanted.length === 0) return wanted;
      const without = joinMatches(unwanted, "OR");
      return without === undefined ? undefined : `(${wanted} NOT ${without})`;
    }
    default:
      return undefined;
  }
}

/** Match expressions as one; undefined if one of them is missing. */
export function joinMatches(
  parts: readonly (string | undefined)[],
  operator: "AND" | "OR",
): string | undefined {
  const known = parts.flatMap((part) => part ?? []);
  if (known.length === 0 || known.length < parts.length) return undefined;
  const different = [...new Set(known)];
  return different.length === 1 ? different[0] : `(${different.join(` ${operator} `)})`;
}

export function conditionOf(query: Query): Condition {
  const match = matchOf(query);
  if (match !== undefined) return matches(match);
  switch (query.kind) {
    case "all":
      return { sql: "1", values: [] };
    case "text":
      return symbolCondition(query);
    case "and":
    case "or":
      return joinConditions(query.kind, query.parts);
    case "not":
      return negated(query.part);
    default:
      return filterCondition(query);
  }
}

/** Each question to the index lists all of its answers, so what it can say at once it is asked at once. */
function joinConditions(kind: "and" | "or", parts: readonly Query[]): Condition {
  const operator = kind === "and" ? "AND" : "OR";
  const indexed = parts.flatMap((part) => matchOf(part) ?? []);
  const match = joinMatches(indexed, operator);
  const excluded = parts.flatMap((part) => part.kind === "not" ? [part.part] : []);
  const others = parts.filter((part) => part.kind !== "not" && matchOf(part) === undefined);
  const conditions = [
    ...(match === undefined ? [] : [matches(match)]),
    ...(excluded.length === 0 ? [] : [negated(joined(kind === "and" ? "or" : "and", excluded))]),
    ...others.map(conditionOf),
  ];
  if (conditions.length === 0) return { sql: kind === "and" ? "1" : "0", values: [] };
  // SQLite bounds how deeply conditions nest, and every AND is a level: those of a thousand tags go in groups.
  const groups = Object.values(Object.groupBy(conditions, (_, at) => Math.floor(at / 100)));
  const sql = groups.map((group = []) => `(${group.map((part) => part.sql).join(` ${operator} `)})`);
  return { sql: `(${sql.join(` ${operator} `)})`, values: conditions.flatMap(({ values }) => values) };
}

function negated(query: Query): Condition {
  const { sql, values } = conditionOf(query);
  return { sql: `NOT ${sql}`, values };
}

function matches(match: string): Condition {
  return { sql: "i.id IN (SELECT rowid FROM items_fts WHERE items_fts MATCH ?)", values: [match] };
}

/** Symbols such as `→` are not indexed: texts are read, which takes long, so only those of the newest items. */
function symbolCondition({ text }: TextQuery): Condition {
  const sql =
    `(i.id > (SELECT max(id) - ${newestRead} FROM items) AND (instr(i.title, ?) OR instr(i.description, ?) ` +
    "OR EXISTS (SELECT 1 FROM contents WHERE item_id = i.id AND instr(content, ?))))";
  return { sql, values: [text, text, text] };
}

function filterCondition(filter: Filter): Condition {
  switch (filter.kind) {
    case "type":
      return one("i.type", filter.values);
    case "category":
      return one("lower(i.category)", filter.values.map((value) => value.toLowerCase()));
    case "status":
      return one("i.status", filter.values);
    case "priority":
      return one("i.priority", filter.values.map(rankOf));
    case "tag":
      return tagged(filter.values);
    case "notebook":
      return aboutNotebook(filter.values);
    case "closed":
      return one("i.status", statuses.flatMap(({ name, closed }) => closed === filter.closed ? [name] : []));
    case "created":
      return within("i.created_at", "i.created_at", filter);
    case "updated":
      return within("i.updated_at", "i.updated_at", filter);
    case "date":
      // The time that an item is about; one that names none is about the day it was written.
      return within(
        "coalesce(i.start_date, i.end_date, i.created_at)",
        "coalesce(i.end_date, i.start_date, i.created_at)",
        filter,
      );
  }
}

/** In all spellings of the tags. */
function tagged(tags: readonly string[]): Condition {
  return {
    sql:
      "EXISTS (SELECT 1 FROM item_tags WHERE item_id = i.id AND tag_id IN (SELECT id FROM tags WHERE folded IN " +
      "(SELECT value FROM json_each(?))))",
    values: [JSON.stringify(tags.map((tag) => fold(tag.trim())))],
  };
}

/** People leave the ending out. */
function aboutNotebook(paths: readonly string[]): Condition {
  const names = paths.map(plainPath).flatMap((path) => [path, `${path}.ipynb`]);
  return {
    sql: "i.id IN (SELECT item_id FROM item_notebooks WHERE path IN (SELECT value FROM json_each(?)))",
    values: [JSON.stringify(names)],
  };
}

function one(expression: string, values: readonly (string | number)[]): Condition {
  return { sql: `${expression} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** Whether what lasts from `start` to `end` touches the time asked for. */
function within(
  start: string,
  end: string,
  { from, until }: { readonly from: number | undefined; readonly until: number | undefined },
): Condition {
  const parts = [
    ...(from === undefined ? [] : [{ sql: `${end} >= ?`, value: from }]),
    ...(until === undefined ? [] : [{ sql: `${start} < ?`, value: until }]),
  ];
  return { sql: `(${parts.map(({ sql }) => sql).join(" AND ")})`, values: parts.map(({ value }) => value) };
}
