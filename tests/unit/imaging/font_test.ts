import assert from "node:assert/strict";
import { fontMetrics as metrics } from "../../../src/imaging/font.ts";

Deno.test("font metrics tell the width of Latin and Japanese text", () => {
  assert.equal(metrics.width("売上", 10), 20);
  const wide = metrics.width("MMM", 10);
  const narrow = metrics.width("iii", 10);
  assert.ok(narrow > 3 && narrow < wide && wide < 30);
  assert.equal(metrics.width("ab", 20), 2 * metrics.width("ab", 10));
  assert.equal(metrics.width("", 10), 0);
});

Deno.test("font metrics name the characters that the font lacks, each once", () => {
  assert.deepEqual(metrics.missing("売上 Sales 100% ¥€"), []);
  assert.deepEqual(metrics.missing("한国😀汉😀"), ["한", "😀", "汉"]);
  assert.deepEqual(metrics.missing("a\u200bb\ufe0f"), []);
});
