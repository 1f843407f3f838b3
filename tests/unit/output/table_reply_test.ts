import assert from "node:assert/strict";
import { tableReply } from "../../../src/output/table_reply.ts";

function wide(count: number) {
  const columns = Array.from({ length: count }, (_, place) => `column_${place}`);
  const of = (value: unknown) => Object.fromEntries(columns.map((name) => [name, value]));
  return {
    type: "DataFrame",
    library: "pandas",
    shape: [10, count],
    columns,
    dtypes: Object.fromEntries(columns.map((name) => [name, "int64"])),
    head: [of(1)],
    nulls: of(0),
    describe: of({ count: 10, mean: 1.5 }),
  };
}

Deno.test("tableReply names each column once, in a row with its dtype, nulls and statistics", () => {
  const info = {
    ...wide(0),
    columns: ["id", "name", "__proto__"],
    dtypes: { id: "int64", name: "str", ["__proto__"]: "bool" },
    head: [{ id: 1234567.891234, name: "a", ["__proto__"]: true }],
    nulls: { id: 0, name: 2, ["__proto__"]: 0 },
    describe: {
      id: { count: 10, mean: 4.123456789, std: null, min: 0, "50%": 123456789, max: 1234567890 },
      name: { count: 8, unique: 2, top: "a", freq: 5 },
      ["__proto__"]: { count: 7, unique: 1 },
    },
    memory: "1 kB",
    memory_bytes: 1000,
  };
  assert.deepEqual(tableReply(info, { maxBytes: 10_000 }), {
    type: "DataFrame",
    library: "pandas",
    shape: [10, 0],
    columns: [
      ["name", "dtype", "nulls", "mean", "std", "min", "50%", "max", "unique", "top", "freq", "count"],
      ["id", "int64", 0, 4.12346, null, 0, 123457000, 1234567890],
      ["name", "str", 2, null, null, null, null, null, 2, "a", 5],
      ["__proto__", "bool", 0, null, null, null, null, null, 1, null, null, 7],
    ],
    head: [[1234567.891234, "a", true]],
    memory: "1 kB",
  });
});

Deno.test("tableReply leaves out what is not asked for", () => {
  const info = wide(5);
  const columns = ["column_4", "column_1"];
  const only = {
    ...info,
    head: [{ column_4: 4, column_1: 1 }],
    nulls: { column_4: 0, column_1: 1 },
    describe: {},
  };
  const reply = tableReply(only, { maxBytes: 10_000, columns, describe: false });
  assert.deepEqual(reply["columns"], [
    ["name", "dtype", "nulls"],
    ["column_4", "int64", 0],
    ["column_1", "int64", 1],
  ]);
  assert.deepEqual(reply["head"], [[4, 1]]);
  assert.equal(reply["columns_shown"], undefined);
});

Deno.test("tableReply keeps to the budget and says what it left out", () => {
  const info = wide(200);
  const reply = tableReply(info, { maxBytes: 5_500 });
  assert.ok(JSON.stringify(reply).length <= 5_700);
  const columns = Array.from(Object(reply["columns"]));
  assert.deepEqual(columns.slice(0, 2), [["name", "dtype", "nulls"], ["column_0", "int64", 0]]);
  assert.equal(columns.length, 201);
  assert.match(String(reply["truncated"]), /^describe.* left out for size/);
});

Deno.test("tableReply cuts texts and rows before it leaves a part out", () => {
  const info = wide(100);
  const row = Object.fromEntries(info.columns.map((name) => [name, "x".repeat(500)]));
  const index = { names: ["i"], head: Array.from({ length: 50 }, (_, n) => n) };
  const table = { ...info, head: Array.from({ length: 50 }, () => row), index };
  const reply = tableReply(table, { maxBytes: 200_000 });
  assert.ok(JSON.stringify(reply).length <= 200_100);
  const head = Array.from(Object(reply["head"]));
  assert.ok(head.length > 5 && head.length < 50, String(head.length));
  assert.deepEqual(Object(head[0])[0], `${"x".repeat(100)}…`);
  assert.equal(Object(reply["index"]).head.length, head.length);
  assert.deepEqual(Object(reply["columns"])[1], ["column_0", "int64", 0, 1.5]);
  assert.equal(
    reply["truncated"],
    `texts cut after 100 characters, head cut to ${head.length} of 50 rows for size: ask for fewer columns or rows`,
  );
});

Deno.test("tableReply cuts rows to the byte, so that nothing else is left out", () => {
  const info = { ...wide(3), head: Array.from({ length: 20 }, (_, n) => ({ column_0: n + 10 })) };
  const whole = JSON.stringify(tableReply(info, { maxBytes: 10_000 })).length;
  for (let maxBytes = whole - 50; maxBytes < whole; maxBytes++) {
    const { truncated, ...reply } = tableReply(info, { maxBytes });
    assert.match(String(truncated), /^head cut to (1\d) of 20 rows for size/);
    const row = JSON.stringify([10, null, null]).length + 1;
    const size = JSON.stringify(reply).length;
    assert.ok(size <= maxBytes && size + row > maxBytes, `${size} bytes in a budget of ${maxBytes}`);
  }
});

Deno.test("tableReply says when only some columns were looked into", () => {
  const info = { ...wide(5), nulls: { column_0: 0 } };
  assert.match(String(tableReply(info, { maxBytes: 10_000 })["columns_shown"]), /1 of 5 columns/);
  const { column_0: _, ...rest } = wide(5).nulls;
  const unread = { ...wide(5), nulls: rest, left_out: { column_0: "raised ValueError" } };
  const reply = tableReply(unread, { maxBytes: 10_000 });
  assert.equal(reply["columns_shown"], undefined);
  assert.deepEqual(reply["left_out"], unread.left_out);
});

Deno.test("tableReply keeps the digits in which the values of a column differ", () => {
  const describe = {
    id: { count: 10, mean: 10000249.5, std: 144.4818327, min: 10000000, "75%": 10000374.25, max: 10000499 },
    time: { count: 10, mean: 1700012345.678, std: 9123456.7, "50%": 1700012345 },
    flat: { count: 10, mean: 12345678, std: 0 },
    tiny: { count: 10, mean: 0, std: 1e-300 },
  };
  const columns = Object.keys(describe);
  const dtypes = Object.fromEntries(columns.map((name) => [name, "int64"]));
  const reply = tableReply({ ...wide(0), columns, dtypes, describe }, { maxBytes: 10_000 });
  assert.deepEqual(reply["columns"], [
    ["name", "dtype", "nulls", "mean", "std", "min", "50%", "75%", "max", "count"],
    ["id", "int64", null, 10000250, 144.482, 10000000, null, 10000374, 10000499, 10],
    ["time", "int64", null, 1700010000, 9123460, null, 1700010000, null, null, 10],
    ["flat", "int64", null, 12345678, 0, null, null, null, null, 10],
    ["tiny", "int64", null, 0, 1e-300, null, null, null, null, 10],
  ]);
});
