import assert from "node:assert/strict";
import { add, countsOf, failuresIn } from "../../../scripts/suite/summary.ts";

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

Deno.test("failuresIn leaves out what passed and what comes after", () => {
  const output = [
    "one ... ok (1ms)",
    "two ... \u001b[31mFAILED\u001b[0m",
    "",
    "\u001b[1m ERRORS \u001b[0m",
    "",
    "two => ./two_test.ts:1:6",
    "error: AssertionError",
    "",
    " FAILURES ",
    "",
    "two => ./two_test.ts:1:6",
    "",
    "FAILED | 1 passed | 1 failed (1s)",
    "",
    "error: Test failed",
  ].join("\n");
  const failures =
    "two => ./two_test.ts:1:6\nerror: AssertionError\n\n FAILURES \n\ntwo => ./two_test.ts:1:6";
  assert.equal(failuresIn(output), failures);
});

Deno.test("failuresIn shows the end of what fails without a failed test", () => {
  const output = [...Array.from({ length: 40 }, (_, index) => `line ${index}`), "error: Module not found"];
  const shown = failuresIn(output.join("\n")).split("\n");
  assert.deepEqual([shown[0], shown.at(-1)], ["line 11", "error: Module not found"]);
});
