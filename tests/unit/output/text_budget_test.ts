import assert from "node:assert/strict";
import {
  cutText,
  shareBudget,
  textCost,
  utf8Cost,
  wireBytes,
  wireCost,
} from "../../../src/output/text_budget.ts";

const elsewhere = "the whole output is at jupyter://executions/e1/output";

Deno.test("cutText leaves a text within the budget alone", () => {
  assert.deepEqual(cutText("abc", { budget: 3, elsewhere }), { text: "abc", leftOut: 0 });
});

Deno.test("cutText keeps head and tail on whole lines and says what is missing", () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `line ${i}`).join("\n");
  const cut = cutText(text, { budget: 1000, elsewhere });
  assert.ok(textCost(cut.text, utf8Cost) <= 1000);
  const lines = cut.text.split("\n");
  assert.equal(lines[0], "line 0");
  assert.equal(lines.at(-1), "line 9999");
  assert.ok(lines.every((line) => /^line \d+$/.test(line) || line.startsWith("[…")), cut.text);
  assert.match(
    cut.text,
    /\[… [\d,]+ bytes left out; the whole output is at jupyter:\/\/executions\/e1\/output …\]/,
  );
  const shown = cut.text.replace(/\n\[….*\]\n/, "");
  assert.equal(cut.leftOut, text.length - shown.length);
});

Deno.test("cutText never splits a surrogate pair", () => {
  const text = "😀".repeat(1000);
  for (let budget = 150; budget < 200; budget++) {
    assert.ok(cutText(text, { budget, elsewhere }).text.isWellFormed(), String(budget));
    assert.ok(cutText(`a${text}b`, { budget, elsewhere }).text.isWellFormed(), String(budget));
  }
});

Deno.test("cutText leaves only the marker when the budget is smaller than it", () => {
  assert.match(cutText("x".repeat(500), { budget: 5, elsewhere }).text, /^\n\[… 500 bytes left out/);
});

Deno.test("wireCost counts a text as it goes over the wire, escaped twice", () => {
  const text = 'a "quoted" \\ line\n\ttabbed 売上 é 😀';
  const frame = wireBytes({ a: "" });
  assert.equal(frame + textCost(text, wireCost), wireBytes({ a: text }));
});

Deno.test("shareBudget meets small requests in full and shares the rest equally", () => {
  assert.deepEqual(shareBudget([10, 20], 100), [10, 20]);
  assert.deepEqual(shareBudget([1000, 10, 1000], 110), [50, 10, 50]);
  assert.deepEqual(shareBudget([5, 5], 0), [0, 0]);
  assert.deepEqual(shareBudget([], 10), []);
  assert.deepEqual(shareBudget([5], -3), [0]);
});
