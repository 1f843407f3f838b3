import assert from "node:assert/strict";
import { z } from "zod";
import { inputSchema, readArguments } from "../../../../src/compat/datalayer/arguments.ts";

const input = z.object({
  cell_index: z.int().min(0).nullable().default(null),
  mode: z.enum(["connect", "create"]).default("connect"),
  cells: z.array(z.int()).min(1).default([1]),
  all: z.boolean().default(false),
  name: z.string(),
});

Deno.test("inputSchema lists arguments as pydantic does", () => {
  assert.deepEqual(
    inputSchema("a_tool", z.object({ cell_index: input.shape.cell_index, name: z.string() })),
    {
      properties: {
        cell_index: {
          anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }],
          default: null,
          title: "Cell Index",
        },
        name: { type: "string", title: "Name" },
      },
      required: ["name"],
      type: "object",
      title: "a_toolArguments",
    },
  );
});

Deno.test("readArguments takes what pydantic would, and passes over what it does not know", () => {
  const given = { name: "3", cell_index: " 7 ", all: "yes", cells: "[1, 2]", unknown: 1 };
  assert.deepEqual(readArguments("a_tool", input, given), {
    name: "3",
    cell_index: 7,
    all: true,
    cells: [1, 2],
    mode: "connect",
  });
  assert.ok(!Object.hasOwn(readArguments("a_tool", input, { name: "", toString: 1e30 }), "toString"));
  assert.equal(readArguments("a_tool", input, { name: "", cell_index: "null" }).cell_index, null);
  for (const cells of [["0", " 2 ", true], '["0", "2", true]']) {
    assert.deepEqual(readArguments("a_tool", input, { name: "", cells }).cells, [0, 2, 1]);
  }
  const either = z.object({ cells: z.array(z.int()).nullable(), ids: z.array(z.string()).nullable() });
  assert.deepEqual(readArguments("a_tool", either, { cells: ["3"], ids: ["4"] }), { cells: [3], ids: ["4"] });
});

Deno.test("readArguments takes the truth values and whole numbers that pydantic does", () => {
  for (const all of [1, 1.0, "1", "t", "Y", "yes", "ON", "TrUe"]) {
    assert.equal(readArguments("a_tool", input, { name: "", all }).all, true, String(all));
  }
  for (const all of [0, -0, "0", "f", "N", "no", "off", "FALSE"]) {
    assert.equal(readArguments("a_tool", input, { name: "", all }).all, false, String(all));
  }
  const texts = { "0.0": 0, "0_1": 1, "1_000": 1_000, "+1.00": 1, "\n7\t": 7, "00012": 12, "1_0.0 ": 10 };
  for (const [cell_index, value] of Object.entries(texts)) {
    assert.equal(readArguments("a_tool", input, { name: "", cell_index }).cell_index, value, cell_index);
  }
});

Deno.test("readArguments knows no end of whole numbers", () => {
  for (const cell_index of [2 ** 53, 2 ** 60, 1e30, "999999999999999999999"]) {
    assert.equal(readArguments("a_tool", input, { name: "", cell_index }).cell_index, Number(cell_index));
  }
  assert.deepEqual(readArguments("a_tool", input, { name: "", cells: [2 ** 60, -(2 ** 61)] }).cells, [
    2 ** 60,
    -(2 ** 61),
  ]);
  assert.equal("other" in readArguments("a_tool", input, { name: "", other: 2 ** 60 }), false);
});

Deno.test("readArguments says what is wrong in the validator's words", () => {
  const wrong = [
    [{}, "name\n  Field required [type=missing, input_value={}, input_type=dict]"],
    [
      { name: "n", cell_index: -1 },
      "cell_index\n  Input should be greater than or equal to 0 [type=greater_than_equal, input_value=-1, input_type=int]",
    ],
    [
      { name: "n", mode: "x" },
      "mode\n  Input should be 'connect' or 'create' [type=literal_error, input_value='x', input_type=str]",
    ],
    [
      { name: "n", cells: [] },
      "cells\n  List should have at least 1 item after validation, not 0 [type=too_short, input_value=[], input_type=list]",
    ],
    [
      { name: "n", cells: ["0", "x"] },
      "cells.1\n  Input should be a valid integer, unable to parse string as an integer [type=int_parsing, input_value='x', input_type=str]",
    ],
    [
      { name: "n", all: "perhaps" },
      "all\n  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value='perhaps', input_type=str]",
    ],
    [
      { name: "n", all: 2 },
      "all\n  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value=2, input_type=int]",
    ],
    [
      { name: "n", all: 0.5 },
      "all\n  Input should be a valid boolean [type=bool_type, input_value=0.5, input_type=float]",
    ],
    [
      { name: "n", all: " true" },
      "all\n  Input should be a valid boolean, unable to interpret input [type=bool_parsing, input_value=' true', input_type=str]",
    ],
    [
      { name: "n", cell_index: -(2 ** 60) },
      "cell_index\n  Input should be greater than or equal to 0 [type=greater_than_equal, input_value=-1152921504606846976, input_type=int]",
    ],
    ...["_1", "1_", "1__0", "1.5", "1.", ".0", "1e3", "0x1", ""].map((cell_index) =>
      [
        { name: "n", cell_index },
        "cell_index\n  Input should be a valid integer, unable to parse string as an integer " +
        `[type=int_parsing, input_value='${cell_index}', input_type=str]`,
      ] as const
    ),
  ] as const;
  for (const [given, problem] of wrong) {
    const type = /\[type=(\w+)/.exec(problem)?.[1];
    const message = `1 validation error for a_toolArguments\n${problem}\n` +
      `    For further information visit https://errors.pydantic.dev/2.14/v/${type}`;
    assert.throws(() => readArguments("a_tool", input, given), { message });
  }
  assert.throws(() => readArguments("a_tool", input, { mode: 1 }), /^CompatError: 2 validation errors for/);
});
