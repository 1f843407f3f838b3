import assert from "node:assert/strict";
import { createItem } from "../../../src/knowledge/items.ts";
import { openKnowledge } from "../../harness/knowledge_folder.ts";

Deno.test("listItems finds the items that have all tags, be they rare or common, few or many", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  const many = Array.from({ length: 60 }, (_, n) => `m${n}`);
  const tagsOf = (n: number) => [
    "all",
    ...(n % 2 === 0 ? ["Half"] : ["other"]),
    ...(n % 3 === 0 ? ["HALF"] : []),
    ...(n === 7 ? many : n === 8 ? many.slice(1) : []),
  ];
  const count = 2_100;
  await base.write((db) => {
    for (let n = 1; n <= count; n++) {
      createItem(db, { type: n % 2 === 0 ? "even" : "odd", title: "t", tags: tagsOf(n) }, {
        now: n,
        uid: String(n),
      });
    }
  });
  const folded = (n: number) => new Set(tagsOf(n).map((tag) => tag.toLowerCase()));
  const all = Array.from({ length: count }, (_, n) => count - n);
  for (
    const tags of [["all"], ["half"], ["all", "ＨＡＬＦ"], ["other", "half", "all"], ["m3"], many, ["none"]]
  ) {
    for (const type of [undefined, "odd"]) {
      const wanted = all.filter((n) =>
        tags.every((tag) => folded(n).has(tag.normalize("NFKC").toLowerCase())) &&
        (type === undefined || n % 2 === 1)
      );
      const page = { limit: 100, offset: 0, sortBy: "updated", sortOrder: "desc" } as const;
      const { items, total } = await base.listItems({ ...page, tags, type });
      assert.equal(total, wanted.length, `${tags.slice(0, 3)} ${type}`);
      assert.deepEqual(items.map(({ id }) => id), wanted.slice(0, 100));
    }
  }
});
