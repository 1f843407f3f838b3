import assert from "node:assert/strict";
import { findViolations } from "../../../scripts/layers/find_violations.ts";

/** What the rules say about one file. */
function violationsOf(path: string, text: string): string[] {
  return findViolations([{ path, text }]).map(({ file, line, what }) => `${file}:${line}: ${what}`);
}

function assertRefused(path: string, text: string, pattern: RegExp): void {
  const found = violationsOf(path, text);
  assert.equal(found.length, 1, `${path} breaks one rule: ${found.join("; ")}`);
  assert.match(found[0] ?? "", pattern);
}

Deno.test("layers let a file import what is below it", () => {
  assert.deepEqual(
    violationsOf("src/tools/execution/execute_code.ts", 'import { a } from "../../output/a.ts";'),
    [],
  );
  assert.deepEqual(violationsOf("src/server.ts", 'import { a } from "./mcp/stdio.ts";'), []);
  assert.deepEqual(
    violationsOf("src/jupyter/sessions/sessions.ts", 'import { a } from "../../base/errors.ts";'),
    [],
  );
  assert.deepEqual(violationsOf("src/jupyter/rtc/room.ts", 'import { a } from "../rest/http.ts";'), []);
  assert.deepEqual(violationsOf("main.ts", 'import { a } from "./src/launch/serve.ts";'), []);
});

Deno.test("layers refuse an import from above, with the line and what is allowed", () => {
  assertRefused(
    "src/jupyter/sessions/sessions.ts",
    '// the first line\nimport { a } from "../../mcp/server.ts";',
    /^src\/jupyter\/sessions\/sessions\.ts:2: imports src\/mcp\/server\.ts \(mcp\); jupyter\/sessions may import base, files, /,
  );
});

Deno.test("layers see imports over several lines, re-exports, side effects and import()", () => {
  const path = "src/base/errors.ts";
  assertRefused(path, 'import {\n  a,\n  b,\n} from "../tool.ts";', /:1: imports src\/tool\.ts/);
  assertRefused(path, 'export * from "../tool.ts";', /imports src\/tool\.ts/);
  assertRefused(path, 'import "../tool.ts";', /imports src\/tool\.ts/);
  assertRefused(path, 'const a = await import("../tool.ts");', /imports src\/tool\.ts/);
});

Deno.test("layers keep the domain's parts from each other", () => {
  assertRefused("src/charts/a.ts", 'import { a } from "../knowledge/a.ts";', /charts may import base/);
  assertRefused(
    "src/base/image_store.ts",
    'import { a } from "../jupyter/sessions/sessions.ts";',
    /base may import no other layer/,
  );
});

Deno.test("layers keep tools from each other, save in a mod.ts", () => {
  const text = 'import { a } from "./execution_get.ts";';
  assertRefused("src/tools/execution/execute_code.ts", text, /files of tools never import each other/);
  assert.deepEqual(violationsOf("src/tools/execution/mod.ts", text), []);
  assert.deepEqual(violationsOf("src/tools/mod.ts", 'import { a } from "./execution/mod.ts";'), []);
});

Deno.test("layers give the tool contract types only", () => {
  const from = '{ KernelPool } from "./jupyter/kernel/pool.ts";';
  assert.deepEqual(violationsOf("src/tool.ts", `import type ${from}`), []);
  assertRefused("src/tool.ts", `import ${from}`, /tool may import types only/);
});

Deno.test("layers keep the launcher's folder to main.ts", () => {
  assertRefused(
    "src/server.ts",
    'import { a } from "./launch/serve.ts";',
    /imports src\/launch\/serve\.ts \(launch\)/,
  );
});

Deno.test("layers keep what runs in the server and what runs in the renderer apart", () => {
  assert.deepEqual(violationsOf("src/renderer.ts", 'import { a } from "./imaging/fit_image.ts";'), []);
  const apart = [
    ["src/renderer.ts", "./output/run_presenter.ts"],
    ["src/imaging/raster.ts", "../output/run_presenter.ts"],
    ["src/charts/make_chart.ts", "../jupyter/rest/http.ts"],
    ["src/output/run_presenter.ts", "../imaging/raster.ts"],
    ["src/tools/charts/chartelier_visualize.ts", "../../charts/make_chart.ts"],
  ] as const;
  for (const [file, target] of apart) assertRefused(file, `import { a } from "${target}";`, /may import/);
});

