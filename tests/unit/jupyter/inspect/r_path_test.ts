import assert from "node:assert/strict";
import { parseRPath } from "../../../../src/jupyter/inspect/variable_path.ts";

Deno.test("parseRPath reads names with dots, and parts as R writes them", () => {
  assert.deepEqual(parseRPath("my.df"), { name: "my.df", steps: [] });
  assert.deepEqual(parseRPath('fit$coefficients[["x"]][[2]]'), {
    name: "fit",
    steps: [{ key: "coefficients" }, { key: "x" }, { key: 2 }],
  });
  assert.deepEqual(parseRPath("`odd name`$`a b`@slot"), {
    name: "odd name",
    steps: [{ key: "a b" }, { key: "slot" }],
  });
});

Deno.test("parseRPath refuses whatever is not a path", () => {
  for (
    const text of [
      "",
      "1x",
      "f()",
      "x + y",
      "x[1:2]",
      "x$",
      "x[[a]]",
      "system('ls')",
      "x; y",
      ".1",
      "x$f()",
      "`a",
      "x\ny",
    ]
  ) {
    assert.throws(() => parseRPath(text), { code: "invalid_argument" }, JSON.stringify(text));
  }
});
