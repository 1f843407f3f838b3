import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("suggest_tags", async (t) => {
  await using kb = await startKnowledge();
  await kb.create("a", { tags: ["Python", "pytest", "100%", "100a", "データ", "a_b", "aXb"] });
  await kb.create("b", { tags: ["pytest"] });
  const suggest = async (prefix: string, limit?: number) =>
    (await kb.ok("suggest_tags", { prefix, ...(limit === undefined ? {} : { limit }) })).at("tags");

  await t.step("finds tags by their beginning in any width and case, the most used first", async () => {
    assert.deepEqual(await suggest("py"), ["pytest", "Python"]);
    assert.deepEqual(await suggest("ＰＹ"), ["pytest", "Python"]);
    assert.deepEqual(await suggest("ﾃﾞｰ"), ["データ"]);
    assert.deepEqual(await suggest("ython"), []);
    assert.deepEqual(await suggest("p".repeat(50_000)), []);
  });

  await t.step("signs of LIKE are only text", async () => {
    assert.deepEqual(await suggest("100%"), ["100%"]);
    assert.deepEqual(await suggest("a_"), ["a_b"]);
    assert.deepEqual(await suggest("%"), []);
    assert.deepEqual(await suggest("\\"), []);
  });

  await t.step("gives the most used for an empty beginning, at most as many as asked for", async () => {
    assert.deepEqual(await suggest("", 1), ["pytest"]);
    assert.equal(Array.isArray(await suggest("")), true);
  });

  await t.step("refuses limits out of bounds and a missing beginning", async () => {
    for (const limit of [0, 21, 1.5]) {
      assert.partialDeepStrictEqual(await kb.fails("suggest_tags", { prefix: "", limit }), {
        code: -32602,
        field: "limit",
      });
    }
    assert.partialDeepStrictEqual(await kb.fails("suggest_tags"), { code: -32602, field: "prefix" });
  });
});
