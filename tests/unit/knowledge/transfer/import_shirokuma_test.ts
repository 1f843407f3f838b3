import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { importFolder } from "../../../../src/knowledge/transfer/import_folder.ts";
import { importShirokuma } from "../../../../src/knowledge/transfer/import_shirokuma.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const quiet = () => {};

/** The tables that Shirokuma 0.8 has, as far as they matter. */
const schema = `
CREATE TABLE items (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, title TEXT NOT NULL,
  description TEXT NOT NULL, content TEXT NOT NULL, ai_summary TEXT, status_id INTEGER NOT NULL,
  priority TEXT NOT NULL DEFAULT 'MEDIUM', category TEXT, start_date DATETIME, end_date DATETIME, version TEXT,
  search_index TEXT, entities TEXT, embedding BLOB, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL);
CREATE TABLE statuses (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL,
  is_closable BOOLEAN NOT NULL DEFAULT false, sort_order INTEGER NOT NULL DEFAULT 0);
CREATE TABLE tags (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
CREATE TABLE item_tags (item_id INTEGER NOT NULL, tag_id INTEGER NOT NULL, PRIMARY KEY (item_id, tag_id));
CREATE TABLE item_relations (source_id INTEGER NOT NULL, target_id INTEGER NOT NULL, type TEXT, score REAL,
  PRIMARY KEY (source_id, target_id));
CREATE TABLE system_states (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, version TEXT NOT NULL DEFAULT 'v0.8.0',
  content TEXT NOT NULL, summary TEXT, metrics TEXT, context TEXT, checkpoint TEXT,
  relatedItems TEXT NOT NULL DEFAULT '[]', tags TEXT NOT NULL DEFAULT '[]', metadata TEXT,
  created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, is_active BOOLEAN NOT NULL DEFAULT false);
INSERT INTO statuses (name, is_closable) VALUES ('Open', 0), ('Completed', 1), ('Shipped', 1), ('Dreaming', 0);
`;

function writeShirokuma(path: string): void {
  const db = new DatabaseSync(path);
  db.exec(schema);
  const insert = db.prepare(
    "INSERT INTO items (id, type, title, description, content, status_id, priority, category, start_date, embedding, " +
      "created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, x'0102', ?, ?)",
  );
  // 0.8 keeps times as milliseconds, 0.9 as texts.
  insert.run(
    3,
    "issue",
    "第一",
    "d",
    "# 売上",
    1,
    "HIGH",
    "c",
    1_755_138_121_000,
    1_755_138_121_815,
    1_755_140_677_267,
  );
  insert.run(
    5,
    "Odd Type",
    "second",
    "",
    "",
    2,
    "LOW",
    null,
    null,
    "2025-08-14 02:22:01.815",
    "2025-08-14 02:22:02",
  );
  insert.run(8, "task", "third", "", "", 3, "MEDIUM", null, null, 1_755_138_121_816, 1_755_138_121_816);
  insert.run(9, "task", "fourth", "", "", 4, "MEDIUM", null, null, 1_755_138_121_816, 1_755_138_121_816);
  db.exec(
    "INSERT INTO tags (name) VALUES ('タグ'), ('two'), ('unused'); INSERT INTO item_tags VALUES (3, 1), (3, 2)",
  );
  db.exec("INSERT INTO item_relations (source_id, target_id) VALUES (3, 5), (5, 3), (8, 3)");
  db.prepare(
    "INSERT INTO system_states (content, metrics, relatedItems, tags, metadata, created_at, updated_at) " +
      "VALUES (?, ?, ?, ?, ?, ?, ?)",
  )
    .run(
      "# State",
      '{"items":3}',
      "[3,99]",
      '["s"]',
      '{"updatedBy":"ai"}',
      1_755_138_121_900,
      1_755_138_121_900,
    );
  db.close();
}

