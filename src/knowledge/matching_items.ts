/** Which items pass the filters of a list, out of the sets that the schema's triggers keep. */

import { z } from "zod";
import { checkStatus } from "./check_item.ts";
import type { Statements } from "./database.ts";
import { emptySet, type IdSet, intersection, union } from "./id_set.ts";
import { numbersColumn } from "./numbers_column.ts";
import { priorities, type Priority, rankOf } from "./priorities.ts";
import { fold } from "./search/fold.ts";
import { statuses } from "./statuses.ts";
import { statusId } from "./stored_items.ts";

export interface Filters {
  readonly type?: string | undefined;
  /** One of them. */
  readonly status?: readonly string[] | undefined;
  /** One of them. */
  readonly priority?: readonly Priority[] | undefined;
  /** All of them. */
  readonly tags?: readonly string[] | undefined;
}

const setRow = z.object({ blocks: numbersColumn, bits: numbersColumn });
const tagRow = z.object({ id: z.number(), folded: z.string() });

/** Undefined where there is no filter. */
export function matchingItems(statements: Statements, filters: Filters): IdSet | undefined {
  let found: IdSet | undefined;
  for (const facets of wanted(statements, filters)) {
    const set = facets.map((facet) => readSet(statements, facet)).reduce(union, emptySet);
    found = found === undefined ? set : intersection(found, set);
    if (found.blocks.length === 0) break;
  }
  return found;
}

/** Sets of which an item must be in one of each group. */
function wanted(
  statements: Statements,
  { type, status = [], priority = [], tags = [] }: Filters,
): string[][] {
  return [
    ...(type === undefined ? [] : [[`type:${type}`]]),
    ...someOf(status.map((name) => checkStatus(name)), statuses.length).map((names) =>
      names.map((name) => `status:${statusId(statements, name)}`)
    ),
    ...someOf(priority, priorities.length).map((names) => names.map((name) => `priority:${rankOf(name)}`)),
    ...tagFacets(statements, tags),
  ];
}

/** The values as one group; no group where there are none or all of them, which filters nothing. */
function someOf<T>(values: readonly T[], all: number): T[][] {
  const some = unique(values);
  return some.length === 0 || some.length === all ? [] : [some];
}

/** For each tag the spellings of it that fold to the same. */
function tagFacets(statements: Statements, tags: readonly string[]): string[][] {
  const names = unique(tags.map((tag) => fold(tag.trim())));
  const sql = "SELECT id, folded FROM tags WHERE folded IN (SELECT value FROM json_each(?))";
  const rows = statements.rows(tagRow, sql, JSON.stringify(names));
  const known = Map.groupBy(rows, ({ folded }) => folded);
  return names.map((name) => (known.get(name) ?? []).map(({ id }) => `tag:${id}`));
}

function readSet(statements: Statements, facet: string): IdSet {
  const sql = "SELECT json_group_array(block) AS blocks, json_group_array(bits) AS bits FROM " +
    "(SELECT block, bits FROM item_sets WHERE facet = ? ORDER BY block)";
  return statements.row(setRow, sql, facet) ?? emptySet;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
