/**
 * Which states of a database follow each other. SQLite plays a write-ahead log back into any file that has the right
 * name, so a log that was left beside a file which somebody put there later, such as a backup, would destroy it. Each
 * of our transactions therefore draws a name and keeps the one before it: a log fits a file that has one of its names.
 */

/** A transaction: its own name and that of the one before it. */
export interface Link {
  readonly name: string;
  readonly before: string;
}

const length = 32;

/** What comes before the first transaction. */
export const nothing = "0".repeat(length);

const draw = "lower(hex(randomblob(16)))";

export const createLineage = `
CREATE TABLE lineage (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL,
  before TEXT NOT NULL
) STRICT;
INSERT INTO lineage VALUES (1, ${draw}, '${nothing}');
`;

/** Goes into each transaction that changes something. */
export const nextLink = `UPDATE lineage SET before = name, name = ${draw}`;

/** Tells the name of the last transaction. */
export const lastLink = "SELECT name FROM lineage";

/** The lengths and types with which SQLite begins the only row; the two names follow. */
const rowStart = [4 + 2 * length, 1, 4, 0, 13 + 2 * length, 13 + 2 * length];

/** How much of a page {@linkcode placeOfRow} needs, and how long a row is. */
export const pageStart = 10;
export const rowLength = rowStart.length + 2 * length;

/** Where on a page its only row is, given the page's beginning; undefined for a page with none or several. */
export function placeOfRow(page: DataView): number | undefined {
  const isLeaf = page.getUint8(0) === 0x0d;
  return isLeaf && page.getUint16(3) === 1 ? page.getUint16(8) : undefined;
}

/** The link in a row of any table; undefined where it is another table's. */
export function linkIn(row: Uint8Array): Link | undefined {
  if (row.length < rowLength || rowStart.some((byte, at) => row[at] !== byte)) return undefined;
  const names = new TextDecoder().decode(row.subarray(rowStart.length, rowLength));
  if (!/^[0-9a-f]+$/.test(names)) return undefined;
  return { name: names.slice(0, length), before: names.slice(length) };
}
