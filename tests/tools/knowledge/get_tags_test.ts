import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_tags", async (t) => {
  await using kb = await startKnowledge();

  await t.step("lists tags with their counts, the most used first, unused ones last", async () => {
    await kb.create("a", { tags: ["one", " two ", "two"] });
    const id = await kb.create("b", { tags: ["two", "unused", "日本"] });
    await kb.ok("update_item", { id, tags: ["two", "日本"] });
    assert.deepEqual((await kb.ok("get_tags")).json, {
      tags: [
        { name: "two", count: 2 },
        { name: "one", count: 1 },
        { name: "日本", count: 1 },
        { name: "unused", count: 0 },
      ],
      total: 4,
      truncated: false,
    });
  });

  await t.step("tags that are empty or too long are refused", async () => {
    for (const tag of ["", "  ", "x".repeat(101)]) {
      const failure = await kb.fails("create_item", { type: "t", title: "t", tags: ["fine", tag] });
      assert.partialDeepStrictEqual(failure, { code: -32002, field: "tags" });
    }
  });

  await t.step("takes no arguments", async () => {
    assert.partialDeepStrictEqual(await kb.fails("get_tags", { prefix: "x" }), {
      code: -32602,
      field: "prefix",
    });
  });
});
