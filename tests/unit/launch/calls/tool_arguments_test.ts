import assert from "node:assert/strict";
import { splitFields, type ToolFields } from "../../../../src/launch/calls/tool_arguments.ts";
import { callOptions } from "../../../../src/launch/calls/tool_server.ts";
import { reference } from "../../../../src/launch/tools/reference.ts";

const fields: ToolFields = {
  code: { type: "string" },
  timeout: { type: "number" },
  images: { type: "boolean" },
  cell: { type: ["string", "integer"] },
  record: { anyOf: [{ type: "string" }, { type: "boolean" }] },
  cells: { type: "array", items: { type: "object" } },
  related: { type: "array", items: { type: "number" } },
  session_id: { type: "string" },
};

function split(...args: string[]) {
  return splitFields(args, { tool: "a_tool", fields, readStdin: () => "from stdin" });
}

const cases: readonly (readonly [readonly string[], Readonly<Record<string, unknown>>])[] = [
  [["--code", "1"], { code: "1" }],
  [["--code=--x"], { code: "--x" }],
  [["--code", "-"], { code: "from stdin" }],
  [["--code=-"], { code: "-" }],
  [["--code", ""], { code: "" }],
  [["--timeout", "2.5"], { timeout: 2.5 }],
  [["--timeout", "soon"], { timeout: "soon" }],
  [["--images"], { images: true }],
  [["--images", "--timeout", "1"], { images: true, timeout: 1 }],
  [["--images", "false"], { images: false }],
  [["--images=false"], { images: false }],
  [["--cell", "-1"], { cell: -1 }],
  [["--cell", "4cacbecf"], { cell: "4cacbecf" }],
  [["--record", "auto"], { record: "auto" }],
  [["--record"], { record: true }],
  [["--cells", '[{"source": "1"}]'], { cells: [{ source: "1" }] }],
  [["--related", "1", "--related", "2"], { related: [1, 2] }],
  [["--related", "[1, 2]"], { related: [1, 2] }],
  [["--session-id", "eda"], { session_id: "eda" }],
];

for (const [args, expected] of cases) {
  Deno.test(`splitFields reads ${args.join(" ")}`, () => {
    assert.deepEqual(split(...args).values, expected);
  });
}

Deno.test("splitFields leaves what is no field, and misses a value", () => {
  assert.deepEqual(split("--jupyter-url", "http://h/", "--code", "1").rest, ["--jupyter-url", "http://h/"]);
  assert.throws(() => split("--code"), /Cannot call a_tool: the value of --code is missing/);
  assert.throws(() => split("--code", "--images"), /the value of --code is missing/);
});

Deno.test("no field of a tool has the name of an option of call", () => {
  const names = ["json", "save-to", ...callOptions.flatMap(({ flag }) => flag?.slice(2) ?? [])];
  for (const { name, inputSchema: { properties } } of reference) {
    for (const field of Object.keys(properties)) {
      assert.ok(!names.includes(field.replaceAll("_", "-")), `${name} --${field}`);
    }
  }
});
