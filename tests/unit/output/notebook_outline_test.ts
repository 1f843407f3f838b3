import assert from "node:assert/strict";
import type { Notebook } from "../../../src/jupyter/nbformat/notebook.ts";
import { outline } from "../../../src/output/notebook_outline.ts";

const code = { cell_type: "code", metadata: {} };
const notebook: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { id: "m1", cell_type: "markdown", source: "\n# Sales 売上\ntext", metadata: {} },
    { ...code, id: "c1", source: "import pandas as pd", outputs: [], execution_count: null },
    {
      ...code,
      id: "c2",
      source: "plot()",
      execution_count: 3,
      outputs: [
        { output_type: "stream", name: "stdout", text: "x" },
        { output_type: "display_data", data: { "image/png": "AA", "text/plain": "<Figure>" } },
        { output_type: "display_data", data: { "image/png": "AA" } },
        { output_type: "execute_result", data: { "text/plain": "1" } },
        { output_type: "hologram" },
      ],
    },
    {
      ...code,
      id: "c3",
      source: "1/0",
      execution_count: 4,
      outputs: [{ output_type: "error", ename: "ZeroDivisionError" }],
    },
    { ...code, id: "c4", source: "slow()", execution_state: "running", outputs: [], execution_count: null },
  ],
};

Deno.test("outline shows a cell a line, with its state and its outputs", () => {
  assert.deepEqual(outline(notebook), {
    lines: [
      "0 m1 markdown | # Sales 売上",
      "1 c1 code never run | import pandas as pd",
      "2 c2 code [3] | plot() | stdout, 2 image, result, other",
      "3 c3 code [4] failed | 1/0 | error ZeroDivisionError",
      "4 c4 code running | slow()",
    ],
    total: 5,
    truncated: false,
    next: null,
  });
});

Deno.test("outline says which cells have changed since their run", () => {
  const { lines } = outline(notebook, {
    start: 2,
    end: 3,
    stateOf: () => ({ kind: "run", count: 3, changed: true }),
  });
  assert.deepEqual(lines, ["2 c2 code [3] changed since its run | plot() | stdout, 2 image, result, other"]);
});

Deno.test("outline pages within its budget and loses no cell", () => {
  const many = {
    ...notebook,
    cells: Array.from({ length: 500 }, (_, i) => ({ ...code, id: `i${i}`, source: `x${i}` })),
  };
  const seen: string[] = [];
  for (let next: number | null = 0; next !== null;) {
    const page: ReturnType<typeof outline> = outline(many, { start: next, budget: 2_000 });
    assert.equal(page.truncated, page.next !== null);
    seen.push(...page.lines);
    next = page.next;
  }
  assert.equal(seen.length, 500);
  assert.equal(seen.at(-1), "499 i499 code never run | x499");
});

Deno.test("outline cuts long first lines", () => {
  const long = { ...notebook, cells: [{ ...code, id: "a", source: "😀".repeat(5_000) }] };
  const [line = ""] = outline(long).lines;
  assert.ok(line.length < 200 && line.endsWith("…") && line.isWellFormed());
});
