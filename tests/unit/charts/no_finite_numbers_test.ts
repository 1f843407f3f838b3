/** Numbers that are none: infinite ones, those that JSON does not have, and tables without any value. */

import assert from "node:assert/strict";
import { made } from "./made.ts";

Deno.test("a column of infinities is loudly not drawn as numbers", () => {
  const tables = [
    "c,v\nA,inf\nB,-Infinity\nC,3",
    "c,v\nA,∞\nB,∞\nC,∞",
    '[{"c":"A","v":1e400},{"c":"B","v":1e400},{"c":"C","v":3}]',
  ];
  for (const data of tables) {
    const { summary, metadata } = made(data, "compare v by c");
    assert.equal(metadata.fallback_applied, true, data);
    assert.match(summary, /^Note: a column of values holds too many infinities/);
    assert.match(metadata.warnings.join(), /too many infinities to be used as numbers/);
  }
  const groups = made("c,v\ninf,1\nB,2\nC,3", "compare v by c").metadata;
  assert.equal(groups.fallback_applied, false, "a name among names");
});

Deno.test("NaN and Infinity in JSON are missing values, and that is said", () => {
  const rows = ['{"c": "NaN, x", "v": NaN}', '{"c": "B", "v": -Infinity}', '{"c": "C", "v": 3}'];
  for (const data of [`[${rows.join()}]`, rows.join("\n")]) {
    assert.deepEqual(made(data, "compare v by c").metadata.warnings, [
      "NaN and Infinity are read as missing values",
      'NaN, x and B have no "v" and are not drawn',
    ]);
  }
  assert.throws(() => made('[{"c": "A", "v": NaNa}]', "compare v by c"), /cannot be parsed/);
});

Deno.test("a table without any value is a clear error", () => {
  for (const data of ['[{"a":null,"b":null},{"a":null,"b":null}]', "a,b\n,\n-,n/a"]) {
    assert.throws(() => made(data, "compare b by a"), /none of its cells has a value/);
  }
});

Deno.test("a few infinities among numbers are left out, and that is said", () => {
  const months = ["1", "inf", "3", "4", "-Infinity", "6", "欠測", "8"];
  const data = `month,v\n${months.map((v, k) => `2024-0${k + 1},${v}`).join("\n")}`;
  const { metadata } = made(data, "v trend");
  assert.deepEqual([metadata.pattern_id, metadata.fallback_applied], ["P01", false]);
  assert.match(metadata.warnings.join(), /2 values of column "v" are not numbers and are left out/);
});
