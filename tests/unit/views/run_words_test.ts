import assert from "node:assert/strict";
import { tellingLine } from "../../../src/base/text.ts";
import { aboutBar, duration } from "../../../src/views/run/words.ts";

Deno.test("times are written as people say them", () => {
  const cases: readonly (readonly [milliseconds: number, text: string])[] = [
    [-5, "0 s"],
    [7_240, "7.2 s"],
    [42_900, "42 s"],
    [185_000, "3 min 05 s"],
    [3_720_000, "1 h 02 min"],
  ];
  for (const [milliseconds, text] of cases) assert.equal(duration(milliseconds), text);
});

Deno.test("a bar says how far the run is, and while it lasts, for how long", () => {
  const bar = { name: "", done: 25, total: 1_000, rest: 30_000 };
  assert.equal(aboutBar(bar, true), "3% · 25 of 1,000 · about 30 s left");
  assert.equal(aboutBar(bar, false), "3% · 25 of 1,000");
  assert.equal(aboutBar({ name: "Epoch 2", done: 1, total: 1 }, true), "Epoch 2 · 100% · 1 of 1");
});

Deno.test("a run is named by its first line that does something", () => {
  assert.equal(tellingLine("import time\n# train\n%matplotlib inline\n\nmodel.fit(x)\n"), "model.fit(x)");
  assert.equal(tellingLine("import time"), "import time");
  assert.equal(tellingLine(""), "");
});
