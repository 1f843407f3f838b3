import assert from "node:assert/strict";
import { AppError } from "../../../src/base/errors.ts";
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

Deno.test("a notebook's path that cannot be one is refused with the reason", async () => {
  await using knowledge = await openKnowledge();
  const reasons = {
    ["日".repeat(1_001)]: /it has 1001 characters, 1000 are allowed$/,
    "http://x/y.ipynb": /it is an address/,
    "a/../b": /without \.\.$/,
    "./": /relative to the Jupyter root/,
  };
  for (const [path, message] of Object.entries(reasons)) {
    const item = { type: "t", title: "t", related_notebooks: [path] };
    await assert.rejects(knowledge.base.createItem(item), { code: "invalid_argument", message });
  }
});

Deno.test("notebook: finds a path however it is written", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "t", related_notebooks: ["/a/b.ipynb"] });
  for (const query of ["notebook:/a/b.ipynb", "notebook:a/b.ipynb", "notebook:/a/b", "notebook:./a//b"]) {
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

Deno.test("a period that ends before it begins is laid to the date that was given", async () => {
  await using knowledge = await openKnowledge();
  const period = { startDate: "2026-01-02", endDate: "2026-01-03" };
  const { id } = await knowledge.base.createItem({ type: "t", title: "t", ...period });
  const fieldOf = async (changes: { startDate?: string; endDate?: string }) => {
    const error = await knowledge.base.updateItem(id, changes).then(
      () => undefined,
      (error: unknown) => error,
    );
    return error instanceof AppError ? error.details?.["field"] : error;
  };
  assert.equal(await fieldOf({ startDate: "2026-01-04" }), "startDate");
  assert.equal(await fieldOf({ endDate: "2026-01-01" }), "endDate");
  assert.equal(await fieldOf({ startDate: "2026-01-04", endDate: "2026-01-01" }), "endDate");
});

Deno.test("a letter that no text has as a word is told to be looked for as one", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "dd e 売上" });
  const warnings = async (query: string) =>
    (await knowledge.base.searchItems({ query, limit: 1, offset: 0 })).warnings;
  assert.deepEqual(await warnings("d"), [
    '"d" is a single letter, which is found only where it stands alone',
  ]);
  for (const query of ["e", "dd", "売", "猫", "d".repeat(9)]) {
    assert.deepEqual(await warnings(query), [], query);
  }
});

Deno.test("relatedItems shows 500 items of the types that were asked for", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  const { id } = await base.createItem({ type: "hub", title: "hub" });
  for (let n = 0; n < 600; n++) await base.createItem({ type: "common", title: "x", related: [id] });
  for (let n = 0; n < 3; n++) await base.createItem({ type: "rare", title: "x", related: [id] });
  const rare = await base.relatedItems({ id, depth: 1, types: ["rare"] });
  assert.deepEqual([rare.items.length, rare.edges.length, rare.truncated], [3, 3, false]);
  const common = await base.relatedItems({ id, depth: 1, types: ["common"] });
  assert.deepEqual([common.items.length, common.truncated], [500, true]);
  const all = await base.relatedItems({ id, depth: 1, types: undefined });
  assert.deepEqual([all.items.length, all.truncated], [500, true]);
});

Deno.test("an item cannot be related to the id that it is about to get", async () => {
  await using knowledge = await openKnowledge();
  await assert.rejects(
    knowledge.base.createItem({ type: "t", title: "t", related: [1] }),
    (error) =>
      error instanceof AppError && error.code === "item_not_found" && /is no item 1$/.test(error.message),
  );
});
