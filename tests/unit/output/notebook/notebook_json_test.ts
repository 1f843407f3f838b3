import assert from "node:assert/strict";
import { notebookJson } from "../../../../src/output/notebook/notebook_json.ts";

Deno.test("notebookJson says how large a notebook is without the outputs that could be left out", () => {
  const output = { output_type: "stream", name: "stdout", text: "x".repeat(100_000) };
  const cell = { cell_type: "code", metadata: {}, execution_count: 1, outputs: [output] };
  const cells = [{ ...cell, id: "a", source: "#".repeat(20_000) }];
  assert.throws(
    () => notebookJson({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells }, 10_000),
    /Cannot read the whole notebook: even without its large outputs it has 20\d{3} bytes/,
  );
});
