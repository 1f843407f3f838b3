import assert from "node:assert/strict";
import { collapseRepeats } from "../../../src/output/collapse_repeats.ts";

Deno.test("collapseRepeats says a repeated line once and how often", () => {
  const text = `start\n${"same line\n".repeat(1000)}end`;
  assert.deepEqual(collapseRepeats(text), {
    text: "start\nsame line\n[the line above repeats 999 more times]\nend",
    collapsed: true,
  });
});

Deno.test("collapseRepeats leaves short texts, short runs and different lines alone", () => {
  const short = "x\n".repeat(100);
  assert.deepEqual(collapseRepeats(short), { text: short, collapsed: false });
  const runs = "a\na\na\nb\n".repeat(3000);
  assert.deepEqual(collapseRepeats(runs), { text: runs, collapsed: false });
});
