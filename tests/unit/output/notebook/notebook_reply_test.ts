import assert from "node:assert/strict";
import type { CellOutput, Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import { outline, shownCells } from "../../../../src/output/notebook/notebook_reply.ts";
import { wireBytes } from "../../../../src/output/text_budget.ts";

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

const png = Deno.readFileSync(new URL("../data/matplotlib.png", import.meta.url)).toBase64();

function notebookOf(...cells: readonly { source?: string; outputs?: CellOutput[] }[]): Notebook {
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: cells.map(({ source = "x", outputs = [] }, i) => ({
      id: `c${i}`,
      cell_type: "code",
      source,
      metadata: {},
      outputs,
      execution_count: i + 1,
    })),
  };
}

const stream = (text: string, name = "stdout"): CellOutput => ({ output_type: "stream", name, text });
const all = (notebook: Notebook) => notebook.cells.map((_, index) => index);

Deno.test("shownCells shows sources alone, or with outputs cleaned for a model", () => {
  const notebook = notebookOf({
    source: "a\r\nb",
    outputs: [
      stream("one "),
      stream("two\n"),
      stream("\x1b[31mred\x1b[0m", "stderr"),
      {
        output_type: "display_data",
        data: { "image/png": png, "text/plain": "<Figure size 640x480 with 1 Axes>" },
      },
      { output_type: "execute_result", data: { "text/plain": "42", "text/html": "<b>42</b>" } },
      { output_type: "error", ename: "E", evalue: "bad", traceback: ["\x1b[1mTraceback\x1b[0m", "E: bad"] },
      { output_type: "hologram" },
    ],
  });
  const source = { index: 0, id: "c0", state: "[1] failed", source: "a\nb" };
  const options = { indices: [0], budget: 100_000 };
  assert.deepEqual(shownCells(notebook, { ...options, detail: "source" }).cells, [source]);
  const [cell] = shownCells(notebook, { ...options, detail: "full" }).cells;
  assert.match(String(cell?.outputs?.[2]?.["image"]), /^image\/png \d+×\d+, \d+ kB$/);
  assert.deepEqual(cell, {
    ...source,
    outputs: [
      { stdout: "one two\n" },
      { stderr: "red" },
      { image: cell?.outputs?.[2]?.["image"] },
      { result: "42" },
      { error: "Traceback\nE: bad" },
      { other: "[output of type hologram]" },
    ],
  });
});

Deno.test("shownCells keeps to its budget, says where to go on, and loses no cell", () => {
  const notebook = notebookOf(
    ...Array.from(
      { length: 300 },
      (_, i) => ({ source: `cell ${i}\n`.repeat(20), outputs: [stream("é\n".repeat(i))] }),
    ),
  );
  const seen: number[] = [];
  let indices: readonly number[] = all(notebook);
  while (indices.length > 0) {
    const view = shownCells(notebook, { indices, detail: "full", budget: 20_000 });
    assert.ok(wireBytes(view.cells) <= 20_000);
    seen.push(...view.cells.map((cell) => cell.index));
    const { next } = view;
    assert.equal(view.truncated, next !== null);
    indices = next === null ? [] : indices.slice(indices.indexOf(next));
  }
  assert.deepEqual(seen, all(notebook));
});

Deno.test("shownCells cuts a cell that is too large and says so", () => {
  const notebook = notebookOf({
    source: "s\n".repeat(100_000),
    outputs: [stream("o\n".repeat(1_000_000)), stream("e", "stderr")],
  });
  const view = shownCells(notebook, { indices: [0], detail: "full", budget: 30_000 });
  assert.ok(wireBytes(view.cells) <= 30_000);
  assert.equal(view.truncated, true);
  assert.equal(view.cells[0]?.truncated, true);
  assert.match(view.cells[0]?.source ?? "", /bytes left out/);
  assert.deepEqual(view.cells[0]?.outputs?.[1], { stderr: "e" });
});

Deno.test("shownCells counts outputs beyond the fiftieth", () => {
  const outputs = Array.from({ length: 70 }, (_, i) => stream("x", i % 2 === 0 ? "stdout" : "stderr"));
  const [cell] = shownCells(notebookOf({ outputs }), { indices: [0], detail: "full", budget: 100_000 }).cells;
  assert.equal(cell?.outputs?.length, 50);
  assert.equal(cell?.more_outputs, 20);
  assert.equal(cell?.truncated, true);
});

Deno.test("shownCells bears pictures that are none and bundles that are missing", () => {
  const outputs = [{ output_type: "display_data", data: { "image/png": "§§" } }, {
    output_type: "display_data",
  }];
  const [cell] = shownCells(notebookOf({ outputs }), { indices: [0], detail: "full", budget: 10_000 }).cells;
  assert.deepEqual(cell?.outputs, [{ image: "image/png, 1 bytes" }, { display: "" }]);
});
