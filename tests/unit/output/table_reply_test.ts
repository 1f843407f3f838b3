import assert from "node:assert/strict";
import { tableReply } from "../../../src/output/table_reply.ts";

function wide(count: number) {
  const columns = Array.from({ length: count }, (_, place) => `column_${place}`);
  const of = (value: unknown) => Object.fromEntries(columns.map((name) => [name, value]));
  return {
    shape: [10, count],
    columns,
    dtypes: Object.fromEntries(columns.map((name) => [name, "int64"])),
    head: [of(1)],
    nulls: of(0),
    describe: of({ count: 10, mean: 1.5 }),
  };
}

Deno.test("tableReply leaves a small table as it is", () => {
  const info = wide(3);
  assert.deepEqual(tableReply(info, 1_000_000), info);
});

Deno.test("tableReply keeps to the budget and says what it left out", () => {
  const info = wide(200);
  const reply = tableReply(info, 12_000);
  assert.ok(JSON.stringify(reply).length <= 13_000);
  assert.equal("describe" in reply, false);
  assert.deepEqual(reply["columns"], info.columns);
  assert.match(String(reply["truncated"]), /^describe.* left out for size/);
});

Deno.test("tableReply cuts texts and rows before it leaves a part out", () => {
  const info = wide(100);
  const row = Object.fromEntries(info.columns.map((name) => [name, "x".repeat(500)]));
  const index = { names: ["i"], head: Array.from({ length: 50 }, (_, n) => n) };
  const reply = tableReply({ ...info, head: Array.from({ length: 50 }, () => row), index }, 1_000_000);
  assert.ok(JSON.stringify(reply).length <= 200_100);
  const head = Array.from(Object(reply["head"]));
  assert.ok(head.length > 5 && head.length < 50, String(head.length));
  assert.deepEqual(Object.values(Object(head[0]))[0], `${"x".repeat(100)}…`);
  assert.equal(Object(reply["index"]).head.length, head.length);
  assert.deepEqual(reply["describe"], info.describe);
  assert.equal(
    reply["truncated"],
    `texts cut after 100 characters, head cut to ${head.length} of 50 rows for size: ask for fewer columns or rows`,
  );
});

Deno.test("tableReply cuts rows to the byte, so that nothing else is left out", () => {
  const info = { ...wide(3), head: Array.from({ length: 20 }, (_, n) => ({ column_0: n + 10 })) };
  const whole = JSON.stringify(info).length;
  for (let budget = whole - 100; budget < whole; budget++) {
    const { truncated, ...reply } = tableReply(info, budget);
    assert.match(String(truncated), /^head cut to (1\d) of 20 rows for size/);
    const row = JSON.stringify(info.head[0]).length + 1;
    const size = JSON.stringify(reply).length;
    assert.ok(size <= budget && size + row > budget, `${size} bytes in a budget of ${budget}`);
  }
});

Deno.test("tableReply says when only some columns were looked into", () => {
  const info = { ...wide(5), nulls: { column_0: 0 } };
  assert.match(String(tableReply(info, 1_000_000)["columns_shown"]), /1 of 5 columns/);
  const { column_0: _, ...rest } = wide(5).nulls;
  const unread = { ...wide(5), nulls: rest, left_out: { column_0: "raised ValueError" } };
  assert.deepEqual(tableReply(unread, 1_000_000), unread);
});
