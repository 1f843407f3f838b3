import assert from "node:assert/strict";
import { findCycles, findSingleImporters } from "../../../scripts/layers/find_cycles.ts";

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((name) => `import type { A } from "${name}";`).join("\n"),
});

Deno.test("findCycles finds files that import each other, also through others and by types", () => {
  const files = [
    file("src/a.ts", "./b/b.ts"),
    file("src/b/b.ts", "./c.ts"),
    file("src/b/c.ts", "../a.ts", "../d.ts"),
    file("src/d.ts"),
    file("src/e.ts", "./f.ts"),
    file("src/f.ts", "./e.ts"),
  ];
  assert.deepEqual(findCycles(files).sort(), [["src/a.ts", "src/b/b.ts", "src/b/c.ts"], [
    "src/e.ts",
    "src/f.ts",
  ]]);
});

Deno.test("findCycles passes over files that share imports, and over packages", () => {
  const files = [
    file("src/a.ts", "./b.ts", "./c.ts", "zod"),
    file("src/b.ts", "./d.ts"),
    file("src/c.ts", "./d.ts"),
    file("src/d.ts", "node:path"),
  ];
  assert.deepEqual(findCycles(files), []);
});

Deno.test("findSingleImporters lists files that only one file of their folder imports", () => {
  const files = [
    file("src/a.ts", "./b.ts", "./c.ts", "./f/d.ts"),
    file("src/b.ts", "./c.ts"),
    file("src/c.ts"),
    file("src/f/d.ts"),
    file("src/f/mod.ts", "./e.ts"),
    file("src/f/e.ts"),
  ];
  assert.deepEqual(findSingleImporters(files), [["src/b.ts", "src/a.ts"]]);
});
