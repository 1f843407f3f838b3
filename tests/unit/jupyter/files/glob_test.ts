import assert from "node:assert/strict";
import { AppError } from "../../../../src/base/errors.ts";
import { deepest, fixedFolder, globMatcher, isDeep } from "../../../../src/jupyter/files/glob.ts";

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*.csv", ["a.csv", "deep/er/b.csv", ".csv"], ["a.csv.gz", "a_csv", "csv"]],
  ["data/*.csv", ["data/a.csv"], ["a.csv", "data/x/a.csv", "old/data/a.csv"]],
  ["data/**/*.csv", ["data/a.csv", "data/x/y/a.csv"], ["a.csv", "database/a.csv"]],
  ["**/*.csv", ["a.csv", "x/a.csv"], ["a.txt"]],
  ["**", ["a", "x/y"], []],
  ["{train,test}_?.json", ["train_1.json", "test_x.json"], ["train_12.json", "dev_1.json"]],
  ["[ab]*", ["apple", "b"], ["c"]],
  ["[!ab]*", ["c"], ["apple", "b"]],
  ["売上*.txt", ["売上 🚀.txt"], ["売.txt"]],
  ["a+b(1).txt", ["a+b(1).txt"], ["aab1.txt"]],
  ["100%", ["100%"], ["100"]],
  ["./a", ["a"], ["b"]],
];

Deno.test("globMatcher matches what a shell would", async () => {
  for (const [pattern, yes, no] of cases) {
    const matches = await globMatcher(pattern);
    for (const path of yes) assert.ok(matches(path), `${pattern} is for ${path}`);
    for (const path of no) assert.ok(!matches(path), `${pattern} is not for ${path}`);
  }
});

Deno.test("globMatcher is quick whatever the pattern is", async () => {
  const matches = await globMatcher("*a".repeat(200));
  assert.equal(matches("a".repeat(199) + "b".repeat(5_000)), false);
});

Deno.test("globMatcher refuses what is no pattern", async () => {
  for (const pattern of ["{a,b", "x".repeat(501)]) await assert.rejects(globMatcher(pattern), AppError);
});

Deno.test("fixedFolder and deepest tell where matches can be", () => {
  const folders = ["*.csv", "a/b/*.csv", "./a/**/b/*", "a*/b/c", "../x/*", ".git/*", "a/{b,c}/d", "a/b"];
  assert.deepEqual(folders.map(fixedFolder), ["", "a/b", "a", "", "", "", "a", "a"]);
  assert.deepEqual(["*.csv", "a/*.csv", "/a/*/b", "a/**", "a/{b,c/d}"].map(deepest), [
    ...[Infinity, 2, 3, Infinity, Infinity],
  ]);
});

Deno.test("isDeep tells patterns that look into folders", () => {
  assert.deepEqual(["*.csv", "a/*.csv", "**/*.csv"].map(isDeep), [false, true, true]);
});
