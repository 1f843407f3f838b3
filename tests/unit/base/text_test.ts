import assert from "node:assert/strict";
import { plural } from "../../../src/base/text.ts";

Deno.test("plural gives one thing its noun as it is, and any other number of them an s", () => {
  assert.deepEqual([0, 1, 2].map((count) => `${count} ${plural(count, "row")}`), [
    "0 rows",
    "1 row",
    "2 rows",
  ]);
});
