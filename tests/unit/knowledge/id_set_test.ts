import assert from "node:assert/strict";
import {
  boundOf,
  emptySet,
  type IdSet,
  idsOf,
  intersection,
  mapOf,
  sizeOf,
  union,
} from "../../../src/knowledge/id_set.ts";
import { repeatableRandom } from "../../harness/repeatable_random.ts";

function setOf(ids: Iterable<number>): IdSet {
  const bits = new Map<number, number>();
  for (const id of [...ids].toSorted((a, b) => a - b)) {
    const block = Math.floor(id / 32);
    // As SQLite gives them: no bit is a sign.
    bits.set(block, ((bits.get(block) ?? 0) | 1 << id % 32) >>> 0);
  }
  return { blocks: [...bits.keys()], bits: [...bits.values()] };
}

Deno.test("sets of ids are joined, intersected and counted as plain sets are", () => {
  const random = repeatableRandom(1);
  for (let round = 0; round < 200; round++) {
    const some = () => new Set(Array.from({ length: random() * 80 }, () => Math.floor(random() * 200)));
    const [one, other] = [some(), some()];
    const inOrder = (ids: Set<number>) => [...ids].toSorted((a, b) => a - b);
    const both = intersection(setOf(one), setOf(other));
    assert.deepEqual(idsOf(both), inOrder(one.intersection(other)));
    assert.deepEqual(idsOf(union(setOf(one), setOf(other))), inOrder(one.union(other)));
    assert.equal(sizeOf(both), one.intersection(other).size);
    assert.equal(sizeOf(setOf(one)), one.size);
    assert.ok([...one].every((id) => id < boundOf(setOf(one))));
    assert.deepEqual(
      [...mapOf(setOf(one)).entries()].filter(([, is]) => is === 1).map(([id]) => id),
      inOrder(one),
    );
  }
});

Deno.test("a set holds every id of a block, and ids that no bit operation reaches", () => {
  const ids = [...Array.from({ length: 32 }, (_, n) => 32 + n), 2 ** 52 + 31];
  assert.deepEqual(idsOf(setOf(ids)), ids);
  assert.equal(sizeOf(setOf(ids)), 33);
  assert.equal(sizeOf(union(emptySet, emptySet)), 0);
});
