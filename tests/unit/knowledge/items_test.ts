import assert from "node:assert/strict";
import { AppError } from "../../../src/errors.ts";
import { checkRequest } from "../../../src/knowledge/limits.ts";
import { openKnowledge } from "../../harness/knowledge_folder.ts";

Deno.test("an update that changes nothing leaves the time of the last change", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time++ });
  const item = await knowledge.base.createItem({ type: "t", title: "t" });
  assert.deepEqual(await knowledge.base.updateItem(item.id, {}), item);
  assert.notEqual((await knowledge.base.updateItem(item.id, { title: "u" })).updatedAt, item.updatedAt);
});

Deno.test("notebook: finds a path with or without a slash before it", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "t", related_notebooks: ["/a/b.ipynb"] });
  for (const query of ["notebook:/a/b.ipynb", "notebook:a/b.ipynb", "notebook:/a/b"]) {
    assert.equal((await knowledge.base.searchItems({ query, limit: 1, offset: 0 })).total, 1, query);
  }
});

Deno.test("only a text of an item is to be split over several", () => {
  const hint = (args: unknown) => {
    try {
      checkRequest(args);
    } catch (error) {
      return error instanceof AppError ? error.hint : undefined;
    }
    return undefined;
  };
  assert.match(hint({ content: "x".repeat(200_000) }) ?? "", /Split it/);
  assert.equal(hint({ query: "x".repeat(200_000) }), "Send less in one call");
});
