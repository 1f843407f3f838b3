/** What a table may make a reader do; the files themselves are tried in `tests/faults/hostile_tables_test.ts`. */

import assert from "node:assert/strict";
import { columnNames, DistinctNames } from "../../../../src/files/table_head.ts";
import { checkOffsets } from "../../../../src/files/tables/read_arrow.ts";

Deno.test("columnNames numbers names that come again, and passes over numbers that are taken", () => {
  assert.deepEqual(columnNames(["a", "a", "a.1", "a", "", null, "a.1"]), [
    "a",
    "a.1",
    "a.1.1",
    "a.2",
    "Unnamed: 4",
    "Unnamed: 5",
    "a.1.2",
  ]);
});

Deno.test("names that are all alike take one step each", () => {
  let steps = 0;
  const names = new DistinctNames((name, copy) => {
    steps++;
    return `${name}.${copy}`;
  });
  const taken = Array.from({ length: 10_000 }, () => names.take("a"));
  assert.equal(new Set(taken).size, 10_000);
  assert.ok(steps < 30_000, `${steps} steps`);
});

Deno.test("lists without a sensible length are refused, also those of nothing, which take no bytes", () => {
  const nulls = { length: 2 ** 31 - 1 };
  const far = Int32Array.of(0, 2 ** 31 - 1);
  const refused = { message: "lists without a sensible length" };
  assert.throws(() => checkOffsets({ length: 1, offsets: far, children: [nulls] }, 5), refused);
  assert.throws(() => checkOffsets({ length: 5, stride: 2 ** 30, children: [nulls] }, 5), refused);
  const sized = { length: 1, offsets: Int32Array.of(0), sizes: far.slice(1), children: [nulls] };
  assert.throws(() => checkOffsets(sized, 5), refused);
  checkOffsets({ length: 2, offsets: Int32Array.of(0, 3, 6), children: [{ length: 6 }] }, 5);
  checkOffsets({ length: 2, stride: 3, children: [{ length: 6 }] }, 5);
});
