import assert from "node:assert/strict";
import { globMatcher } from "../../../../../src/compat/datalayer/tools/list_files.ts";

Deno.test("globMatcher matches paths", () => {
  const cases = [
    ["*.py", ["a.py", ".py"], ["a.pyc", "b/a.py", "apy"]],
    ["**/*.ipynb", ["a.ipynb", "b/a.ipynb", "b/c/a.ipynb"], ["a.ipynb/b"]],
    ["data/**", ["data/a", "data/b/c"], ["datas/a", "data"]],
    ["a?[0-9].txt", ["ab1.txt"], ["a/1.txt", "abc.txt"]],
    ["[!a].txt", ["b.txt"], ["a.txt"]],
    ["a(1)+[", ["a(1)+["], ["a1"]],
  ] as const;
  for (const [pattern, matching, others] of cases) {
    const matcher = globMatcher(pattern);
    for (const path of matching) assert.ok(matcher.test(path), `${pattern} matches ${path}`);
    for (const path of others) assert.ok(!matcher.test(path), `${pattern} does not match ${path}`);
  }
});

Deno.test("globMatcher throws at what is no pattern", () => {
  assert.throws(() => globMatcher("[z-a]"), SyntaxError);
});
