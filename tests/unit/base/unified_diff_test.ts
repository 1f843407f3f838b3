import assert from "node:assert/strict";
import { unifiedDiff } from "../../../src/base/unified_diff.ts";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

Deno.test("unifiedDiff shows changed lines with three lines around them", () => {
  const before = numbered(12);
  const after = before.toSpliced(5, 1, "changed", "and more");
  assert.equal(
    unifiedDiff(before.join("\n"), after.join("\n")),
    [
      "--- ",
      "+++ ",
      "@@ -3,7 +3,8 @@",
      " line 2",
      " line 3",
      " line 4",
      "-line 5",
      "+changed",
      "+and more",
      " line 6",
      " line 7",
      " line 8",
    ].join("\n"),
  );
});

Deno.test("unifiedDiff keeps changes that are far apart in hunks of their own", () => {
  const before = numbered(30);
  const after = before.with(2, "a").with(25, "b");
  const headings = unifiedDiff(before.join("\n"), after.join("\n")).split("\n").filter((line) =>
    line.startsWith("@@")
  );
  assert.deepEqual(headings, ["@@ -1,6 +1,6 @@", "@@ -23,7 +23,7 @@"]);
});

Deno.test("unifiedDiff counts empty sides as Python does", () => {
  assert.equal(unifiedDiff("", "a"), "--- \n+++ \n@@ -0,0 +1 @@\n+a");
  assert.equal(unifiedDiff("a\nb", ""), "--- \n+++ \n@@ -1,2 +0,0 @@\n-a\n-b");
  assert.equal(unifiedDiff("same", "same"), "");
});
