import assert from "node:assert/strict";
import { AppError } from "../../../src/errors.ts";
import type { Notebook } from "../../../src/jupyter/nbformat/notebook.ts";
import { lineMatcher } from "../../../src/render/line_matcher.ts";
import { searchNotebook } from "../../../src/render/notebook_search.ts";

const notebook: Notebook = {
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [
    { id: "m", cell_type: "markdown", source: "# Sales\r\nof 売上 2024", metadata: {} },
    {
      id: "c",
      cell_type: "code",
      source: "df = load('sales.csv')\ndf.total.sum()",
      metadata: {},
      execution_count: 1,
      outputs: [
        { output_type: "stream", name: "stdout", text: "reading\n\x1b[32msales\x1b[0m.csv\n" },
        { output_type: "execute_result", data: { "text/plain": "total 2024", "image/png": "sales" } },
      ],
    },
  ],
};

const search = async (query: string, options = {}) =>
  searchNotebook(notebook, { matcher: await lineMatcher({ query, ...options }), within: "both", limit: 100 });

Deno.test("searchNotebook finds text in sources and outputs, with cell and line", async () => {
  const { matches, stoppedBy } = await search("sales");
  assert.equal(stoppedBy, null);
  assert.deepEqual(matches, [
    { cell: 1, id: "c", where: "source", line: 1, text: "df = load('sales.csv')" },
    { cell: 1, id: "c", where: "output", output: 0, line: 2, text: "sales.csv" },
  ]);
});

Deno.test("searchNotebook takes regular expressions and can ignore case", async () => {
  const lines = (await search("^(# )?SALES|売.\\s\\d{4}$", { regex: true, ignoreCase: true })).matches;
  assert.deepEqual(lines.map(({ where, line }) => `${where} ${line}`), ["source 1", "source 2", "output 2"]);
  assert.equal((await search("SALES", { ignoreCase: true })).matches.length, 3);
});

Deno.test("searchNotebook looks where it is told", async () => {
  const matcher = await lineMatcher({ query: "2024" });
  const places = (within: "sources" | "outputs") =>
    searchNotebook(notebook, { matcher, within, limit: 9 }).matches.map((match) => match.where);
  assert.deepEqual(places("sources"), ["source"]);
  assert.deepEqual(places("outputs"), ["output"]);
});

Deno.test("searchNotebook stops at its limit and at its deadline, and says where", async () => {
  const matcher = await lineMatcher({ query: "s" });
  const limited = searchNotebook(notebook, { matcher, within: "both", limit: 2 });
  assert.equal(limited.matches.length, 2);
  assert.deepEqual([limited.stoppedBy, limited.stoppedAt], ["limit", 1]);
  let time = 0;
  const late = searchNotebook(notebook, {
    matcher,
    within: "both",
    limit: 9,
    deadline: 2,
    now: () => ++time,
  });
  assert.deepEqual([late.stoppedBy, late.stoppedAt], ["deadline", 1]);
});

Deno.test("searchNotebook is not hung by an expression that backtracks elsewhere", async () => {
  const evil = { ...notebook, cells: [{ cell_type: "raw", source: "a".repeat(50_000) + "!", metadata: {} }] };
  const matcher = await lineMatcher({ query: "(a+)+$", regex: true });
  assert.deepEqual(searchNotebook(evil, { matcher, within: "both", limit: 9 }).matches, []);
});

Deno.test("searchNotebook cuts long lines around the match and counts those it did not search whole", async () => {
  const long = {
    ...notebook,
    cells: [{ cell_type: "raw", source: `${"x".repeat(50_000)}needle${"y".repeat(90_000)}`, metadata: {} }],
  };
  const matcher = await lineMatcher({ query: "needle" });
  const { matches, cutLines } = searchNotebook(long, { matcher, within: "both", limit: 9 });
  assert.match(matches[0]?.text ?? "", /^…x+needley+…$/);
  assert.ok((matches[0]?.text.length ?? 0) <= 202);
  assert.equal(cutLines, 1);
});

Deno.test("lineMatcher refuses what is no expression and what needs backtracking", async () => {
  for (const query of ["[", "(?=a)", "(a)\\1", ""]) {
    await assert.rejects(
      lineMatcher({ query, regex: true }),
      (error) => error instanceof AppError && error.code === "invalid_argument",
    );
  }
});
