import assert from "node:assert/strict";
import { AppError } from "../../../src/errors.ts";
import { checkRequest } from "../../../src/knowledge/limits.ts";
import { openKnowledge } from "../../harness/knowledge_folder.ts";

Deno.test("an update that changes nothing leaves the time of the last change", async () => {
  let time = Date.UTC(2026, 0, 1);
  await using knowledge = await openKnowledge({ now: () => time++ });
  const other = await knowledge.base.createItem({ type: "t", title: "other" });
  const links = { tags: ["b", "a"], related: [other.id], related_notebooks: ["n.ipynb"] };
  const item = await knowledge.base.createItem({ type: "t", title: "t", content: "c", ...links });
  const same = { title: "t", content: "c", status: "open", ...links, related_notebooks: ["/n"] };
  for (const changes of [{}, same, { category: "" }]) {
    assert.deepEqual(await knowledge.base.updateItem(item.id, changes), item);
  }
  let { updatedAt } = item;
  for (const changes of [{ title: "u" }, { tags: ["a"] }, { related: [] }, { related_notebooks: [] }]) {
    const changed = await knowledge.base.updateItem(item.id, changes);
    assert.ok(changed.updatedAt > updatedAt, JSON.stringify(changes));
    updatedAt = changed.updatedAt;
  }
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
