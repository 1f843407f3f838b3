import assert from "node:assert/strict";
import { shareBudget } from "../../../src/output/share_budget.ts";

Deno.test("shareBudget meets small wishes in full and shares the rest equally", () => {
  assert.deepEqual(shareBudget([10, 20], 100), [10, 20]);
  assert.deepEqual(shareBudget([1000, 10, 1000], 110), [50, 10, 50]);
  assert.deepEqual(shareBudget([5, 5], 0), [0, 0]);
  assert.deepEqual(shareBudget([], 10), []);
  assert.deepEqual(shareBudget([5], -3), [0]);
});
