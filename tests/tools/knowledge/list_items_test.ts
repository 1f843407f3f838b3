import assert from "node:assert/strict";
import { idsIn, startKnowledge } from "../../harness/knowledge.ts";

Deno.test("list_items", async (t) => {
  await using kb = await startKnowledge();
  const low = await kb.create("low", {
    type: "issue",
    priority: "LOW",
    tags: ["a", "b"],
    content: "long".repeat(1_000),
  });
  const high = await kb.create("high", { type: "issue", priority: "HIGH", tags: ["a"], status: "Closed" });
  const critical = await kb.create("critical", { type: "task", priority: "CRITICAL", tags: ["Ａ", "c"] });
  const minimal = await kb.create("minimal", {
    type: "task",
    priority: "MINIMAL",
    description: "d".repeat(1_000),
  });
  await kb.ok("update_item", { id: low, version: "2" });
  const list = async (args: Record<string, unknown>) => idsIn(await kb.ok("list_items", args));

  await t.step(
    "lists all, the last changed first, with total, limit and offset, without contents",
    async () => {
      const { json, at } = await kb.ok("list_items");
      assert.partialDeepStrictEqual(json, { total: 4, limit: 20, offset: 0 });
      assert.deepEqual(await list({}), [low, minimal, critical, high]);
      assert.equal(at("items.0.content"), undefined);
      assert.deepEqual(at("items.0.tags"), ["a", "b"]);
      assert.equal(String(at("items.1.description")).length, 301);
    },
  );

  await t.step("sorts by creation, change, and priority by its rank", async () => {
    assert.deepEqual(await list({ sortBy: "created", sortOrder: "asc" }), [low, high, critical, minimal]);
    assert.deepEqual(await list({ sortBy: "updated", sortOrder: "asc" }), [high, critical, minimal, low]);
    assert.deepEqual(await list({ sortBy: "priority" }), [critical, high, low, minimal]);
    assert.deepEqual(await list({ sortBy: "priority", sortOrder: "asc" }), [minimal, low, high, critical]);
  });

  await t.step("filters by type, by one of the statuses and priorities, by all of the tags", async () => {
    assert.deepEqual(await list({ type: "task" }), [minimal, critical]);
    assert.deepEqual(await list({ type: "nothing" }), []);
    assert.deepEqual(await list({ status: ["closed", "Review"] }), [high]);
    assert.deepEqual(await list({ priority: ["LOW", "HIGH"] }), [low, high]);
    assert.deepEqual(await list({ tags: ["A"] }), [low, critical, high]);
    assert.deepEqual(await list({ tags: ["a", "b"] }), [low]);
    assert.deepEqual(await list({ tags: ["a", "unknown"] }), []);
    assert.deepEqual(await list({ status: [], priority: [], tags: [] }), [low, minimal, critical, high]);
    assert.deepEqual(await list({ type: "issue", status: ["Open"], priority: ["LOW"], tags: ["b"] }), [low]);
  });

  await t.step("pages", async () => {
    const page = await kb.ok("list_items", { limit: 2, offset: 1 });
    assert.deepEqual(idsIn(page), [minimal, critical]);
    assert.partialDeepStrictEqual(page.json, { total: 4, limit: 2, offset: 1 });
  });

  await t.step("refuses a status that is none, also beside one that is", async () => {
    for (const status of [["nope"], ["Open", "nope"]]) {
      assert.partialDeepStrictEqual(await kb.fails("list_items", { status }), {
        code: -32002,
        field: "status",
      });
    }
  });

  await t.step("refuses what its schema does not know", async () => {
    const wrong = {
      limit: 101,
      offset: -1,
      sortBy: "title",
      sortOrder: "up",
      priority: ["URGENT"],
      status: "Open",
    };
    for (const [field, value] of Object.entries(wrong)) {
      const failure = await kb.fails("list_items", { [field]: value });
      assert.equal(failure["code"], -32602);
      assert.ok(String(failure["field"]).startsWith(field));
    }
  });
});
