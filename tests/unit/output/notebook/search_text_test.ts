import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import type { Notebook } from "../../../../src/jupyter/nbformat/notebook.ts";
import {
  searchableTexts,
  searchNotebook as searchTexts,
  type SearchOptions,
  textMatcher,
} from "../../../../src/output/notebook/search_text.ts";

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

const searchNotebook = async (one: Notebook, options: SearchOptions) =>
  searchTexts(await searchableTexts(one), options);

const search = async (query: string, options = {}) =>
  searchNotebook(notebook, { matcher: await textMatcher({ query, ...options }), within: "both", limit: 100 });

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
  const matcher = await textMatcher({ query: "2024" });
  const places = async (within: "sources" | "outputs") =>
    (await searchNotebook(notebook, { matcher, within, limit: 9 })).matches.map((match) => match.where);
  assert.deepEqual(await places("sources"), ["source"]);
  assert.deepEqual(await places("outputs"), ["output"]);
});

Deno.test("searchNotebook stops at its limit and at its deadline, and says where", async () => {
  const matcher = await textMatcher({ query: "s" });
  const limited = await searchNotebook(notebook, { matcher, within: "both", limit: 2 });
  assert.equal(limited.matches.length, 2);
  assert.deepEqual([limited.stoppedBy, limited.stoppedAt], ["limit", 1]);
  let time = 0;
  const late = await searchNotebook(notebook, {
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
  const matcher = await textMatcher({ query: "(a+)+$", regex: true });
  assert.deepEqual((await searchNotebook(evil, { matcher, within: "both", limit: 9 })).matches, []);
});

Deno.test("textMatcher searches less in one go the more steps an expression has, and refuses one of too many", async () => {
  const strides = await Promise.all(
    ["a", "\\pL{100}", "\\pL{500}"].map(async (query) => (await textMatcher({ query, regex: true })).stride),
  );
  assert.deepEqual(strides, strides.toSorted((a, b) => b - a));
  assert.equal(new Set(strides).size, 3);
  await assert.rejects(textMatcher({ query: "(\\pL{1,1000})", regex: true }), {
    code: "invalid_argument",
    message: /it has 2003 steps, the limit is 1500/,
  });
});

const withSource = (source: string): Notebook => ({
  ...notebook,
  cells: [{ cell_type: "raw", source, metadata: {} }],
});

Deno.test("searchNotebook searches lines of any length, and shows the part around the match", async () => {
  for (const regex of [false, true]) {
    const long = withSource(`${"x".repeat(950_000)}needle${"y".repeat(90_000)}`);
    const matcher = await textMatcher({ query: "needle", regex });
    const { matches } = await searchNotebook(long, { matcher, within: "both", limit: 9 });
    assert.match(matches[0]?.text ?? "", /^…x+needley+…$/);
    assert.ok((matches[0]?.text.length ?? 0) <= 202);
    assert.equal(matches.length, 1);
  }
});

Deno.test("searchNotebook counts lines right in a long text, and tells of each line once", async () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, i) => i % 10_000 === 9_999 ? "the mark, the mark" : `line ${i}`,
  );
  for (const query of [{ query: "mark" }, { query: "^the mark.*k$", regex: true }]) {
    const matcher = await textMatcher(query);
    const { matches } = await searchNotebook(withSource(lines.join("\r\n")), {
      matcher,
      within: "both",
      limit: 9,
    });
    assert.deepEqual(matches.map(({ line }) => line), [10_000, 20_000, 30_000]);
  }
});

Deno.test("searchNotebook finds what goes over the end of a line", async () => {
  const source = "def f():\r\n    return 1\r\n";
  for (const query of [{ query: "():\n    return" }, { query: "\\(\\):\\n\\s+return", regex: true }]) {
    const { matches } = await searchNotebook(withSource(source), {
      matcher: await textMatcher(query),
      within: "both",
      limit: 9,
    });
    assert.deepEqual(matches.map(({ line, text }) => [line, text]), [[1, "def f():\n    return 1"]]);
  }
});

Deno.test("searchNotebook looks into every form of an output, and tells of one", async () => {
  const data = {
    "text/plain": "<Table>",
    "text/html": "<td>net</td><td>a &lt; b</td>",
    "application/json": { deep: [{ key: "hidden" }] },
    "image/png": "hidden",
  };
  const found = async (query: string) => {
    const cells = [{
      id: "c",
      cell_type: "code",
      source: "",
      metadata: {},
      outputs: [{ output_type: "display_data", data }],
    }];
    const matcher = await textMatcher({ query });
    return (await searchNotebook({ ...notebook, cells }, { matcher, within: "both", limit: 9 })).matches;
  };
  assert.partialDeepStrictEqual(await found("Table"), [{ output: 0, line: 1, text: "<Table>" }]);
  assert.partialDeepStrictEqual(await found("hidden"), [{ mime: "application/json", line: 4 }]);
  assert.partialDeepStrictEqual(await found("net"), [{ mime: "text/html" }]);
  assert.partialDeepStrictEqual(await found("a < b"), [{ mime: "text/html" }]);
  assert.equal((await found("t")).length, 1, "one form of an output is enough");
});

Deno.test("searchNotebook finds text whose lower case has another length", async () => {
  const matcher = await textMatcher({ query: "şehir", ignoreCase: true });
  const { matches } = await searchNotebook(withSource("İİİİ ŞEHİR şehir x"), {
    matcher,
    within: "both",
    limit: 9,
  });
  assert.equal(matches.length, 1);
});

Deno.test("textMatcher refuses what is no expression and what needs backtracking", async () => {
  for (const query of ["[", "(?=a)", "(a)\\1", ""]) {
    await assert.rejects(
      textMatcher({ query, regex: true }),
      (error) => error instanceof AppError && error.code === "invalid_argument",
    );
  }
});
