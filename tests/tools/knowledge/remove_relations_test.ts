import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("remove_relations", async (t) => {
  await using kb = await startKnowledge();
  const [a, b, c] = [await kb.create("a"), await kb.create("b"), await kb.create("c")];
  await kb.ok("add_relations", { sourceId: a, targetIds: [b, c] });

  await t.step("removes links from either side; the items stay", async () => {
    assert.deepEqual((await kb.ok("remove_relations", { sourceId: b, targetIds: [a] })).json, {
      sourceId: b,
      removed: [a],
      skipped: [],
    });
    assert.deepEqual((await kb.ok("get_item", { id: a })).at("related"), [c]);
    assert.deepEqual((await kb.ok("get_item", { id: b })).at("related"), []);
  });

  await t.step("can be repeated, also for items that are gone", async () => {
    const again = await kb.ok("remove_relations", { sourceId: b, targetIds: [a, 4_711] });
    assert.deepEqual(again.json, { sourceId: b, removed: [], skipped: [a, 4_711] });
  });

  await t.step("answers -32001 for a source that is not there", async () => {
    assert.partialDeepStrictEqual(await kb.fails("remove_relations", { sourceId: 4_711, targetIds: [a] }), {
      code: -32001,
      field: "sourceId",
    });
  });
});