Deno.test("layers keep the order inside jupyter/", () => {
  const wrong = [
    ["src/jupyter/nbformat/notebook.ts", "../rest/http.ts"],
    ["src/jupyter/rest/http.ts", "../kernel/kernel.ts"],
    ["src/jupyter/rtc/room.ts", "../kernel/kernel.ts"],
    ["src/jupyter/sessions/sessions.ts", "../notebooks/notebooks.ts"],
  ] as const;
  for (const [file, target] of wrong) assertRefused(file, `import { a } from "${target}";`, /may import/);
});

Deno.test("layers keep tests and scripts out of what ships", () => {
  assertRefused(
    "src/base/log.ts",
    'import { a } from "../../tests/harness/client.ts";',
    /may not import tests or scripts/,
  );
});

Deno.test("layers keep packages where they belong", () => {
  assertRefused(
    "src/tool.ts",
    'import { McpServer } from "@modelcontextprotocol/server";',
    /only in src\/mcp\//,
  );
  assertRefused(
    "src/mcp/streamable_http.ts",
    'import { Client } from "@modelcontextprotocol/client";',
    /only in scripts\/, tests\//,
  );
  assertRefused(
    "src/jupyter/notebooks/notebooks.ts",
    'import * as Y from "yjs";',
    /only in src\/jupyter\/rtc\//,
  );
  assertRefused(
    "src/base/image_store.ts",
    'import { DatabaseSync } from "node:sqlite";',
    /only in src\/knowledge\//,
  );
  assertRefused("src/jupyter/rest/a.ts", 'import { compile } from "vega-lite";', /only in src\/charts\//);
  assertRefused("src/mcp/a.ts", 'import { Resvg } from "@resvg/resvg-wasm";', /only in src\/charts\//);
  assert.deepEqual(
    violationsOf("src/mcp/stdio.ts", 'import { a } from "@modelcontextprotocol/server/stdio";'),
    [],
  );
});

Deno.test("layers keep the environment, the arguments and child processes in the launcher", () => {
  assertRefused(
    "src/server.ts",
    '\nconst home = Deno.env.get("HOME");',
    /:2: Deno\.env, Deno\.args and Deno\.Command/,
  );
  assertRefused("src/mcp/a.ts", "const first = Deno.args[0];", /allowed only in main\.ts, src\/launch\//);
  assert.deepEqual(violationsOf("src/launch/a.ts", 'new Deno.Command("jupyter");'), []);
});

Deno.test("layers refuse console in what ships, but not in comments", () => {
  assertRefused("src/base/log.ts", 'console.log("x");', /^src\/base\/log\.ts:1: console/);
  assert.deepEqual(
    violationsOf("src/base/log.ts", "// console.log writes to stdout\n/* console.error() */"),
    [],
  );
  assert.deepEqual(violationsOf("scripts/terminal.ts", 'console.log("x");'), []);
});

Deno.test("layers refuse names that say nothing", () => {
  for (const name of ["utils.ts", "helpers.ts", "common.ts", "index.ts", "utils/a.ts"]) {
    assertRefused(`tests/harness/${name}`, "", /the name says nothing/);
  }
});

Deno.test("layers refuse files and tools that are too long", () => {
  const lines = (count: number) => "\n".repeat(count - 1) + "x";
  assert.deepEqual(violationsOf("src/tools/files/file_read.ts", lines(80)), []);
  assertRefused("src/tools/files/file_read.ts", lines(81), /has 81 lines; at most 80/);
  assertRefused("src/base/log.ts", lines(701), /has 701 lines; at most 700/);
});

Deno.test("layers refuse a file of src that has no layer", () => {
  assertRefused("src/odds_and_ends.ts", "", /belongs to no layer/);
});