Deno.test("importShirokuma brings over items, tags, relations and states, twice as well as once", async () => {
  await using knowledge = await openKnowledge();
  const { base, folder } = knowledge;
  const path = join(folder, "shirokuma.db");
  writeShirokuma(path);
  const before = await Deno.readFile(path);
  const seen: string[] = [];
  const first = await importShirokuma(base, path, (done, total) => seen.push(`${done}/${total}`));
  const notes = [
    'item 5: type "Odd Type" became "odd_type"',
    'item 8: status "Shipped" became "Closed"',
    'item 9: status "Dreaming" became "Open"',
    "state 1: related 99 is not there: left out",
  ];
  assert.deepEqual(first, {
    created: 4,
    updated: 0,
    unchanged: 0,
    kept: 0,
    leftOut: 0,
    relations: 2,
    states: 1,
    notes,
  });
  assert.deepEqual(seen, ["4/4"]);
  assert.deepEqual(await base.getItem(3), {
    id: 3,
    type: "issue",
    title: "第一",
    description: "d",
    content: "# 売上",
    status: "Open",
    priority: "HIGH",
    category: "c",
    startDate: "2025-08-14T02:22:01.000Z",
    endDate: null,
    version: null,
    tags: ["two", "タグ"],
    related: [5, 8],
    related_notebooks: [],
    createdAt: "2025-08-14T02:22:01.815Z",
    updatedAt: "2025-08-14T03:04:37.267Z",
  });
  assert.partialDeepStrictEqual(await base.getItem(5), {
    type: "odd_type",
    status: "Completed",
    createdAt: "2025-08-14T02:22:01.815Z",
  });
  assert.deepEqual((await base.tags(9)).tags.map(({ name }) => name), ["two", "タグ", "s"]);
  assert.equal((await base.getItem(8)).status, "Closed");
  assert.equal((await base.getItem(9)).status, "Open");
  assert.equal((await base.searchItems({ query: "売上", limit: 1, offset: 0 })).total, 1);
  const { states } = await base.recentStates(5);
  assert.partialDeepStrictEqual(states, [
    { content: "# State", related: [3], tags: ["s"], metadata: { updatedBy: "ai" }, metrics: { items: 3 } },
  ]);
  const second = await importShirokuma(base, path, quiet);
  assert.deepEqual(second, {
    created: 0,
    updated: 0,
    unchanged: 4,
    kept: 0,
    leftOut: 0,
    relations: 0,
    states: 0,
    notes: notes.slice(0, 3),
  });
  assert.deepEqual(await Deno.readFile(path), before, "the file is only read");
});

Deno.test("importShirokuma gives ids that are taken anew, and tells what it leaves out", async () => {
  await using knowledge = await openKnowledge();
  const { base, folder } = knowledge;
  const path = join(folder, "shirokuma.db");
  writeShirokuma(path);
  const db = new DatabaseSync(path);
  db.exec("UPDATE items SET id = -4 WHERE id = 9");
  db.exec("INSERT INTO item_relations (source_id, target_id) VALUES (5, 5)");
  const insert = db.prepare("INSERT INTO tags (id, name) VALUES (?, ?)");
  insert.run(10, `${"u".repeat(99)} ${"v".repeat(20)}`);
  insert.run(11, " ");
  db.exec("INSERT INTO item_tags VALUES (5, 10), (5, 11)");
  db.close();
  for (let n = 1; n <= 3; n++) await base.createItem({ type: "t", title: `mine ${n}` });
  const { created, notes } = await importShirokuma(base, path, quiet);
  assert.equal(created, 4);
  assert.deepEqual(notes, [
    'item 5: type "Odd Type" became "odd_type"',
    `item 5: tag "${"u".repeat(78)}… has 120 characters: cut to 100`,
    'item 5: tags " " cannot be used: left out',
    'item 8: status "Shipped" became "Closed"',
    "item -4: its id -4 cannot be kept: it became 9",
    'item -4: status "Dreaming" became "Open"',
    "item 3: its id 3 cannot be kept: it became 10",
    "state 1: related 99 is not there: left out",
  ]);
  assert.partialDeepStrictEqual(await base.getItem(5), { related: [10], tags: ["u".repeat(99)] });
  assert.deepEqual((await base.recentStates(1)).states[0]?.related, [10]);
  assert.partialDeepStrictEqual(await importShirokuma(base, path, quiet), { unchanged: 4, states: 0 });
});

Deno.test("what a state of Shirokuma's has under any name is kept, and exported", async () => {
  await using knowledge = await openKnowledge();
  const path = join(knowledge.folder, "shirokuma.db");
  writeShirokuma(path);
  const db = new DatabaseSync(path);
  const metadata = '{"__proto__":{"x":1},"constructor":"me"}';
  db.prepare("UPDATE system_states SET metadata = ?").run(metadata);
  db.close();
  await importShirokuma(knowledge.base, path, quiet);
  const folder = join(knowledge.folder, "export");
  await exportFolder(knowledge.base, folder, quiet);
  await using other = await openKnowledge();
  await importFolder(other.base, folder, quiet);
  for (const { base } of [knowledge, other]) {
    const { states } = await base.recentStates(1);
    assert.equal(JSON.stringify(states[0]?.metadata), metadata);
  }
});

Deno.test("importShirokuma says what is wrong with a file that is none of Shirokuma's", async () => {
  await using knowledge = await openKnowledge();
  const { base, folder } = knowledge;
  const missing = join(folder, "nowhere.db");
  await assert.rejects(importShirokuma(base, missing, quiet), {
    code: "database_error",
    message: /no such file/,
  });
  await assert.rejects(importShirokuma(base, folder, quiet), {
    code: "database_error",
    message: /it is not a file; folders are read by/,
  });
  await Deno.writeTextFile(missing, "not a database ".repeat(100));
  await assert.rejects(importShirokuma(base, missing, quiet), {
    code: "database_error",
    message: /^Cannot import ".*nowhere\.db": the file is damaged or not a database$/,
  });
  await assert.rejects(importShirokuma(base, join(folder, "knowledge.db"), quiet), {
    code: "database_error",
    message: /it is not a database of Shirokuma$/,
  });
});
