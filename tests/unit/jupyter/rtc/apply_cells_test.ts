import assert from "node:assert/strict";
import { longestIncreasingSubsequence } from "../../../../src/jupyter/rtc/apply_cells.ts";

Deno.test("longestIncreasingSubsequence keeps everything that is in order", () => {
  assert.deepEqual(longestIncreasingSubsequence([0, 1, 2, 3]), new Set([0, 1, 2, 3]));
  assert.deepEqual(longestIncreasingSubsequence([]), new Set());
});

Deno.test("longestIncreasingSubsequence leaves out the one that moved", () => {
  assert.deepEqual(longestIncreasingSubsequence([3, 0, 1, 2]), new Set([1, 2, 3]));
  assert.deepEqual(longestIncreasingSubsequence([1, 2, 3, 0]), new Set([0, 1, 2]));
});

Deno.test("longestIncreasingSubsequence finds the longest rise of random orders", () => {
  for (let round = 0; round < 500; round++) {
    const values = Array.from({ length: 8 }, () => Math.floor(Math.random() * 100));
    const rise = [...longestIncreasingSubsequence(values)].sort((a, b) => a - b).map((position) =>
      values[position] ?? 0
    );
    assert.ok(rise.every((value, index) => index === 0 || value > (rise[index - 1] ?? 0)));
    assert.equal(rise.length, longestByTrying(values));
  }
});

function longestByTrying(values: readonly number[]): number {
  let longest = 0;
  for (let chosen = 0; chosen < 1 << values.length; chosen++) {
    const some = values.filter((_, index) => (chosen >> index) & 1);
    if (some.every((value, index) => index === 0 || value > (some[index - 1] ?? 0))) {
      longest = Math.max(longest, some.length);
    }
  }
  return longest;
}
