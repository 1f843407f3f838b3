import assert from "node:assert/strict";
import { add, countsOf } from "../../../scripts/suite/summary.ts";

Deno.test("countsOf reads the last summary line, with colours and steps", () => {
  const output =
    "ok | 1 passed | 0 failed (1s)\n\u001b[32mok\u001b[0m | 12 passed (3 steps) | 0 failed | 2 ignored (2s)\n";
  assert.deepEqual(countsOf(output, 0), { passed: 12, failed: 0, ignored: 2 });
});

Deno.test("countsOf reads failures", () => {
  assert.deepEqual(countsOf("FAILED | 3 passed | 2 failed (1s)\n\nerror: Test failed", 1), {
    passed: 3,
    failed: 2,
    ignored: 0,
  });
});

Deno.test("countsOf counts a run that failed without a failed test as one failure", () => {
  assert.deepEqual(countsOf("error: Module not found", 1), { passed: 0, failed: 1, ignored: 0 });
  assert.deepEqual(countsOf("ok | 4 passed | 0 failed (1s)", 137), { passed: 4, failed: 1, ignored: 0 });
});

Deno.test("add sums counts", () => {
  const sum = add({ passed: 1, failed: 2, ignored: 3 }, { passed: 10, failed: 20, ignored: 30 });
  assert.deepEqual(sum, { passed: 11, failed: 22, ignored: 33 });
});
