import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("delete_item", async (t) => {
  await using kb = await startKnowledge();

  await t.step(
    "deletes the item, its relations, also those of states, and its place in the index",
    async () => {
      const other = await kb.create("other");
      const id = await kb.create("platypus", { related: [other], tags: ["gone"] });
      await kb.ok("update_current_state", { content: "about it", related: [id, other] });
      const { json } = await kb.ok("delete_item", { id });
      assert.deepEqual(json, { id, type: "note", title: "platypus", deleted: true });
      assert.equal((await kb.fails("get_item", { id }))["code"], -32001);
      assert.deepEqual(await kb.search("platypus"), []);
      assert.deepEqual((await kb.ok("get_item", { id: other })).at("related"), []);
      assert.deepEqual((await kb.ok("get_current_state")).at("related"), [other]);
      assert.deepEqual((await kb.ok("get_tags")).at("tags"), [{ name: "gone", count: 0 }]);
      assert.equal((await kb.ok("get_stats")).at("graphMetrics.maxConnections"), 0);
    },
  );

  await t.step("never gives an id out again", async () => {
    const id = await kb.create("last");
    await kb.ok("delete_item", { id });
    assert.ok(await kb.create("next") > id);
  });

  await t.step("answers -32001 for an item that is not there", async () => {
    assert.partialDeepStrictEqual(await kb.fails("delete_item", { id: 12_345 }), {
      code: -32001,
      field: "id",
    });
  });
});
