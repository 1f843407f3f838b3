import assert from "node:assert/strict";
import { citedCells } from "../../../../src/compat/datalayer/jupyter_cite.ts";

Deno.test("citedCells reads indices and ranges, in order and each once", () => {
  assert.deepEqual(citedCells("0-2,4", 6), [0, 1, 2, 4]);
  assert.deepEqual(citedCells("3-", 6), [3, 4, 5]);
  assert.deepEqual(citedCells(" 4 , ,1-2, 1", 6), [1, 2, 4]);
});

Deno.test("citedCells says what is wrong", () => {
  const wrong = [
    [" ", "Cell indices cannot be empty"],
    ["x", "Invalid cell index: x"],
    ["-2", "Invalid range format: -2"],
    ["a-2", "Invalid start index: a"],
    ["1-b", "Invalid end index: b"],
    ["3-1", "End index (1) must be greater than or equal to start index (3)"],
    ["6", "Cell index 6 is out of range. Notebook has 6 cells."],
    ["1-6", "Cell index 6 is out of range. Notebook has 6 cells."],
  ] as const;
  for (const [text, message] of wrong) assert.throws(() => citedCells(text, 6), { message });
  assert.throws(() => citedCells("0", 0), { message: "Notebook has no cells" });
});
