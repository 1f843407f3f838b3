/**
 * The tables of a knowledge base.
 *
 * - Contents of items are in a table of their own, so that lists read small rows.
 * - A relation is one row, the smaller id first; it has no direction. Triggers keep each item's number of relations in
 *   `degree`.
 * - `items_fts` holds no text, only the tokens of `search/tokens.ts`. `words` has each word of any text once, to find
 *   words by a part of them.
 * - `deleted_items` tells exports whose files to remove.
 * - Times are milliseconds since 1970; a priority is a rank, 4 the most urgent.
 */

/** `PRAGMA application_id` of a knowledge base: "JMKN". */
export const applicationId = 0x4a4d4b4e;

/** `PRAGMA user_version`. Earlier versions were never released. */
export const schemaVersion = 7;

export const schema = `
CREATE TABLE items (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uid TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
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
CREATE INDEX items_by_priority ON items (priority, updated_at, id);
CREATE INDEX items_by_fields ON items (type, status, priority, updated_at, degree);
CREATE TABLE contents (
  item_id INTEGER PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
  content TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE items_fts USING fts5 (
  title, description, content, content = '', contentless_delete = 1, tokenize = 'ascii'
);
CREATE TABLE words (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE deleted_items (uid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL) STRICT;
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
  item_id INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  PRIMARY KEY (state_id, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX state_items_by_item ON state_items (item_id);
CREATE TABLE state_tags (
  state_id INTEGER NOT NULL REFERENCES system_states (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tags (id),
  PRIMARY KEY (state_id, tag_id)
) STRICT, WITHOUT ROWID;
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`;
