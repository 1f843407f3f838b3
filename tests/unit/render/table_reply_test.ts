import assert from "node:assert/strict";
import { tableReply } from "../../../src/render/table_reply.ts";

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

Deno.test("tableReply says when only some columns were looked into", () => {
  const info = { ...wide(5), nulls: { column_0: 0 } };
  assert.match(String(tableReply(info, 1_000_000)["columns_shown"]), /1 of 5 columns/);
  const { column_0: _, ...rest } = wide(5).nulls;
  const unread = { ...wide(5), nulls: rest, left_out: { column_0: "raised ValueError" } };
  assert.deepEqual(tableReply(unread, 1_000_000), unread);
});
