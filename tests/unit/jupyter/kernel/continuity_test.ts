import assert from "node:assert/strict";
import { Continuity } from "../../../../src/jupyter/kernel/continuity.ts";

Deno.test("Continuity tells a cut that cost messages from one that did not", () => {
  const continuity = new Continuity();
  assert.equal(continuity.take("a_1_10"), false);
  continuity.cut();
  assert.equal(continuity.take("a_1_11"), false, "all was replayed");
  continuity.cut();
  assert.equal(continuity.take("a_1_13"), true);
  assert.equal(continuity.take("a_1_14"), false, "it is told once");
});

Deno.test("Continuity minds no numbers that other clients' answers take while nothing is cut", () => {
  const continuity = new Continuity();
  assert.deepEqual(["a_1_1", "a_1_5", "a_1_9"].map((id) => continuity.take(id)), [false, false, false]);
});

Deno.test("Continuity compares only the messages of one process, and only the newest", () => {
  const continuity = new Continuity();
  continuity.take("a_1_10");
  continuity.cut();
  assert.equal(continuity.take("a_1_9"), false, "overtaken by another channel");
  assert.equal(continuity.take("a_1_12"), true);
  continuity.cut();
  assert.equal(continuity.take("b_2_40"), false, "a new process");
});

Deno.test("Continuity knows nothing of ids without numbers", () => {
  const continuity = new Continuity();
  for (const id of ["6b0f2c1e-8a11", "x_", "_", "", "x_y"]) {
    continuity.cut();
    assert.equal(continuity.take(id), false, id);
  }
});
