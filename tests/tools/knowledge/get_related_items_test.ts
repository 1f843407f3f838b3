import assert from "node:assert/strict";
import { idsIn, startKnowledge } from "../../harness/knowledge.ts";

Deno.test("get_related_items", async (t) => {
  await using kb = await startKnowledge();
  // a ─ b ─ c ─ d ─ e, and a ─ c
  const ids: number[] = [];
  for (const type of ["a", "b", "c", "d", "e"]) ids.push(await kb.create(type, { type, content: "secret" }));
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
  await kb.ok("add_relations", { sourceId: b, targetIds: [a, c] });
  await kb.ok("add_relations", { sourceId: d, targetIds: [c, e] });
  await kb.ok("add_relations", { sourceId: c, targetIds: [a] });

  await t.step("walks one step by default, both ways along relations", async () => {
    const { json, text } = await kb.ok("get_related_items", { id: a });
    assert.deepEqual(json, {
      root: { id: a, type: "a", title: "a", status: "Open", priority: "MEDIUM", distance: 0 },
      items: [
        { id: b, type: "b", title: "b", status: "Open", priority: "MEDIUM", distance: 1 },
        { id: c, type: "c", title: "c", status: "Open", priority: "MEDIUM", distance: 1 },
      ],
      edges: [
        { source: a, target: b, distance: 1 },
        { source: a, target: c, distance: 1 },
        { source: b, target: c, distance: 1 },
      ],
      truncated: false,
    });
    assert.ok(!text.includes("secret"));
  });

  await t.step("walks up to three steps, each item at its least distance, each pair once", async () => {
    const { at, ...result } = await kb.ok("get_related_items", { id: e, depth: 3 });
    assert.deepEqual(idsIn({ at, ...result }), [d, c, a, b]);
    assert.deepEqual([0, 1, 2, 3].map((n) => at(`items.${n}.distance`)), [1, 2, 3, 3]);
    assert.equal(result.json["edges"] instanceof Array && result.json["edges"].length, 5);
  });

  await t.step("types choose what is shown, not where the walk goes", async () => {
    const result = await kb.ok("get_related_items", { id: a, depth: 3, types: ["e", "c"] });
    assert.deepEqual(idsIn(result), [c, e]);
    assert.deepEqual(result.at("edges"), [{ source: a, target: c, distance: 1 }]);
  });

  await t.step("stops at five hundred items and says so", async () => {
    const hub = await kb.create("hub");
    const spokes = await Promise.all(Array.from({ length: 510 }, (_, n) => kb.create(`spoke ${n}`)));
    await kb.ok("add_relations", { sourceId: hub, targetIds: spokes });
    const result = await kb.ok("get_related_items", { id: hub });
    assert.equal(idsIn(result).length, 500);
    assert.equal(result.at("truncated"), true);
  });

  await t.step("answers -32001 for an item that is not there, -32602 for a depth out of bounds", async () => {
    assert.partialDeepStrictEqual(await kb.fails("get_related_items", { id: 99_999 }), {
      code: -32001,
      field: "id",
    });
    for (const depth of [0, 4, 1.5, "1"]) {
      assert.partialDeepStrictEqual(await kb.fails("get_related_items", { id: a, depth }), {
        code: -32602,
        field: "depth",
      });
    }
  });
});
