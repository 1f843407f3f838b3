/** A process that is killed loses nothing that it has answered and leaves nothing half done. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { startKnowledge } from "../harness/knowledge.ts";

const content = "killed in the middle 途中で殺される ".repeat(100);

Deno.test("kill -9 loses no answer and leaves the knowledge base whole", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "knowledge-" });
  const answered = new Set<number>();
  for (const after of [1, 7, 23]) {
    await t.step(`killed after ${after} answers, with others on their way`, async () => {
      await using kb = await startKnowledge({ folder });
      let seen = 0;
      const calls = Array.from({ length: 60 }, async (_, n) => {
        const id = await kb.create(`item ${n}`, { content, tags: ["t", `t${n}`] });
        answered.add(id);
        seen += 1;
        if (seen === after) kb.connection.kill("SIGKILL");
      });
      const outcomes = await Promise.allSettled(calls);
      assert.ok(outcomes.some(({ status }) => status === "rejected"), "it was killed in the middle");
    });
  }

  await t.step("every answered item is there, and the file has no fault", async () => {
    await using kb = await startKnowledge({ folder });
    for (const id of answered) assert.equal((await kb.ok("get_item", { id })).at("content"), content);
    const total = (await kb.ok("get_stats")).at("totalItems");
    assert.ok(Number(total) >= answered.size);
    assert.equal((await kb.ok("search_items", { query: "殺される" })).at("total"), total);
    assert.equal((await kb.ok("list_items", { tags: ["t"] })).at("total"), total);
    assert.ok(await kb.create("goes on") > 0);
  });
  const database = new DatabaseSync(join(folder, "knowledge.db"));
  assert.deepEqual({ ...database.prepare("PRAGMA integrity_check").get() }, { integrity_check: "ok" });
  assert.deepEqual(database.prepare("PRAGMA foreign_key_check").all(), []);
  database.exec("INSERT INTO items_fts (items_fts) VALUES ('integrity-check')");
  database.close();
  await Deno.remove(folder, { recursive: true });
});
