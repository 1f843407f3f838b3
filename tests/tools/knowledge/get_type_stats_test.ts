import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_type_stats", async (t) => {
  await using kb = await startKnowledge();

  await t.step("is empty at first", async () => {
    assert.deepEqual((await kb.ok("get_type_stats")).json, { types: [] });
  });

  await t.step("tells count, last use and relations per item of each type, the most used first", async () => {
    const a = await kb.create("a", { type: "issue" });
    const b = await kb.create("b", { type: "issue", related: [a] });
    const task = await kb.ok("create_item", { type: "task", title: "t", related: [a] });
    const changed = await kb.ok("update_item", { id: b, version: "2" });
    assert.deepEqual((await kb.ok("get_type_stats")).json, {
      types: [
        { type: "issue", count: 2, lastUsed: changed.at("updatedAt"), avgRelations: 1.5 },
        { type: "task", count: 1, lastUsed: task.at("updatedAt"), avgRelations: 1 },
      ],
    });
  });

  await t.step("takes no arguments", async () => {
    assert.partialDeepStrictEqual(await kb.fails("get_type_stats", { type: "x" }), {
      code: -32602,
      field: "type",
    });
  });
});
