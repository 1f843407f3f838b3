/**
 * A query as conditions on rows of `items i`, and as the part of it that the full-text index can answer by itself.
 *
 * Whatever a person wrote goes to SQLite as a bound value; match expressions are made of tokens only.
 */

import type { SQLInputValue } from "node:sqlite";
import { plainPath, rankOf, statuses } from "../item.ts";
import type { Filter } from "./parse_query.ts";
import { fold } from "./tokens.ts";

/** A query in which as much as possible is left to the full-text index. */
export type Settled =
  | { readonly kind: "all" }
  | { readonly kind: "and" | "or"; readonly parts: readonly Settled[] }
  | { readonly kind: "not"; readonly part: Settled }
  /** An expression in the index's own language. */
  | { readonly kind: "match"; readonly match: string }
  /** Characters that the index does not know, such as `→`. */
  | { readonly kind: "symbols"; readonly text: string }
  | Filter;

export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** How many items are read for symbols. */
export const newestRead = 20_000;

export function negated(part: Settled): Settled {
  return part.kind === "not" ? part.part : { kind: "not", part };
}

/** All of them, or one of them. Each question to the index lists all of its answers, so as few as possible are left. */
export function combined(kind: "and" | "or", all: readonly Settled[]): Settled {
  const parts = all.flatMap((part) => part.kind === kind ? part.parts : [part]);
  const wanted = parts.flatMap((part) => part.kind === "match" ? [part.match] : []);
  const excluded = parts.flatMap((part) =>
    part.kind === "not" && part.part.kind === "match" ? [part.part.match] : []
  );
  const others = parts.filter((part) => (part.kind === "not" ? part.part : part).kind !== "match");
  const [operator, opposite] = kind === "and" ? ["AND", "OR"] as const : ["OR", "AND"] as const;
  const [match, without] = [joinedMatches(wanted, operator), joinedMatches(excluded, opposite)];
  const indexed: Settled[] = kind === "and" && match !== undefined && without !== undefined
    ? [{ kind: "match", match: `(${match} NOT ${without})` }]
    : [
      ...(match === undefined ? [] : [{ kind: "match" as const, match }]),
      ...(without === undefined ? [] : [negated({ kind: "match", match: without })]),
    ];
  const [first, ...more] = [...indexed, ...others];
  return first !== undefined && more.length === 0 ? first : { kind, parts: [...indexed, ...others] };
}

/** Expressions as one; undefined if there are none. */
export function joinedMatches(matches: readonly string[], operator: "AND" | "OR"): string | undefined {
  const different = [...new Set(matches)];
  return different.length > 1 ? `(${different.join(` ${operator} `)})` : different[0];
}

export function conditionOf(query: Settled): Condition {
  switch (query.kind) {
    case "all":
      return { sql: "1", values: [] };
    case "match":
      return { sql: "i.id IN (SELECT rowid FROM items_fts WHERE items_fts MATCH ?)", values: [query.match] };
    case "symbols":
      return symbolCondition(query.text);
    case "and":
    case "or":
      return joinedConditions(query.kind, query.parts.map(conditionOf));
    case "not": {
      const { sql, values } = conditionOf(query.part);
      return { sql: `NOT ${sql}`, values };
    }
    default:
      return filterCondition(query);
  }
}

function joinedConditions(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: "1", values: [] };
  // SQLite bounds how deeply conditions nest, and every AND is a level: those of a thousand tags go in groups.
  const groups = Object.values(Object.groupBy(conditions, (_, at) => Math.floor(at / 100)));
  const sql = groups.map((group = []) => `(${group.map((part) => part.sql).join(` ${kind} `)})`);
  return { sql: `(${sql.join(` ${kind} `)})`, values: conditions.flatMap(({ values }) => values) };
}

/** Symbols such as `→` are not indexed: texts are read, which takes long, so only those of the newest items. */
function symbolCondition(text: string): Condition {
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
    case "updated":
      return within(`i.${filter.kind}_at`, `i.${filter.kind}_at`, filter);
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
function within(start: string, end: string, { from, until }: Extract<Filter, { from: unknown }>): Condition {
  return joinedConditions("and", [
    ...(from === undefined ? [] : [{ sql: `${end} >= ?`, values: [from] }]),
    ...(until === undefined ? [] : [{ sql: `${start} < ?`, values: [until] }]),
  ]);
}
