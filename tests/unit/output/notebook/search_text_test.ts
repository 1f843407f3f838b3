import assert from "node:assert/strict";
import { RE2JS } from "re2js";
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

Deno.test("searchNotebook stops at its limit and at its deadline, and says so", async () => {
  const matcher = await textMatcher({ query: "s" });
  const limited = await searchNotebook(notebook, { matcher, within: "both", limit: 2 });
  assert.equal(limited.matches.length, 2);
  assert.equal(limited.stoppedBy, "limit");
  let time = 0;
  const late = await searchNotebook(notebook, {
    matcher,
    within: "both",
    limit: 9,
    deadline: 5,
    now: () => ++time,
  });
  assert.equal(late.stoppedBy, "deadline");
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

/** Counts in how many texts an expression is looked for, and in how many its place. */
async function applied(work: () => Promise<unknown>): Promise<readonly [number, number]> {
  const { test, matcher } = RE2JS.prototype;
  let [tested, located] = [0, 0];
  RE2JS.prototype.test = function (input) {
    tested++;
    return test.call(this, input);
  };
  RE2JS.prototype.matcher = function (input) {
    located++;
    return matcher.call(this, input);
  };
  try {
    await work();
  } finally {
    Object.assign(RE2JS.prototype, { test, matcher });
  }
  return [tested, located];
}

Deno.test("textMatcher looks for an expression in texts with the literals that it requires, and for its place where it matches", async () => {
  const cases = [
    ["needle\\d+", ["hay stack", "NEEDLE 1", "needle2", "needl"], [2, 1]],
    [
      "\\w+@(example|TEST)\\.org",
      ["a@b.org", "a@Example.com", "a@EXAMPLE.ORG", "test.org", "@ tEsT .oRg"],
      [2, 1],
    ],
    ["\\d{3}-?", ["hay", "stack 1234"], [2, 1]],
    ["größe", ["hay"], [1, 0]],
  ] as const;
  for (const [query, texts, expected] of cases) {
    const matcher = await textMatcher({ query, regex: true, ignoreCase: true });
    const counts = await applied(() => Promise.all(texts.map((text) => matcher(text)(0))));
    assert.deepEqual(counts, expected, query);
  }
});

Deno.test("textMatcher finds the same as the plain expression that ignores case", async () => {
  const queries = [
    ...[
      "abc",
      "ABC",
      "aBc$",
      "^abc",
      "a.c",
      "[a-c]+x",
      "[^a]bc",
      "(abc|XYZ)\\d",
      "x?abc",
      "(abc)?x",
      "(abc){2,}",
    ],
    ...[
      "abc|\\d",
      "\\babc\\b",
      "kelvin",
      "maße",
      "MASSE",
      "straße",
      "σίγμα",
      "ΣΊΓΜΑΣ",
      "ſoft",
      "soft",
      "İ",
      "ı",
      "i",
    ],
    ...[
      "(?i)abc",
      "(?-i)abc",
      "(?-i:ABC)x",
      "a(?i)b(?-i)C",
      "\\Qa.c\\E",
      "\\x41bc",
      "\\pL+ft",
      "\\p{Lu}bc",
      "\\Wabc",
    ],
    ...[
      "abc\\sx",
      "abc[\\s\\S]x",
      "(?s)abc.x",
      "[[:upper:]]BC",
      "[K]elvin",
      "\\Aabc",
      "abc\\z",
      "売上",
      "é",
      "ǆ",
    ],
  ];
  const texts = [
    ...["abc", "ABC", "xAbC1", "abc\nX", "aBcabC x", "a.C", "xyz7\nabc", "", "é É", "Ǆ ǅ ǆ", "売上 ABC"],
    ...[
      "\u212aelvin",
      "KELVIN",
      "MASSE Maße MAẞE",
      "STRASSE straße STRAẞE",
      "σίγμας ΣΊΓΜΑΣ",
      "ſoft SOFT soft",
    ],
    ...["\u017fOFT", "İ I ı i", "İabc", "zzz", "-ABC-"],
  ];
  for (const query of queries) {
    const matcher = await textMatcher({ query, regex: true, ignoreCase: true });
    const plain = RE2JS.compile(query, RE2JS.MULTILINE | RE2JS.CASE_INSENSITIVE);
    for (const text of texts) {
      const expected = plain.matcher(text);
      const found = expected.find(0) ? { start: expected.start(), end: expected.end() } : null;
      assert.deepEqual(matcher(text)(0), found, `${query} in ${text}`);
    }
  }
});

Deno.test("searchNotebook searches smaller pieces while they take long, and larger ones again after", async () => {
  let time = 0;
  let slowness = 0.02;
  const took: number[] = [];
  const matcher = Object.assign((text: string) => {
    time += text.length * slowness;
    took.push(text.length * slowness);
    if (took.length === 20) slowness = 0.0001;
    return () => null;
  }, { stride: 100_000 });
  const long = withSource("word ".repeat(200_000));
  await searchNotebook(long, { matcher, within: "sources", limit: 9, now: () => time });
  assert.ok(took.slice(6, 20).every((milliseconds) => milliseconds <= 120), String(took));
  assert.ok(took.length < 50, `${took.length} pieces`);
});
