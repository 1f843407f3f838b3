import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_item", async (t) => {
  await using kb = await startKnowledge();

  await t.step("gives the whole item, with the items it is linked to from either side", async () => {
    const content = "日本語 “quotes” \\ \u0001 😀\r\n\ttail ";
    const first = await kb.create("first", { content });
    const second = await kb.create("second", { related: [first] });
    const third = await kb.create("third", { related: [first] });
    const { json } = await kb.ok("get_item", { id: first });
    assert.equal(json["content"], content);
    assert.deepEqual(json["related"], [second, third]);
    assert.deepEqual((await kb.ok("get_item", { id: third })).at("related"), [first]);
  });

  await t.step("what cannot be kept whole is refused, not cut", async () => {
    for (const content of ["before\u0000after", "half a pair \ud83d"]) {
      const failure = await kb.fails("create_item", { type: "t", title: "t", content });
      assert.partialDeepStrictEqual(failure, { error: "invalid_argument", code: -32002, field: "content" });
    }
    assert.deepEqual(await kb.search("\u0000"), await kb.search(""));
  });

  await t.step("answers -32001 for an item that is not there", async () => {
    const { error, code, field } = await kb.fails("get_item", { id: 999_999 });
    assert.deepEqual({ error, code, field }, { error: "item_not_found", code: -32001, field: "id" });
  });

  await t.step("refuses ids that are none", async () => {
    for (const id of [0, -1, 1.5, 2 ** 60, "1", null, true, [1]]) {
      assert.partialDeepStrictEqual(
        await kb.fails("get_item", { id }),
        { code: -32602, field: "id" },
        String(id),
      );
    }
    assert.partialDeepStrictEqual(await kb.fails("get_item"), { code: -32602, field: "id" });
  });
});
