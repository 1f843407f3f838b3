import assert from "node:assert/strict";
import { asKinds } from "../../../src/base/chart_terms.ts";

Deno.test("lines go by their usual names too, and one of them is a list of one", () => {
  assert.deepEqual(asKinds("target"), ["target_line"]);
  assert.deepEqual(asKinds(["mean", "Moving average", "trend-line", "threshold"]), [
    "mean_line",
    "moving_avg",
    "regression",
    "threshold",
  ]);
  assert.deepEqual(asKinds(["highlight", 3]), ["highlight", 3]);
  assert.equal(asKinds(undefined), undefined);
});
