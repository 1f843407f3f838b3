import assert from "node:assert/strict";
import { joinSentences } from "../../../../../src/charts/summary/text/join_sentences.ts";
import { made } from "../../made.ts";
import { csv } from "../../tables.ts";

Deno.test("sentences are joined from the end until so many are left", () => {
  const sentences = ["A is 1.", "The most are 2.", "There are 3.", "Zoe leads."];
  assert.deepEqual(joinSentences(sentences, 4, "en"), sentences);
  assert.deepEqual(joinSentences(sentences, 2, "en"), ["A is 1.", "The most are 2; there are 3; Zoe leads."]);
});

Deno.test("Japanese sentences lead on to each other by their verbs, and notes stand in brackets", () => {
  const joined = (...sentences: string[]) => joinSentences(sentences, 1, "ja").join("");
  assert.equal(joined("AはBより小さいです。", "差は3です。"), "AはBより小さく、差は3です。");
  assert.equal(joined("最大は5です。", "10件あります。"), "最大は5で、10件あります。");
  assert.equal(
    joined("2024年の行だけを使いました。", "値は増えています。"),
    "2024年の行だけを使い、値は増えています。",
  );
  assert.equal(joined("3へ増加しました。", "補助線: 目標 5。"), "3へ増加し、補助線は目標 5です。");
  assert.equal(joined("値はありません。", "件数は3です。"), "値はありません（件数は3）。");
  assert.equal(joined("3です。", "注意: 欠けた日があります。"), "3です（注意: 欠けた日があります）。");
});

Deno.test("a summary has two or three sentences, whatever is to be told", () => {
  const rows = Array.from(
    { length: 60 },
    (_, k) => [`2024-${k % 12 + 1}`, ["北", "南"][k % 2], k * k % 97 + (k === 7 ? 900 : 0)],
  );
  const data = csv("月,地域,売上", rows);
  const queries = [
    "売上の分布に平均と中央値の線、しきい値50",
    "地域ごとの売上のばらつき、基準60、中央値の線も",
    "北だけの2024年の売上の推移、目標40、移動平均",
    "sales distribution by region without July",
    "hello",
    "地域別の売上の合計と件数を円グラフで",
  ];
  for (const query of queries) {
    const { summary } = made(data, query);
    const count = /[ぁ-ん]/.test(summary)
      ? summary.split("。").length - 1
      : summary.split(/\.(?: |$)/).length - 1;
    assert.ok(count === 2 || count === 3, `${count}: ${summary}`);
  }
  assert.match(made("k,v\na,1", "compare v by k").summary, /\. The chart is made of 1 row\.$/);
});
