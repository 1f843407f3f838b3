/** Two processes on one knowledge base: both get everything done, and neither undoes the other's work. */

import assert from "node:assert/strict";
import { startKnowledge } from "../harness/knowledge.ts";

Deno.test("two processes share one knowledge base", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "knowledge-" });
  {
    // Both make the database at the same time.
    const [first, second] = await Promise.all([startKnowledge({ folder }), startKnowledge({ folder })]);
    await using one = first;
    await using two = second;
    const both = [one, two];

    await t.step("what both create at once is all there, each tag once", async () => {
      const created = await Promise.all(
        both.flatMap((kb, side) =>
          Array.from({ length: 60 }, (_, n) => kb.create(`${side} ${n}`, { tags: ["shared", `n${n}`] }))
        ),
      );
      assert.equal(new Set(created).size, 120);
      for (const kb of both) {
        assert.equal((await kb.ok("get_stats")).at("totalItems"), 120);
        assert.deepEqual((await kb.ok("get_tags")).at("tags.0"), { name: "shared", count: 120 });
        assert.equal((await kb.ok("get_tags")).at("total"), 61);
      }
    });

    await t.step("neither undoes what the other changes in the same item", async () => {
      const rounds = Array.from({ length: 40 }, (_, n) => n);
      await Promise.all([
        Promise.all(
          rounds.map((n) => one.ok("update_item", { id: 1, category: `c${n}`, content: `content ${n}` })),
        ),
        Promise.all(
          rounds.map((n) => two.ok("update_item", { id: 1, version: `v${n}`, title: `title ${n}` })),
        ),
      ]);
      for (const kb of both) {
        const { json } = await kb.ok("get_item", { id: 1 });
        assert.partialDeepStrictEqual(json, {
          category: "c39",
          content: "content 39",
          version: "v39",
          title: "title 39",
        });
      }
      assert.deepEqual(await one.search('"title 39"'), [1]);
      assert.deepEqual(await two.search('"title 38"'), []);
    });

    await t.step("relations from both sides are one", async () => {
      const answers = await Promise.all([
        one.ok("add_relations", { sourceId: 2, targetIds: [3] }),
        two.ok("add_relations", { sourceId: 3, targetIds: [2] }),
      ]);
      assert.equal(
        answers.filter(({ json }) => Array.isArray(json["added"]) && json["added"].length === 1).length,
        1,
      );
      assert.equal((await one.ok("get_stats")).at("totalRelations"), 1);
    });

    await t.step("states of both are in the history", async () => {
      await Promise.all(
        both.flatMap((kb, side) =>
          Array.from({ length: 10 }, (_, n) => kb.ok("update_current_state", { content: `${side} ${n}` }))
        ),
      );
      assert.equal((await one.ok("get_current_state")).at("states"), 20);
    });
  }
  await Deno.remove(folder, { recursive: true });
});

Deno.test("four processes that write at once are all answered, though each has more calls than may wait", async () => {
  const folder = await Deno.makeTempDir({ prefix: "knowledge-" });
  {
    await using processes = new AsyncDisposableStack();
    const all = await Promise.all(
      Array.from({ length: 4 }, async () => processes.use(await startKnowledge({ folder }))),
    );
    const created = await Promise.all(
      all.flatMap((kb, side) => Array.from({ length: 120 }, (_, n) => kb.create(`${side} ${n}`))),
    );
    assert.equal(new Set(created).size, 480);
  }
  await Deno.remove(folder, { recursive: true });
});
