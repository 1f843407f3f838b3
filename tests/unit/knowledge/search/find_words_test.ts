import assert from "node:assert/strict";
import type { Statements } from "../../../../src/knowledge/database.ts";
import { findWords } from "../../../../src/knowledge/search/find_words.ts";
import { parseQuery } from "../../../../src/knowledge/search/parse_query.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";

const titles = [
  "login error",
  "logout error",
  "ＡＢＣ１２３",
  "ПРИВЕТ",
  "DataFrame",
  "売上login分析",
  "foo-bar baz",
  "plain",
];

async function finder() {
  const knowledge = await openKnowledge();
  for (const title of titles) await knowledge.base.createItem({ type: "t", title });
  const find = async (query: string) => {
    const { items } = await knowledge.base.searchItems({ query, limit: 100, offset: 0 });
    return items.map(({ title }) => title).sort();
  };
  return { knowledge, find };
}

Deno.test("parts of words are found in any width, case and script, each text of a query by itself", async () => {
  const { knowledge, find } = await finder();
  await using _ = knowledge;
  const login = ["login error", "売上login分析"].sort();
  const table: readonly (readonly [string, readonly string[]])[] = [
    ["bc12", ["ＡＢＣ１２３"]],
    ["рив", ["ПРИВЕТ"]],
    ["frame", ["DataFrame"]],
    ["ogin", login],
    ["ogin OR logout", [...login, "logout error"].sort()],
    ["error -ogin", ["logout error"]],
    ["error ogin", ["login error"]],
    ["oo-ba", ["foo-bar baz"]],
    ['"oo bar"', ["foo-bar baz"]],
    ["zzz", []],
    ["error zzz", []],
    ["error -zzz", ["login error", "logout error"]],
  ];
  for (const [query, expected] of table) assert.deepEqual(await find(query), expected, query);
});

Deno.test("what a text finds is what its negation leaves out", async () => {
  const { knowledge, find } = await finder();
  await using _ = knowledge;
  for (const text of ["ogin", "frame", "log", "rro", "上", "の", "bc12", "zzz"]) {
    assert.deepEqual([...await find(text), ...await find(`-${text}`)].sort(), titles.toSorted(), text);
  }
});

Deno.test("a part of very many words finds some of them and says so", async () => {
  const { knowledge } = await finder();
  await using _ = knowledge;
  const content = Array.from({ length: 300 }, (_, n) => `a${n}qq${n}`).join(" ");
  await knowledge.base.createItem({ type: "t", title: "many", content });
  const { total, warnings } = await knowledge.base.searchItems({ query: "qq", limit: 1, offset: 0 });
  assert.equal(total, 1);
  assert.match(warnings.join(), /"qq" is inside 300 words; the 200 shortest were searched/);
  await assert.rejects(
    knowledge.base.searchItems({ query: "-qq", limit: 1, offset: 0 }),
    /Cannot leave out what has "qq": 300 words hold it/,
  );
});

Deno.test("the parts of words of a query together stand for no more than five hundred words", async () => {
  const { knowledge } = await finder();
  await using _ = knowledge;
  const parts = ["qq", "ww", "zz", "vv"];
  for (const part of parts) {
    const content = Array.from({ length: 190 }, (_, n) => `a${n}${part}${n}`).join(" ");
    await knowledge.base.createItem({ type: "t", title: "many", content });
  }
  const { total, warnings } = await knowledge.base.searchItems({
    query: parts.join(" OR "),
    limit: 1,
    offset: 0,
  });
  assert.equal(total, 3);
  assert.deepEqual(warnings, [
    '"zz" is inside 190 words; the 120 shortest were searched',
    '"vv" was not looked for inside words: the query has too many parts of words',
  ]);
});

Deno.test("a part of thousands of rare words finds all items that have one, and its negation none of them", async () => {
  await using knowledge = await openKnowledge();
  for (let item = 0; item < 60; item++) {
    const words = Array.from({ length: 50 }, (_, n) => `ab${String(item * 50 + n).padStart(5, "0")}`);
    await knowledge.base.createItem({ type: "t", title: "many", content: words.join(" ") });
  }
  await knowledge.base.createItem({ type: "t", title: "another" });
  const table: readonly (readonly [string, number])[] = [
    ["ab", 60],
    ["-ab", 1],
    ["b0", 60],
    ["-b0", 1],
    ["many -ab", 0],
    ["NOT (another OR b0)", 0],
    [Array.from({ length: 9 }, () => "ab").join(" OR "), 60],
    [Array.from({ length: 40 }, () => "-ab").join(" "), 1],
  ];
  for (const [query, expected] of table) {
    const { total, warnings } = await knowledge.base.searchItems({ query, limit: 1, offset: 0 });
    assert.deepEqual({ total, warnings }, { total: expected, warnings: [] }, query);
  }
});

