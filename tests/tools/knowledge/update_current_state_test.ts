import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("update_current_state", async (t) => {
  await using kb = await startKnowledge();
  const item = await kb.create("item");

  await t.step("keeps content, relations, tags and metadata, with the figures of the time", async () => {
    const state = {
      content: "# Now\n\nline two\nline three\nline four",
      related: [item],
      tags: ["handover"],
      metadata: { updatedBy: "me", context: "testing", more: { nested: [1] } },
    };
    const { json } = await kb.ok("update_current_state", state);
    assert.partialDeepStrictEqual(json, {
      ...state,
      summary: "# Now line two line three",
      metrics: { items: 1, relations: 0, avgConnections: 0, maxConnections: 0, isolatedNodes: 1 },
    });
    await kb.create("later");
    const current = await kb.ok("get_current_state");
    assert.partialDeepStrictEqual(current.json, state);
    assert.equal(current.at("metrics.items"), 1);
    assert.deepEqual((await kb.ok("suggest_tags", { prefix: "hand" })).json, { tags: ["handover"] });
  });

  await t.step("writes nothing where a related item is missing", async () => {
    const failure = await kb.fails("update_current_state", { content: "x", related: [item, 4_711] });
    assert.partialDeepStrictEqual(failure, { code: -32001, field: "related", missing: [4_711] });
    assert.equal((await kb.ok("get_current_state")).at("states"), 1);
  });

  await t.step("refuses what is missing or of another type", async () => {
    assert.partialDeepStrictEqual(await kb.fails("update_current_state"), { code: -32602, field: "content" });
    const failure = await kb.fails("update_current_state", { content: "x", metadata: { updatedBy: 5 } });
    assert.partialDeepStrictEqual(failure, { code: -32602, field: "metadata.updatedBy" });
  });
});
