import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KnowledgeBase } from "../../../../src/knowledge/knowledge_base.ts";
import { exportFolder } from "../../../../src/knowledge/transfer/export_folder.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

/** SQLite keeps its own tables from being written unless told otherwise, of which the types do not know yet. */
const writable = { readOnly: false, defensive: false };

const titles = ["C++ と 売上データ", "a", "→", "データ", "50% of login_name", "Ｃ＃ ①", "x".repeat(200)];

Deno.test("an index that has lost its list of contents is told, not taken for an empty one", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "login", content: "売上" });
  knowledge.base.close();
  const db = new DatabaseSync(join(knowledge.folder, "knowledge.db"), writable);
  db.exec("UPDATE items_fts_data SET block = x'00112233' WHERE id = 10");
  db.close();
  const base = await KnowledgeBase.open({ folder: knowledge.folder });
  const trouble = {
    code: "database_error",
    message: /its search index is damaged$/,
    hint: /knowledge export/,
  };
  for (const query of ["login", "売上", "-login", "type:t OR login", "nothing"]) {
    await assert.rejects(base.searchItems({ query, limit: 5, offset: 0 }), trouble, query);
  }
  await assert.rejects(base.createItem({ type: "t", title: "second" }), trouble);
  assert.equal((await base.stats()).totalItems, 1);
  assert.equal((await base.searchItems({ query: "type:t", limit: 5, offset: 0 })).total, 1);
  const { written } = await exportFolder(base, join(knowledge.folder, "export"), () => {});
  assert.equal(written, 1);
  base.close();
});

Deno.test("whatever the oldest title is, a whole index is believed", async () => {
  await using knowledge = await openKnowledge();
  const search = () => knowledge.base.searchItems({ query: "nothing", limit: 5, offset: 0 });
  assert.equal((await search()).total, 0);
  for (const title of titles) {
    const { id } = await knowledge.base.createItem({ type: "t", title });
    assert.equal((await search()).total, 0, title);
    await knowledge.base.deleteItem(id);
  }
});