Deno.test("of common words the shortest are searched and that is told, but nothing is left out by some of them", () => {
  const words = Array.from({ length: 30 }, (_, n) => `qq${n}`);
  // Stands for a base that would take minutes to fill.
  const crowded: Statements = {
    run: () => assert.fail("a search changes nothing"),
    row: (row, sql) => row.parse(sql.includes("count(*)") ? { total: 20_000 } : { id: 1 }),
    rows: (row) => words.map((word) => row.parse({ word })),
  };
  const { query, notes } = findWords(crowded, parseQuery("qq").query);
  assert.equal(query.kind === "text" && query.match?.split(" OR ").length, 10);
  assert.deepEqual(notes, ['"qq" begins 31 words; the 10 shortest were searched']);
  const negated = findWords(crowded, parseQuery("-qq").query).query;
  assert.equal(negated.kind === "not" && negated.part.kind === "text" && negated.part.match, '"qq" *');
  assert.throws(
    () => findWords(crowded, parseQuery("-qq -qq -qq -qq -qq").query),
    /Cannot leave out what has "qq": 31 words begin with it/,
  );
});

Deno.test("a query of many texts counts no more words, and looks through them no more often, than a few do", async () => {
  await using knowledge = await openKnowledge();
  const words = Array.from({ length: 2_200 }, (_, n) => `qq${n}`);
  await knowledge.base.createItem({ type: "t", title: "many", content: words.join(" ") });
  const look = (query: string) =>
    knowledge.base.read((db) => {
      const asked: string[] = [];
      const heard: Statements = {
        run: (sql, ...values) => db.run(sql, ...values),
        row: (row, sql, ...values) => {
          asked.push(sql);
          return db.row(row, sql, ...values);
        },
        rows: (row, sql, ...values) => {
          asked.push(sql);
          return db.rows(row, sql, ...values);
        },
      };
      const { notes } = findWords(heard, parseQuery(query).query);
      return { notes, times: (part: string) => asked.filter((sql) => sql.includes(part)).length };
    });
  const beginnings = await look(Array.from({ length: 50 }, () => "qq").join(" "));
  assert.equal(beginnings.times("count(*) AS total FROM ("), 4_000);
  assert.deepEqual([...new Set(beginnings.notes)], [
    '"qq" begins 2,200 words; the 200 shortest were searched',
    '"qq" is inside 2,200 words; the 200 shortest were searched',
    '"qq" is inside 2,200 words; the 100 shortest were searched',
    '"qq" was looked for as it is only: the query has too many parts of words',
  ]);
  const parts = await look(Array.from({ length: 50 }, (_, n) => `zz${n}`).join(" OR "));
  assert.equal(parts.times("instr"), 30);
  assert.deepEqual(parts.notes, [
    '"zz30", "zz31", "zz32" and 17 more: each was not looked for inside words: the query has too many parts of words',
  ]);
});

Deno.test("of many common words of which one is enough the last are not searched for, and one warning says so", () => {
  const crowded: Statements = {
    run: () => assert.fail("a search changes nothing"),
    row: (row, sql) => row.parse(sql.includes("count(*)") ? { total: 20_000 } : { id: 1 }),
    rows: () => [],
  };
  const words = Array.from({ length: 24 }, (_, n) => `word${n}`);
  const look = (query: string) => {
    const { query: found, notes } = findWords(crowded, parseQuery(query).query);
    return { parts: found.kind === "or" || found.kind === "and" ? found.parts.length : 1, notes };
  };
  const note =
    '"word20", "word21", "word22" and 1 more: each was not searched for: the query has too many common words';
  assert.deepEqual(look(words.join(" OR ")), { parts: 20, notes: [note] });
  assert.deepEqual(look([...words.slice(0, 20), ...words.slice(0, 20)].join(" OR ")), {
    parts: 20,
    notes: [],
  });
  assert.deepEqual(look(words.join(" ")), { parts: 24, notes: [] });
  assert.deepEqual(look(words.map((word) => `-${word}`).join(" ")), { parts: 24, notes: [] });
  const negated = findWords(crowded, parseQuery(`NOT (${words.join(" OR ")})`).query);
  assert.equal(
    negated.query.kind === "not" && negated.query.part.kind === "or" && negated.query.part.parts.length,
    24,
  );
});

Deno.test("quotes find what is there as it is, else what the same text finds without them", async () => {
  await using knowledge = await openKnowledge();
  const contents = [
    "日本語Python入門",
    "login error",
    "catalog",
    "blog",
    "log on",
    "vitamin c",
    "vitamin-complex",
  ];
  for (const title of contents) await knowledge.base.createItem({ type: "t", title });
  const find = async (query: string) => {
    const { items } = await knowledge.base.searchItems({ query, limit: 100, offset: 0 });
    return items.map(({ title }) => title).sort();
  };
  for (const part of ["日本語Py", "語Pyth", "本語P", "日本語Python入", "ython入門"]) {
    assert.deepEqual(await find(`"${part}"`), ["日本語Python入門"], part);
    assert.deepEqual(await find(part), ["日本語Python入門"], part);
  }
  assert.deepEqual(await find('"log"'), ["log on"]);
  assert.deepEqual(await find("log"), ["log on", "login error"]);
  assert.deepEqual(await find('"logi"'), ["login error"]);
  assert.deepEqual(await find('"atal"'), ["catalog"]);
  assert.deepEqual(await find("vitamin-c"), ["vitamin c"]);
  for (const text of ["log", "lo", "og", "vitamin-c", "min-co", "min c", "error", "日本", "on", "c"]) {
    const wide = new Set(text.includes(" ") ? await find(text.replace(" ", "-")) : await find(text));
    for (const title of await find(`"${text}"`)) assert.ok(wide.has(title), `"${text}" ${title}`);
  }
});
