import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("add_relations", async (t) => {
  await using kb = await startKnowledge();
  const [a, b, c] = [await kb.create("a"), await kb.create("b"), await kb.create("c")];
  const related = async (id: number) => (await kb.ok("get_item", { id })).at("related");

  await t.step("links both ways, and says what was linked before", async () => {
    assert.deepEqual((await kb.ok("add_relations", { sourceId: c, targetIds: [a, a] })).json, {
      sourceId: c,
      added: [a],
      skipped: [],
    });
    assert.deepEqual((await kb.ok("add_relations", { sourceId: a, targetIds: [b, c] })).json, {
      sourceId: a,
      added: [b],
      skipped: [c],
    });
    assert.deepEqual([await related(a), await related(b), await related(c)], [[b, c], [a], [a]]);
    assert.equal((await kb.ok("get_stats")).at("totalRelations"), 2);
  });

  await t.step("links nothing where one of them is missing, and names the missing", async () => {
    const failure = await kb.fails("add_relations", { sourceId: b, targetIds: [c, 777, 778] });
    assert.partialDeepStrictEqual(failure, { code: -32001, field: "targetIds", missing: [777, 778] });
    assert.partialDeepStrictEqual(await kb.fails("add_relations", { sourceId: 777, targetIds: [c] }), {
      code: -32001,
      field: "sourceId",
    });
    assert.deepEqual(await related(b), [a]);
    const targetIds = Array.from({ length: 1_000 }, (_, n) => 1_000 + n);
    const many = await kb.fails("add_relations", { sourceId: b, targetIds });
    assert.deepEqual(many["missing"], targetIds);
    assert.match(String(many["message"]), /are no items 1000, 1001, .*, 1019 and 980 more$/);
  });

  await t.step("links no item to itself, and then nothing else either", async () => {
    const failure = await kb.fails("add_relations", { sourceId: b, targetIds: [c, b] });
    assert.partialDeepStrictEqual(failure, { code: -32002, field: "targetIds" });
    assert.deepEqual(await related(b), [a]);
  });

  await t.step("names what is missing from the call", async () => {
    assert.partialDeepStrictEqual(await kb.fails("add_relations", { sourceId: b }), {
      code: -32602,
      field: "targetIds",
    });
  });
});
