/** Texts that are no names: too long, or with signs that cannot be drawn. */

import assert from "node:assert/strict";
import { makeChart } from "../../../src/charts/make_chart.ts";
import { cleanText, shortName, shortNames } from "../../../src/charts/table/clean_text.ts";
import { cutNames, makePage } from "../../../src/charts/draw/page.ts";
import { requestOf } from "./examples.ts";
import { made } from "./made.ts";

const long = {
  words: "dolor sit amet ".repeat(3000),
  word: "q".repeat(40_000),
  japanese: "備考欄".repeat(15_000),
  signs: "(x)*+".repeat(6_000),
};

Deno.test("a cell or a name of any length leaves the chart of its table alone", () => {
  for (const text of Object.values(long)) {
    const cell = made(`month,orders,note\n2024-01,4,brief\n2024-02,9,${text}`, "orders trend");
    assert.match(cell.summary, /^orders went from 4 \(Jan 2024\) to 9 \(Feb 2024\)/);
    const name = made(`month,orders,"${text}"\n2024-01,4,brief\n2024-02,9,else`, "orders trend");
    assert.match(name.summary, /^orders went from 4/);
    const shown = made(`note,orders\n${text},4\n${text} again,9\nbrief,2`, "compare orders by note");
    assert.ok(shown.summary.length < 900, `${shown.summary.length}`);
    assert.match(shown.summary, /Of 3 groups/);
  }
});

Deno.test("two hundred long labels are still looked for one by one", () => {
  const rows = Array.from({ length: 200 }, (_, k) => `${`part ${k} of `.repeat(18)},${k}`);
  const { summary } = made(`label,orders\n${rows.join("\n")}`, "orders by label, apples and pears");
  assert.match(summary, /40 of 200 groups of label/);
});

Deno.test("many columns of one name are refused at once", () => {
  const names = `a${",b".repeat(20_000)}`;
  assert.throws(() => made(`${names}\n1`, "b"), /20001 columns: at most 100/);
});

Deno.test("signs that steer terminals and halves of characters are not drawn and not told", () => {
  const table = "na\u0007me,v\nred\u001b[31m,1\nb\u0001lue,2\nx\ud83d,3";
  const { svg, summary, metadata } = makeChart(
    requestOf({ data: table, query: "compare v by name\u0000" }, {
      spec: { title: "Col\u001b[1mours\udc00", x: "na\u0007me" },
    }),
    { measure: (text, size) => text.length * size * 0.6 },
  );
  const all = JSON.stringify([svg, summary, metadata]);
  assert.doesNotMatch(all, /\\u00[01]|\\u007f|\\ud[89a-f]/i);
  assert.match(all, />red</);
  assert.match(all, />b lue</);
  assert.match(all, />Colours\ufffd</);
  assert.deepEqual(metadata.mapping, { x: "na me", y: "v" });
});

Deno.test("long names keep both ends, and stay different from each other", () => {
  assert.equal(cleanText(" a\tb\u001b[0;1mc\u0085 "), "a bc");
  assert.equal(shortName("y".repeat(200)), "y".repeat(200));
  const [one, two] = [`${"n".repeat(5000)}1`, `${"n".repeat(5001)}1`];
  assert.equal(shortName(one).length, 200);
  assert.match(shortName(one), /^n+…n+1$/);
  assert.deepEqual(shortNames(["a", one, two]), ["a", shortName(one), `${shortName(one)} (2)`]);
  assert.ok(shortName("😀".repeat(300)).isWellFormed());
});

Deno.test("names of one long word that differ at their end keep it", () => {
  const page = makePage({
    width: 1200,
    height: 900,
    language: "en",
    measure: (text, size) => text.length * size * 0.5,
  });
  const names = [8, 9, 10, 11].map((k) => `${"supercalifragilistic".repeat(8)}${k}`);
  const cut = cutNames(page, names, { size: 16, width: 120 });
  assert.deepEqual(cut.map((name) => name.replace(/^[a-z]+/, "")), ["…8", "…9", "…10", "…11"]);
  const ends = ["east", "west"].map((end) => `${"q".repeat(90)}_${end}_side`);
  assert.deepEqual(cutNames(page, ends, { size: 16, width: 120 }).map((name) => name.slice(-9)), [
    "east_side",
    "west_side",
  ]);
});
