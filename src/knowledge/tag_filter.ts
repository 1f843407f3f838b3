/**
 * Items that have all of several tags. A tag may be on nearly every item or on three: rare ones lead to their items,
 * common ones are checked on items in the order of the list, which ends with the page.
 */

import { z } from "zod";
import type { Statements } from "./database.ts";
import { fold } from "./search/fold.ts";

/** One tag as a caller means it: all spellings that fold to the same. */
interface Meant {
  readonly ids: readonly number[];
  readonly count: number;
}

export interface TagFilter {
  /** A condition on `i.id`. */
  readonly sql: string;
  /** How many items pass. */
  readonly total: () => number;
}

/** Items of a tag that are sorted faster than the whole list is walked. */
const rare = 2_000;

const tagRow = z.object({ id: z.number(), folded: z.string(), count: z.number() });
const totalRow = z.object({ total: z.number() });

/** Undefined where no tags are asked for. */
export function tagFilter(
  statements: Statements,
  tags: readonly string[] | undefined,
): TagFilter | undefined {
  const names = [...new Set(tags?.map((tag) => fold(tag.trim())))];
  if (names.length === 0) return undefined;
  const meant = meantBy(statements, names);
  const [rarest, ...others] = meant;
  if (rarest === undefined || meant.length < names.length) return { sql: "FALSE", total: () => 0 };
  // More conditions than these are more than SQLite takes; nobody has an item with so many tags that are common.
  const checked = others.slice(0, 50).map((tag) => `EXISTS (${tagged(tag)} AND item_id = {id})`);
  const rest = others.slice(50).map(({ ids }) => ids);
  const all = [...checked, ...(rest.length === 0 ? [] : [hasEach(rest)])];
  const first = rarest.count <= rare
    ? `{id} IN (${tagged(rarest)})`
    : `EXISTS (${tagged(rarest)} AND item_id = {id})`;
  return {
    sql: [first, ...all].join(" AND ").replaceAll("{id}", "i.id"),
    total: () => {
      const where = [`tag_id IN (${rarest.ids.join(", ")})`, ...all].join(" AND ").replaceAll(
        "{id}",
        "t.item_id",
      );
      const what = rarest.ids.length === 1 ? "*" : "DISTINCT t.item_id";
      return statements.row(totalRow, `SELECT count(${what}) AS total FROM item_tags t WHERE ${where}`)
        ?.total ?? 0;
    },
  };
}

/** The tags that there are of those names, rarest first. */
function meantBy(statements: Statements, names: readonly string[]): Meant[] {
  const sql = "SELECT id, folded, (SELECT count(*) FROM item_tags WHERE tag_id = id) AS count FROM tags " +
    "WHERE folded IN (SELECT value FROM json_each(?))";
  const rows = Map.groupBy(statements.rows(tagRow, sql, JSON.stringify(names)), ({ folded }) => folded);
  return [...rows.values()].map((same) => ({
    ids: same.map(({ id }) => id),
    count: same.reduce((sum, { count }) => sum + count, 0),
  })).toSorted((one, other) => one.count - other.count);
}

function tagged({ ids }: Meant): string {
  return `SELECT item_id FROM item_tags WHERE tag_id IN (${ids.join(", ")})`;
}

/** Whether an item has one tag of each of these groups. */
function hasEach(groups: readonly (readonly number[])[]): string {
  return `NOT EXISTS (SELECT 1 FROM json_each('${JSON.stringify(groups)}') g WHERE NOT EXISTS (SELECT 1 ` +
    "FROM item_tags WHERE item_id = {id} AND tag_id IN (SELECT value FROM json_each(g.value))))";
}
