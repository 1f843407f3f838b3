/**
 * Gives new numbers to items whose own are too large (`item_ids.ts`). Earlier versions let imports bring such items:
 * they can be neither listed nor deleted, and no item can be made after them.
 */

import { z } from "zod";
import type { Database, Statements } from "./database.ts";
import { largestId } from "./item_ids.ts";
import { indexItem } from "./search/index_item.ts";
import { readStored } from "./stored_items.ts";

const overRow = z.object({ over: z.number() });
const textRow = z.object({ id: z.string() });
const lastRow = z.object({ last: z.number() });

/** @param tell Hears of each item that has another number now. */
export async function mendIds(database: Database, tell: (message: string) => void): Promise<void> {
  if (!await database.read(isOver)) return;
  // Another process may have done it meanwhile.
  const moves = await database.write((db) => isOver(db) ? moveAll(db) : []);
  for (const { from, to } of moves) {
    tell(`item ${from} is item ${to} now: its number was too large to work with`);
  }
}

/** SQLite remembers the largest number that there has been. */
function isOver(statements: Statements): boolean {
  const sql = "SELECT seq > ? AS over FROM sqlite_sequence WHERE name = 'items'";
  return statements.row(overRow, sql, largestId)?.over === 1;
}

interface Move {
  readonly from: bigint;
  readonly to: number;
}

function moveAll(statements: Statements): Move[] {
  const sql = "SELECT CAST(id AS TEXT) AS id FROM items WHERE id > ? ORDER BY id";
  const last = "SELECT coalesce(max(id), 0) AS last FROM items WHERE id <= ?";
  const next = (statements.row(lastRow, last, largestId)?.last ?? 0) + 1;
  const moves = statements.rows(textRow, sql, largestId)
    .map(({ id }, at) => ({ from: BigInt(id), to: next + at }));
  // An item moves before what points to it.
  statements.run("PRAGMA defer_foreign_keys = ON");
  for (const one of moves) move(statements, one);
  statements.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'items'", next - 1 + moves.length);
  return moves;
}

const holders = ["contents", "item_tags", "item_notebooks", "state_items"];
const pairs = ["item_relations", "removed_relations"];

function move(statements: Statements, { from, to }: Move): void {
  statements.run("UPDATE items SET id = ? WHERE id = ?", to, from);
  for (const table of holders) {
    statements.run(`UPDATE ${table} SET item_id = ? WHERE item_id = ?`, to, from);
  }
  for (const table of pairs) {
    const [a, b] = ["a", "b"].map((end) => `iif(${end} = ?1, ?2, ${end})`);
    const sql = `UPDATE ${table} SET a = min(${a}, ${b}), b = max(${a}, ${b}) WHERE a = ?1 OR b = ?1`;
    statements.run(sql, from, to);
  }
  moveInSets(statements, { from, to });
  statements.run("DELETE FROM items_fts WHERE rowid = ?", from);
  const item = readStored(statements, to);
  if (item !== undefined) indexItem(statements, to, item);
}

/** The triggers that keep the sets know of no new numbers. */
function moveInSets(statements: Statements, { from, to }: Move): void {
  statements.run(
    "INSERT INTO item_sets (facet, block, bits) SELECT facet, ?2 >> 5, 1 << (?2 & 31) FROM item_sets " +
      "WHERE block = ?1 >> 5 AND bits & (1 << (?1 & 31)) ON CONFLICT DO UPDATE SET bits = bits | excluded.bits",
    from,
    to,
  );
  statements.run("UPDATE item_sets SET bits = bits & ~(1 << (?1 & 31)) WHERE block = ?1 >> 5", from);
  statements.run("DELETE FROM item_sets WHERE bits = 0");
}
