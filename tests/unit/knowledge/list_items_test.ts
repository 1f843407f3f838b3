import assert from "node:assert/strict";
import { priorities, statuses } from "../../../src/knowledge/item.ts";
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

Deno.test("listItems gives every page of a list in order, however many items pass its filters", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  const count = 6_000;
  await base.write((db) => {
    db.run(
      "INSERT INTO items (uid, type, title, description, status, priority, created_at, updated_at) " +
        "WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ?) " +
        "SELECT 'u' || n, iif(n % 10 = 0, 'tenth', 'other'), 't', '', iif(n % 2, 'Open', 'Specification'), n % 5, n, n * 7 % 6001 FROM n",
      count,
    );
    for (let n = 1; n <= count; n++) db.run("INSERT INTO contents (item_id, content) VALUES (?, '')", n);
  });
  const all = Array.from({ length: count }, (_, n) => n + 1);
  const updated = (n: number) => n * 7 % 6001;
  const filters = [
    { wanted: all.filter((n) => n % 10 === 0), type: "tenth" },
    { wanted: all.filter((n) => n % 10 !== 0), type: "other" },
    { wanted: all, status: ["Open", "Specification"] },
  ];
  const page = { limit: 100, sortBy: "updated", sortOrder: "desc" } as const;
  for (const { wanted, ...filter } of filters) {
    const sorted = wanted.toSorted((a, b) => updated(b) - updated(a));
    for (const offset of [0, 250, wanted.length - 30, wanted.length, count * 2]) {
      const { items, total } = await base.listItems({ ...page, ...filter, offset });
      assert.equal(total, wanted.length);
      assert.deepEqual(items.map(({ id }) => id), sorted.slice(offset, offset + 100));
    }
    const urgent = await base.listItems({ ...page, ...filter, offset: 0, sortBy: "priority" });
    const expected = wanted.toSorted((a, b) => b % 5 - a % 5 || updated(b) - updated(a)).slice(0, 100);
    assert.deepEqual(urgent.items.map(({ id }) => id), expected);
  }
});

Deno.test("listItems passes all that have any status or priority where every one is named", async () => {
  await using knowledge = await openKnowledge();
  const { base } = knowledge;
  await base.createItem({ type: "a", title: "one", status: "Closed", priority: "LOW" });
  const page = { limit: 10, offset: 0, sortBy: "updated", sortOrder: "asc" } as const;
  const status = statuses.map(({ name }) => name);
  assert.equal((await base.listItems({ ...page, status, priority: priorities })).total, 1);
  assert.equal((await base.listItems({ ...page, status: status.slice(0, 8) })).total, 0);
});
