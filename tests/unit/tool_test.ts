import assert from "node:assert/strict";
import { z } from "zod";
import { AppError } from "../../src/base/errors.ts";
import { type Call, defineTool } from "../../src/tool.ts";
import { toolsets } from "../../src/tools/mod.ts";

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const tool = defineTool({
  name: "cut",
  title: "Cut",
  description: "Cuts",
  annotations,
  input: z.strictObject({
    path: z.string().min(1).describe("Path of the file"),
    cell: z.union([z.string(), z.number().int()]).optional(),
    mode: z.enum(["short", "long"]).default("short"),
    count: z.number().int().min(1).max(5).optional(),
    cells: z.array(z.strictObject({ source: z.string() })).optional(),
  }),
  run: (args) => Promise.resolve({ data: args }),
});

/** Tools in these tests use nothing of their call. */
const call: Call = {
  get services(): never {
    throw new Error("services were used");
  },
  signal: new AbortController().signal,
  progress: undefined,
  ask: undefined,
};

async function problem(args: unknown): Promise<string> {
  try {
    await tool.call(args, call);
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, "invalid_argument");
    assert.equal(error.hint, "cut takes path, cell, mode, count, cells");
    return error.message.replace("Cannot call cut: ", "");
  }
  throw new Error("nothing was thrown");
}

Deno.test("defineTool runs the handler with checked arguments and defaults", async () => {
  assert.deepEqual(await tool.call({ path: "a", count: 2 }, call), {
    data: { path: "a", mode: "short", count: 2 },
  });
});

Deno.test("defineTool gives a schema without $schema in which defaults are optional", () => {
  const { inputSchema } = tool;
  assert.ok(!("$schema" in inputSchema));
  assert.equal(inputSchema["type"], "object");
  assert.deepEqual(inputSchema["required"], ["path"]);
});

Deno.test("a bad argument is named with its value and what would be accepted", async () => {
  assert.equal(await problem({ path: 5 }), 'argument "path" is 5, expected string');
  assert.equal(await problem({ path: null }), 'argument "path" is null, expected string');
  assert.equal(await problem({ path: "" }), 'argument "path" is "", expected string to have >=1 characters');
  assert.equal(
    await problem({ path: "a", mode: "huge" }),
    'argument "mode" is "huge", expected one of "short"|"long"',
  );
  assert.equal(await problem({ path: "a", count: 9 }), 'argument "count" is 9, expected number to be <=5');
  assert.equal(await problem({ path: "a", count: 1.5 }), 'argument "count" is 1.5, expected int');
  assert.equal(await problem({ path: "a", count: "3" }), 'argument "count" is "3", expected number');
});

Deno.test("a bad argument of several types is told all of them", async () => {
  assert.equal(
    await problem({ path: "a", cell: true }),
    'argument "cell" is true, expected string or number',
  );
});

Deno.test("a missing argument is described", async () => {
  assert.equal(await problem({}), 'argument "path" is missing (Path of the file)');
  assert.equal(await problem(undefined), 'argument "path" is missing (Path of the file)');
  assert.equal(
    await problem({ path: "a", cells: [{ source: "1" }, {}] }),
    'argument "cells.1.source" is missing (expected string)',
  );
});

Deno.test("an unknown argument is an error, not something to pass over", async () => {
  assert.equal(await problem({ path: "a", pth: 1, x: 2 }), 'it has no argument "pth", "x"');
  assert.equal(
    await problem({ path: "a", cells: [{ source: "1", kind: "code" }] }),
    'argument "cells.0" has no field "kind"',
  );
});

Deno.test("all problems of a call are reported at once", async () => {
  assert.equal(
    await problem({ mode: 1, y: 1 }),
    'argument "path" is missing (Path of the file); argument "mode" is 1, expected one of "short"|"long"; ' +
      'it has no argument "y"',
  );
});

Deno.test("a long value is quoted in part", async () => {
  const message = await problem({ path: ["x".repeat(5_000)] });
  assert.ok(message.length < 150);
  assert.match(message, /^argument "path" is \["x+…, expected string$/);
});

Deno.test("arguments that are no object are refused", async () => {
  assert.equal(await problem("path"), 'its arguments are "path", expected object');
  assert.equal(await problem([1]), "its arguments are [1], expected object");
});

Deno.test("every tool describes each argument and keeps its description short", () => {
  const argument = z.looseObject({ description: z.string().min(1) });
  const schema = z.looseObject({
    properties: z.record(z.string(), argument).optional(),
  });
  for (const { name, description, inputSchema } of toolsets.flatMap(({ tools }) => tools)) {
    assert.ok(schema.safeParse(inputSchema).success, name);
    assert.ok(new TextEncoder().encode(description).length <= 2_048, name);
  }
});

Deno.test("no two tools have the same name", () => {
  const names = toolsets.flatMap(({ tools }) => tools.map(({ name }) => name));
  assert.equal(new Set(names).size, names.length);
});
