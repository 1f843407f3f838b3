import assert from "node:assert/strict";
import { fold } from "../../../../src/knowledge/search/fold.ts";
import { indexText, matchText, searchPhrase } from "../../../../src/knowledge/search/tokens.ts";
import { openKnowledge, repeatableRandom } from "../../../harness/knowledge_folder.ts";

Deno.test("indexText cuts Japanese into pairs, the last character alone, and other text into words", () => {
  const words = (text: string) =>
    indexText(text).split(" ").filter((token) => !token.startsWith("\ue000")).join(" ");
  assert.equal(words("売上高"), "売上 上高 高");
  assert.equal(words("Python3入門、DB"), "python3 入門 門 db");
  assert.equal(words("ﾃﾞｰﾀ ＡＢＣ snake_case it's 3.14"), "デー ータ タ abc snake case it s 3 14");
  assert.equal(words("한국어 ภาษา"), "한국 국어 어 ภา าษ ษา า");
  assert.equal(words("→ 💥 !!"), "");
});

Deno.test("indexText has every Japanese character once by itself, behind everything else", () => {
  assert.equal(indexText("社会社 db"), "社会 会社 社 db \ue000社 \ue000会");
});

Deno.test("searchPhrase makes phrases whose last token may go on", () => {
  const match = (text: string, exact = false) => {
    const phrase = searchPhrase(text, { exact });
    return phrase === undefined ? undefined : matchText(phrase);
  };
  assert.equal(match("login"), '"login" *');
  assert.equal(match("login", true), '"login"');
  assert.equal(match("C"), '"c"');
  assert.equal(match("猫"), '"\ue000猫"');
  assert.equal(match("db猫"), '"db 猫" *');
  assert.equal(match("売上高"), '"売上 上高"');
  assert.equal(match("入門python"), '"入門 門 python" *');
  assert.equal(match('" OR x'), '"or x"');
  assert.equal(match("→"), undefined);
});

Deno.test("searchPhrase takes no single letter, and nothing before a single character, for a part of words", () => {
  const infix = (text: string) => searchPhrase(text, { exact: false })?.infix;
  assert.deepEqual(["ogin", "oo-b", "ogin売上"].map(infix), [true, true, true]);
  assert.deepEqual(["e", "3の", "ogin の", "の", "売上login"].map(infix), [
    false,
    false,
    false,
    false,
    false,
  ]);
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
