/**
 * Searching: reads the query, finds the items and shows the place of the hit.
 */

import type { Statements } from "../database.ts";
import type { ItemSummary, Page } from "../item.ts";
import { contentOf, summaries } from "../item_rows.ts";
import { checkIndex } from "./check_index.ts";
import { conditionOf, matchOf } from "./conditions.ts";
import { findHits, type Plan } from "./find_hits.ts";
import { findWords } from "./find_words.ts";
import { parseQuery } from "./parse_query.ts";
import type { Query } from "./query.ts";
import { snippet, wantedTexts } from "./snippet.ts";

export interface SearchOptions {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface Hit extends ItemSummary {
  readonly snippet: string;
}

export interface SearchPage extends Page<Hit> {
  readonly warnings: readonly string[];
}

export function searchItems(statements: Statements, options: SearchOptions): SearchPage {
  const { limit, offset } = options;
  const { query: parsed, warnings } = parseQuery(options.query);
  const { query: known, notes } = findWords(statements, parsed);
  const query = withTypes(known, options.types);
  const plan = planOf(query);
  const { ids, total } = findHits(statements, plan, options);
  // Hits that only the index can have given tell that it is there.
  if (hasText(parsed) && (plan.match === undefined || total === 0)) checkIndex(statements);
  const texts = wantedTexts(parsed).map(({ text }) => text);
  const items = summaries(statements, ids).map((item) => ({
    ...item,
    snippet: snippet([contentOf(statements, item.id), item.description, item.title], texts),
  }));
  return { items, total, limit, offset, warnings: [...warnings, ...notes] };
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

function planOf(query: Query): Plan {
  const whole = matchOf(query);
  if (whole !== undefined) return { query, match: whole, rest: undefined };
  const parts = query.kind === "and" ? flattened(query) : [query];
  const indexed = parts.filter((part) => matchOf(part) !== undefined);
  const others = parts.filter((part) => !indexed.includes(part));
  const match = indexed.length === 0 ? undefined : matchOf({ kind: "and", parts: indexed });
  const rest = others.length === 0 ? undefined : conditionOf({ kind: "and", parts: others });
  return { query, match, rest };
}

function flattened(query: Query): readonly Query[] {
  return query.kind === "and" ? query.parts.flatMap(flattened) : [query];
}
