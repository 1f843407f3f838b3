import assert from "node:assert/strict";
import { nearNames } from "../../../src/base/similarity.ts";

Deno.test("nearNames puts the likeliest first, and names ten at most", () => {
  const names = [
    "alpha",
    "DF",
    "sales",
    "sales_2024",
    "df_old",
    ...Array.from({ length: 20 }, (_, n) => `zz${n}`),
  ];
  assert.deepEqual(nearNames("sale", names).slice(0, 2), ["sales", "sales_2024"]);
  assert.equal(nearNames("df", names)[0], "DF");
  assert.equal(nearNames("aplha", names)[0], "alpha");
  assert.equal(nearNames("x", names).length, 10);
  assert.deepEqual(nearNames("x", []), []);
});
