import assert from "node:assert/strict";
import { tellingLine } from "../../../src/base/text.ts";
import { duration, remaining } from "../../../src/views/run/words.ts";

Deno.test("times are written as people say them", () => {
  const cases: readonly (readonly [milliseconds: number, text: string])[] = [
    [-5, "0.0 s"],
    [7_240, "7.2 s"],
    [42_900, "42 s"],
    [185_000, "3 min 05 s"],
    [3_720_000, "1 h 02 min"],
  ];
  for (const [milliseconds, text] of cases) assert.equal(duration(milliseconds), text);
});

Deno.test("the rest of the time is estimated once that says something", () => {
  assert.equal(remaining({ done: 25, total: 100 }, 10_000), "about 30 s left");
  assert.equal(remaining({ done: 25, total: 100 }, 1_000), undefined);
  assert.equal(remaining({ done: 0, total: 100 }, 10_000), undefined);
  assert.equal(remaining({ done: 100, total: 100 }, 10_000), undefined);
});

Deno.test("a run is named by its first line that does something", () => {
  assert.equal(tellingLine("import time\n# train\n%matplotlib inline\n\nmodel.fit(x)\n"), "model.fit(x)");
  assert.equal(tellingLine("import time"), "import time");
  assert.equal(tellingLine(""), "");
});
