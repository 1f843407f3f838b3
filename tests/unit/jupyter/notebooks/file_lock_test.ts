import assert from "node:assert/strict";
import { KnownWrites } from "../../../../src/jupyter/notebooks/file_lock.ts";

Deno.test("KnownWrites tells whether known writes alone lead from one state to another", () => {
  const ours = new KnownWrites();
  ours.add("a", "b");
  ours.add("b", "c");
  const cases: [string, string, boolean][] = [
    ["a", "c", true],
    ["b", "b", true],
    ["c", "a", false],
    ["b", "x", false],
  ];
  for (const [from, to, isKnown] of cases) assert.equal(ours.lead(from, to), isKnown, `${from} to ${to}`);
});

Deno.test("KnownWrites takes over what others have left with the lock, and nothing that is no record", () => {
  const [one, other] = [new KnownWrites(), new KnownWrites()];
  one.add("a", "b");
  other.take(one.record);
  other.add("b", "c");
  one.take(other.record);
  assert.ok(one.lead("a", "c"));
  for (const record of ["", "{", '{"a": 1}', '[["x"]]']) one.take(record);
  assert.equal(one.record, other.record);
});
