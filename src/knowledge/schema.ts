/**
 * The schema, as the steps that lead to it. A step that has been released never changes: the next version is a new
 * step. `PRAGMA user_version` counts the steps that a file has taken.
 *
 * - Texts of items are in `contents`, so that lists read small rows.
 * - A relation is one row, the smaller id first; it has no direction. Triggers keep each item's number of them, since
 *   counting them all takes a second where there are many. It changes no item's time, so it has one of its own, and
 *   `removed_relations` the time of those that are gone: an import of older files must not bring them back.
 * - `item_sets` has the ids of all items of a type, a status, a priority, a tag (`facet`), 32 to a row, a bit each
 *   (`id_set.ts`); triggers keep it. Counting what several filters share takes too long otherwise.
 * - `items_fts` holds no text, only what `search/tokens.ts` makes of it; `words` has each word of any text once.
 * - A state keeps the ids that it named when their items are deleted; `deleted_items` tells exports whose files to remove.
 * - `taken_edits` has the marks of files that somebody edited and an import took: an export may write over those.
 * - `lineage` tells which write-ahead log belongs to the file (`lineage.ts`).
 * - Times are milliseconds since 1970; a priority is a rank, 4 the most urgent.
 */

import { createLineage } from "./lineage.ts";
import { statuses } from "./statuses.ts";

/** Marks a file as ours: "JMKN". */
export const applicationId = 0x4a4d4b4e;

const first = `
CREATE TABLE statuses (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  closed INTEGER NOT NULL
) STRICT;
INSERT INTO statuses (name, closed) VALUES
  ${statuses.map(({ name, closed }) => `('${name}', ${closed ? 1 : 0})`).join(", ")};
CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status_id INTEGER NOT NULL REFERENCES statuses (id),
  priority INTEGER NOT NULL,
  category TEXT,
  start_date INTEGER,
  end_date INTEGER,
  version TEXT,
  degree INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX items_by_update ON items (updated_at);
CREATE INDEX items_by_creation ON items (created_at);
CREATE INDEX items_by_type ON items (type, updated_at, status_id, priority);
CREATE INDEX items_by_status ON items (status_id, updated_at, priority);
CREATE INDEX items_by_priority ON items (priority, updated_at);
CREATE TABLE contents (
  item_id INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
  content TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE items_fts USING fts5 (
  title, description, content, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE TABLE words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_items (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE tags (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL
) STRICT;
CREATE INDEX tags_by_folded ON tags (folded);
CREATE TABLE item_tags (
  item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (item_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_tags_by_tag ON item_tags (tag_id);
CREATE TABLE item_relations (
  a INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  b INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  PRIMARY KEY (a, b),
  CHECK (a < b)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_relations_by_b ON item_relations (b);
CREATE TRIGGER relation_added AFTER INSERT ON item_relations BEGIN
  UPDATE items SET degree = degree + 1 WHERE id IN (NEW.a, NEW.b);
END;
CREATE TRIGGER relation_removed AFTER DELETE ON item_relations BEGIN
  UPDATE items SET degree = degree - 1 WHERE id IN (OLD.a, OLD.b);
END;
CREATE TABLE item_notebooks (
  item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  PRIMARY KEY (item_id, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX item_notebooks_by_path ON item_notebooks (path);
CREATE TABLE system_states (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  content TEXT NOT NULL,
  summary TEXT NOT NULL,
  metrics TEXT NOT NULL,
  metadata TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX system_states_by_creation ON system_states (created_at);
CREATE TABLE state_items (
  state_id INTEGER NOT NULL REFERENCES system_states (id) ON DELETE CASCADE,
  item_id INTEGER NOT NULL,
  PRIMARY KEY (state_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE state_tags (
  state_id INTEGER NOT NULL REFERENCES system_states (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (state_id, tag_id)
) STRICT, WITHOUT ROWID;
`;

const second = `
ALTER TABLE item_relations ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;
UPDATE item_relations SET made_at = unixepoch() * 1000;
CREATE TABLE removed_relations (
  a INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  b INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  removed_at INTEGER NOT NULL,
  PRIMARY KEY (a, b)
) STRICT, WITHOUT ROWID;
CREATE INDEX removed_relations_by_b ON removed_relations (b);
CREATE INDEX items_by_rising_priority ON items (priority, updated_at DESC, id DESC);
`;

/** The sets that an item is in, by its columns, and by one of its tags. */
const facets = ["'type:' || type", "'status:' || status_id", "'priority:' || priority"];
const columns = ["type", "status_id", "priority"];
const tagFacet = "'tag:' || tag_id";

/** The facet of a row that a trigger sees. */
function of(row: "NEW" | "OLD", facet: string): string {
  return facet.replace("|| ", `|| ${row}.`);
}

function enter(facet: string, id: string): string {
  return `INSERT INTO item_sets (facet, block, bits) VALUES (${of("NEW", facet)}, NEW.${id} >> 5, ` +
    `1 << (NEW.${id} & 31)) ON CONFLICT DO UPDATE SET bits = bits | excluded.bits;`;
}

function leave(facet: string, id: string): string {
  const block = `facet = ${of("OLD", facet)} AND block = OLD.${id} >> 5`;
  return `UPDATE item_sets SET bits = bits & ~(1 << (OLD.${id} & 31)) WHERE ${block};
  DELETE FROM item_sets WHERE ${block} AND bits = 0;`;
}

function fill(facet: string, table: string, id: string): string {
  return `INSERT INTO item_sets (facet, block, bits)
  SELECT ${facet}, ${id} >> 5, sum(1 << (${id} & 31)) FROM ${table} GROUP BY 1, 2;`;
}

const third = `
CREATE TABLE item_sets (
  facet TEXT NOT NULL,
  block INTEGER NOT NULL,
  bits INTEGER NOT NULL,
  PRIMARY KEY (facet, block)
) STRICT, WITHOUT ROWID;
${facets.map((facet) => fill(facet, "items", "id")).join("\n")}
${fill(tagFacet, "item_tags", "item_id")}
CREATE TRIGGER item_added AFTER INSERT ON items BEGIN
  ${facets.map((facet) => enter(facet, "id")).join("\n  ")}
END;
CREATE TRIGGER item_removed AFTER DELETE ON items BEGIN
  ${facets.map((facet) => leave(facet, "id")).join("\n  ")}
END;
${
  facets.map((facet, at) =>
    `CREATE TRIGGER item_${columns[at]}_changed AFTER UPDATE OF ${columns[at]} ON items
WHEN OLD.${columns[at]} IS NOT NEW.${columns[at]} BEGIN
  ${leave(facet, "id")}
  ${enter(facet, "id")}
END;`
  ).join("\n")
}
CREATE TRIGGER tag_added AFTER INSERT ON item_tags BEGIN
  ${enter(tagFacet, "item_id")}
END;
CREATE TRIGGER tag_removed AFTER DELETE ON item_tags BEGIN
  ${leave(tagFacet, "item_id")}
END;
`;

const fourth = `
CREATE TABLE taken_edits (
  uid TEXT PRIMARY KEY,
  mark TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The steps, oldest first. */
export const steps: readonly string[] = [first, second, third, fourth, createLineage];
