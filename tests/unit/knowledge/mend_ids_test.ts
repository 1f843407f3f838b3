import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KnowledgeBase } from "../../../src/knowledge/knowledge_base.ts";
import { openKnowledge } from "../../harness/knowledge_folder.ts";

const list = { limit: 9, offset: 0, sortBy: "created", sortOrder: "asc" } as const;

/** The numbers that an import of an earlier version left: two too large, and SQLite's memory of the largest. */
function enlarge(folder: string): void {
  const db = new DatabaseSync(join(folder, "knowledge.db"));
  const [two, three] = ["1731792000000000000", "1731792000000000032"];
  db.exec(`PRAGMA foreign_keys = OFF; BEGIN;
    UPDATE sqlite_sequence SET seq = ${three} WHERE name = 'items'`);
  for (const [small, large] of [[2, two], [3, three]]) {
    db.exec(`UPDATE items SET id = ${large} WHERE id = ${small}`);
    for (const table of ["contents", "item_tags", "item_notebooks", "state_items"]) {
      db.exec(`UPDATE ${table} SET item_id = ${large} WHERE item_id = ${small}`);
    }
    db.exec(`UPDATE item_relations SET b = ${large} WHERE b = ${small};
      UPDATE item_relations SET a = b, b = ${large} WHERE a = ${small} AND b < ${large};
      UPDATE item_relations SET a = ${large} WHERE a = ${small}`);
    db.exec(`INSERT INTO item_sets SELECT facet, ${large} >> 5, 1 << (${large} & 31) FROM item_sets
      WHERE block = 0 AND bits & (1 << ${small});
      UPDATE item_sets SET bits = bits & ~(1 << ${small}) WHERE block = 0`);
    db.exec(`DELETE FROM items_fts WHERE rowid = ${small};
      INSERT INTO items_fts (rowid, title, description, content) VALUES (${large}, 'wrong', '', '')`);
  }
  db.exec("DELETE FROM item_sets WHERE bits = 0; COMMIT");
  db.close();
}

Deno.test("items with numbers too large to work with get others when the base is opened, and are told", async () => {
  await using knowledge = await openKnowledge();
  const { folder, base: first } = knowledge;
  const fields = { type: "t", tags: ["x"], related_notebooks: ["n.ipynb"] };
  await first.createItem({ ...fields, title: "one" });
  await first.createItem({ ...fields, title: "two", content: "words", related: [1] });
  await first.createItem({ ...fields, title: "three", related: [1, 2] });
  await first.updateState({ content: "state", related: [2] });
  const before = await first.getItem(2);
  first.close();
  enlarge(folder);

  const readOnly = await KnowledgeBase.open({ folder, readOnly: true });
  await assert.rejects(readOnly.listItems(list), {
    code: "database_error",
    message: /a number that is too large to work with$/,
  });
  readOnly.close();

  const told: string[] = [];
  const base = await KnowledgeBase.open({ folder, tell: (message) => told.push(message) });
  assert.deepEqual(told, [
    "item 1731792000000000000 is item 2 now: its number was too large to work with",
    "item 1731792000000000032 is item 3 now: its number was too large to work with",
  ]);
  assert.deepEqual((await base.listItems(list)).items.map(({ id }) => id), [1, 2, 3]);
  assert.deepEqual((await base.listItems({ ...list, type: "t", tags: ["x"] })).items.map(({ id }) => id), [
    1,
    2,
    3,
  ]);
  assert.deepEqual(await base.getItem(2), before);
  assert.deepEqual((await base.getItem(3)).related, [1, 2]);
  assert.deepEqual((await base.recentStates(1)).states.map(({ related }) => related), [[2]]);
  const found = (query: string) => base.searchItems({ query, limit: 9, offset: 0 });
  assert.deepEqual((await found("words")).items.map(({ id }) => id), [2]);
  assert.equal((await found("wrong")).total, 0);
  assert.equal((await base.createItem({ type: "t", title: "four" })).id, 4);
  await base.deleteItem(2);
  base.close();

  const db = new DatabaseSync(join(folder, "knowledge.db"));
  assert.deepEqual(db.prepare("PRAGMA foreign_key_check").all(), []);
  assert.deepEqual({ ...db.prepare("SELECT max(block) AS block FROM item_sets").get() }, { block: 0 });
  db.close();
});

Deno.test("a base from which an item with the last of all numbers was deleted takes new items", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "one" });
  knowledge.base.close();
  const db = new DatabaseSync(join(knowledge.folder, "knowledge.db"));
  db.exec("UPDATE sqlite_sequence SET seq = 9007199254740991 WHERE name = 'items'");
  db.close();
  const base = await KnowledgeBase.open({ folder: knowledge.folder });
  assert.equal((await base.createItem({ type: "t", title: "two" })).id, 2);
  base.close();
});
