import assert from "node:assert/strict";
import { startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_stats", async (t) => {
  await using kb = await startKnowledge();

  await t.step("counts nothing in an empty base", async () => {
    assert.deepEqual((await kb.ok("get_stats")).json, {
      totalItems: 0,
      totalRelations: 0,
      totalTags: 0,
      itemsByType: {},
      itemsByStatus: {},
      itemsByPriority: {},
      mostUsedTags: [],
      graphMetrics: { avgConnections: 0, maxConnections: 0, isolatedNodes: 0 },
    });
  });

  await t.step("counts by type, status and priority, and measures the graph", async () => {
    const a = await kb.create("a", { type: "issue", tags: ["x", "y"] });
    const b = await kb.create("b", { type: "issue", tags: ["x"], status: "Closed", related: [a] });
    await kb.create("c", { type: "task", priority: "CRITICAL", related: [a] });
    await kb.create("alone", { type: "task" });
    await kb.ok("remove_relations", { sourceId: a, targetIds: [b] });
    await kb.ok("add_relations", { sourceId: b, targetIds: [a] });
    assert.deepEqual((await kb.ok("get_stats")).json, {
      totalItems: 4,
      totalRelations: 2,
      totalTags: 2,
      itemsByType: { issue: 2, task: 2 },
      itemsByStatus: { Open: 3, Closed: 1 },
      itemsByPriority: { CRITICAL: 1, MEDIUM: 3 },
      mostUsedTags: [{ name: "x", count: 2 }, { name: "y", count: 1 }],
      graphMetrics: { avgConnections: 1, maxConnections: 2, isolatedNodes: 1 },
    });
  });

  await t.step("takes no arguments", async () => {
    assert.partialDeepStrictEqual(await kb.fails("get_stats", { type: "x" }), {
      code: -32602,
      field: "type",
    });
  });
});
