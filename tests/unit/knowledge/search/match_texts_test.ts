import assert from "node:assert/strict";
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
  assert.match(warnings.join(), /^"qq" is inside more than 200 words; the shortest were searched$/);
  await assert.rejects(
    knowledge.base.searchItems({ query: "-qq", limit: 1, offset: 0 }),
    /Cannot exclude "qq": more than 200 words contain it$/,
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
    '"zz" is inside more than 120 words; the shortest were searched',
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

Deno.test("a query of many parts of words looks through all words no more than about thirty times", async () => {
  await using knowledge = await openKnowledge();
  await knowledge.base.createItem({ type: "t", title: "t" });
  const parts = Array.from({ length: 50 }, (_, n) => `zz${n}`);
  const { warnings } = await knowledge.base.searchItems({ query: parts.join(" OR "), limit: 1, offset: 0 });
  assert.equal(warnings.length, 18);
  assert.match(warnings[0] ?? "", /^"zz32" was not looked for inside words: the query has too many parts/);
  await assert.rejects(
    knowledge.base.searchItems({ query: parts.map((part) => `-${part}`).join(" "), limit: 1, offset: 0 }),
    /^AppError: Cannot exclude "zz32": the query has too many parts of words$/,
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
