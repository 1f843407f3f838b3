import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_current_state", async (t) => {
  await using kb = await startKnowledge();

  await t.step("says that there is none at first", async () => {
    const { json } = await kb.ok("get_current_state");
    assert.equal(json["content"], null);
    assert.match(String(json["message"]), /update_current_state/);
  });

  await t.step("gives the last one, and earlier ones where they are asked for", async () => {
    for (const content of ["first", "second", "third"]) await kb.ok("update_current_state", { content });
    const { json, at } = await kb.ok("get_current_state");
    assert.partialDeepStrictEqual(json, { content: "third", states: 3 });
    assert.equal(json["history"], undefined);
    assert.equal(at("message"), undefined);
    const withHistory = await kb.ok("get_current_state", { history: 20 });
    assert.deepEqual([withHistory.at("history.0.content"), withHistory.at("history.1.content")], [
      "second",
      "first",
    ]);
    assert.equal((await kb.ok("get_current_state", { history: 1 })).at("history.1"), undefined);
  });

  await t.step("refuses arguments that it has not", async () => {
    assert.partialDeepStrictEqual(await kb.fails("get_current_state", { id: 1 }), {
      code: -32602,
      field: "id",
    });
    assert.partialDeepStrictEqual(await kb.fails("get_current_state", { history: 21 }), { code: -32602 });
  });
});
