/** A backup that somebody puts in the place of the file under a running program stays as it is. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { startKnowledge } from "../harness/knowledge.ts";

Deno.test("a file that replaces the knowledge base of a running program loses nothing", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "knowledge-" });
  const file = join(folder, "knowledge.db");
  const backup = join(folder, "backup.db");
  {
    await using kb = await startKnowledge({ folder });
    await kb.create("in the backup");
  }
  Deno.copyFileSync(file, backup);
  const titles = async () => {
    await using kb = await startKnowledge({ folder });
    const { json } = await kb.ok("list_items", { sortBy: "created", sortOrder: "asc" });
    return z.array(z.object({ title: z.string() })).parse(json["items"]).map(({ title }) => title);
  };
  const replace = () => {
    Deno.renameSync(file, join(folder, "old.db"));
    Deno.copyFileSync(backup, file);
  };

  await t.step("a call says so, and the next uses the file that is there", async () => {
    await using kb = await startKnowledge({ folder });
    await kb.create("in the old file");
    replace();
    const { message, code } = await kb.fails("create_item", { type: "note", title: "in neither" });
    assert.match(String(message), /its file was replaced by another while in use$/);
    assert.equal(code, -32003);
    assert.equal(await kb.create("in the new file"), 2);
    using old = new DatabaseSync(join(folder, "old.db"));
    const rows = old.prepare("SELECT title FROM items ORDER BY id").all();
    assert.deepEqual(rows.map(({ title }) => title), ["in the backup", "in the old file"]);
  });
  assert.deepEqual(await titles(), ["in the backup", "in the new file"]);

  await t.step("a second program, started before the first has noticed, keeps what it writes", async () => {
    await using first = await startKnowledge({ folder });
    await first.ok("list_items");
    replace();
    await using second = await startKnowledge({ folder });
    assert.equal(await second.create("in the new file"), 2);
    await first.fails("list_items");
    assert.equal(await second.create("later"), 3);
    assert.equal(await first.create("by the first"), 4);
  });
  assert.deepEqual(await titles(), ["in the backup", "in the new file", "later", "by the first"]);

  await t.step(
    "kill -9 before any further call leaves nothing that is played back, and loses nothing",
    async () => {
      await using kb = await startKnowledge({ folder });
      for (let n = 0; n < 20; n++) await kb.create(`in the old file ${n}`, { content: "x".repeat(5_000) });
      replace();
      kb.connection.kill("SIGKILL");
      await assert.rejects(kb.create("nobody hears it"));
      using old = new DatabaseSync(join(folder, "old.db"));
      assert.deepEqual({ ...old.prepare("SELECT count(*) AS items FROM items").get() }, { items: 24 });
    },
  );
  assert.deepEqual(await titles(), ["in the backup"]);

  await t.step("a backup that is copied over the file is used by the next call", async () => {
    await using kb = await startKnowledge({ folder });
    for (let n = 0; n < 20; n++) await kb.create(`overwritten ${n}`);
    Deno.copyFileSync(backup, file);
    assert.equal(await kb.create("after it"), 2);
    assert.deepEqual(await kb.search("overwritten"), []);
  });
  assert.deepEqual(await titles(), ["in the backup", "after it"]);
  await Deno.remove(folder, { recursive: true });
});
