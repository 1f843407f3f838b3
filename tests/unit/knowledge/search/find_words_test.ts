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
  assert.match(warnings.join(), /"qq" is inside more than 200 words/);
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
    '"zz" is inside more than 120 words; the shortest were searched',
    '"vv" was not looked for inside words: the query has too many parts of words',
  ]);
});

Deno.test("a beginning finds all words, where they are very many the shortest, and says so", async () => {
  const { knowledge, find } = await finder();
  await using _ = knowledge;
  const words = Array.from({ length: 2_200 }, (_, n) => `qq${n}`);
  const texts = { itself: "qq", short: words.slice(0, 1_000).join(" "), long: words.slice(1_000).join(" ") };
  for (const [title, content] of Object.entries(texts)) {
    await knowledge.base.createItem({ type: "t", title, content });
  }
  const { warnings } = await knowledge.base.searchItems({ query: "qq", limit: 1, offset: 0 });
  assert.deepEqual(warnings, ['"qq" begins more than 200 words; the shortest were searched']);
  assert.deepEqual(await find("qq"), ["itself", "short"]);
  assert.deepEqual(await find("qq1"), ["long", "short"]);
  assert.deepEqual(await find("qq219"), ["long", "short"]);
  assert.deepEqual(await find("qq2199"), ["long"]);
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
  const beginnings = await look(Array.from({ length: 50 }, () => "qq").join(" OR "));
  assert.equal(beginnings.times("count(*)"), 4_000);
  assert.deepEqual([...new Set(beginnings.notes)], [
    '"qq" begins more than 200 words; the shortest were searched',
    '"qq" is inside more than 100 words; the shortest were searched',
    '"qq" was looked for as it is only: the query has too many parts of words',
  ]);
  const parts = await look(Array.from({ length: 50 }, (_, n) => `zz${n}`).join(" OR "));
  assert.equal(parts.times("instr"), 30);
  assert.equal(parts.notes.length, 20);
  assert.match(parts.notes[0] ?? "", /^"zz30" was not looked for inside words: the query has too many parts/);
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
