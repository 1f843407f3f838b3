import assert from "node:assert/strict";
import {
  fold,
  indexText,
  phraseMatch,
  runsOf,
  searchPhrase,
} from "../../../../src/knowledge/search/tokens.ts";
import { openKnowledge } from "../../../harness/knowledge_folder.ts";
import { repeatableRandom } from "../../../harness/repeatable_random.ts";

Deno.test("runsOf parts words from scripts that write no spaces, and leaves out what is between", () => {
  const shown = (text: string) => runsOf(text).map(({ text, dense }) => `${text}${dense ? "*" : ""}`);
  const table: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["→ 💥 !!", []],
    ["Login error", ["login", "error"]],
    ["売上login分析、ＤＢ", ["売上*", "login", "分析*", "db"]],
    ["ﾃﾞｰﾀ々〇", ["データ々〇*"]],
    ["Cafe\u0301 naïve", ["café", "naïve"]],
    // A mark goes with what is before it, and stands for itself where nothing is.
    ["は\u20dda", ["は\u20dd*", "a"]],
    [" \u0301b", ["\u0301b"]],
    ["a\u20dd売\u20dd", ["a\u20dd", "売\u20dd*"]],
    // Characters outside the first plane.
    ["𠮷野家𝒳", ["𠮷野家*", "x"]],
    ["𐐀𐐁a", ["𐐨𐐩a"]],
    ["ภาษาไทย", ["ภาษาไทย*"]],
  ];
  for (const [text, expected] of table) assert.deepEqual(shown(text), expected, text);
});

Deno.test("indexText cuts Japanese into pairs, the last character alone, and other text into words", () => {
  const words = (text: string) =>
    indexText(runsOf(text)).split(" ").filter((token) => !/^[\ue000\ue001]/.test(token)).join(" ");
  assert.equal(words("売上高"), "売上 上高 高");
  assert.equal(words("Python3入門、DB"), "python3 入門 門 db");
  assert.equal(words("ﾃﾞｰﾀ ＡＢＣ snake_case it's 3.14"), "デー ータ タ abc snake case it s 3 14");
  assert.equal(words("한국어 ภาษา"), "한국 국어 어 ภา าษ ษา า");
  assert.equal(words("→ 💥 !!"), "");
});

Deno.test("indexText marks the first character of each run, and has every character once behind everything else", () => {
  assert.equal(
    indexText(runsOf("社会社 db 社")),
    "\ue001社 社会 会社 社 db \ue001社 社 \ue000社 \ue000会",
  );
});

Deno.test("searchPhrase makes phrases of tokens", () => {
  const match = (text: string) => {
    const phrase = searchPhrase(text);
    return phrase === undefined ? undefined : phraseMatch(phrase.tokens);
  };
  assert.equal(match("login"), '"login"');
  assert.equal(match("C"), '"c"');
  assert.equal(match("猫"), '"\ue000猫"');
  assert.equal(match("db猫"), '"db \ue001猫"');
  assert.equal(match("売上db猫の目"), '"売上 上 db \ue001猫 猫の の目"');
  assert.equal(match("売上高"), '"売上 上高"');
  assert.equal(match("入門python"), '"入門 門 python"');
  assert.equal(match('" OR x'), '"or x"');
  assert.equal(match("→"), undefined);
});

Deno.test("searchPhrase takes no single letter or character for a part of words", () => {
  const infix = (text: string) => searchPhrase(text)?.infix;
  assert.deepEqual(["ogin", "oo-b", "ogin売上", "3の", "ogin の"].map(infix), Array(5).fill(true));
  assert.deepEqual(["e", "の", "売上login"].map(infix), Array(3).fill(false));
  const isPrefix = (text: string) => searchPhrase(text)?.isPrefix;
  assert.deepEqual(["log", "売上log", "売上l", "a-b"].map(isPrefix), Array(4).fill(true));
  assert.deepEqual(["e", "の", "log売上"].map(isPrefix), Array(3).fill(false));
});

Deno.test("every piece of a text that begins and ends between words is found, and nothing else", async () => {
  await using knowledge = await openKnowledge();
  const random = repeatableRandom(5);
  const words = ["売上", "の", "猫", "db", "a1", "3", "x", "上の猫"];
  const piece = (length: number) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)] ?? "");
  const flat = (parts: readonly string[]) => runsOf(parts.join("")).map(({ text }) => text).join("|");
  const texts = Array.from({ length: 40 }, () => piece(12));
  for (const text of texts) {
    await knowledge.base.createItem({ type: "t", title: "-", content: text.join("") });
  }
  for (let round = 0; round < 400; round++) {
    const query = piece(2 + Math.floor(random() * 3));
    const wanted = flat(query);
    // Words of letters are found whole here; Japanese may begin and end inside a run.
    const [start, end] = [
      /^[a-z0-9]/.test(wanted) ? "(^|[|])" : "",
      /[a-z0-9]$/.test(wanted) ? "([|]|$)" : "",
    ];
    const pattern = new RegExp(start + wanted.replaceAll("|", "[|]") + end);
    const expected = texts.filter((text) => pattern.test(flat(text))).length;
    const { total } = await knowledge.base.searchItems({ query: `"${query.join("")}"`, limit: 1, offset: 0 });
    // Where no word is so, it is looked for inside words.
    if (expected > 0 || !/^[a-z0-9]|[a-z0-9]$/.test(wanted)) assert.equal(total, expected, query.join(""));
  }
});

Deno.test("every piece of a Japanese text is found, and nothing that is not there", async () => {
  await using knowledge = await openKnowledge();
  const random = repeatableRandom(3);
  const alphabet = [..."売上高会社の社員がデータ庫ー々ｶﾞﾊﾟ猫ＤＢab1、。 "];
  const piece = (length: number) =>
    Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
  const texts = Array.from({ length: 60 }, () => piece(40));
  await Promise.all(texts.map((content) => knowledge.base.createItem({ type: "t", title: "-", content })));
  const dense = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々]+$/u;
  let checked = 0;
  for (let round = 0; round < 3_000; round++) {
    const query = fold(piece(1 + Math.floor(random() * 5)));
    if (!dense.test(query)) continue;
    checked += 1;
    const expected = texts.filter((text) => fold(text).includes(query)).length;
    const { total } = await knowledge.base.searchItems({ query: `"${query}"`, limit: 1, offset: 0 });
    assert.equal(total, expected, query);
  }
  assert.ok(checked > 300, `${checked}`);
});
