import assert from "node:assert/strict";
import type { Cell, CellOutput } from "../../../../src/jupyter/nbformat/notebook.ts";
import { nextPartHint } from "../../../../src/output/notebook/cell_part.ts";

const stream = (text: string): CellOutput => ({ output_type: "stream", name: "stdout", text });
const cellOf = (...outputs: CellOutput[]): Cell => ({
  id: "c",
  cell_type: "code",
  source: "x",
  metadata: {},
  outputs,
});

Deno.test("readOn names the character of the source at which the cut begins", () => {
  assert.match(nextPartHint(cellOf(), { index: 3, shown: "abcd" }), /with from 3 and offset 4$/);
});

Deno.test("readOn names the output in which the cut begins, of those that are shown as one", () => {
  const cell = cellOf(stream("other"), stream("one\n"), stream("\x1b[31mtwo\x1b[0m\n"), stream("three\n"));
  const after = (shown: string) => nextPartHint(cell, { index: 3, output: 1, shown });
  assert.match(after("on"), /with from 3, output 1 and offset 2$/);
  assert.match(after("one\n"), /output 1 and offset 4$/);
  assert.match(after("one\ntw"), /output 2 and offset 2$/);
  assert.match(after("one\ntwo\nth"), /output 3 and offset 2$/);
});

Deno.test("readOn begins at the start of an output that reads otherwise than it is shown", () => {
  const cell = cellOf(stream("same\n".repeat(9)));
  assert.match(
    nextPartHint(cell, { index: 0, output: 0, shown: "same\n[… 8 times …]\n" }),
    /output 0 and offset 0$/,
  );
});
