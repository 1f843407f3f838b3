import assert from "node:assert/strict";
import { parseJsonPrefix } from "../../../../src/jupyter/kernel/large_content.ts";

const encoder = new TextEncoder();

Deno.test("beginningOf reads every beginning of a message, and no more than it says", () => {
  const content = {
    execution_count: 12,
    data: {
      "text/plain": 'a "quoted" \\ back\u0001 é 日本 😀 end',
      "application/json": [1, [2, { a: null }], "x"],
    },
    metadata: { flag: true },
  };
  const text = JSON.stringify(content).replace("日", "\\u65e5");
  const bytes = encoder.encode(text);
  for (let length = 1; length < bytes.length; length++) {
    const read = JSON.stringify(parseJsonPrefix(bytes, length));
    // Without what was closed, it is how the whole begins.
    assert.ok(JSON.stringify(content).startsWith(read.replace(/["\]}]+$/, "")), `${length}: ${read}`);
  }
  assert.deepEqual(parseJsonPrefix(bytes, bytes.length), content);
});

Deno.test("beginningOf keeps the head of a text that is cut", () => {
  const bytes = encoder.encode(
    JSON.stringify({ status: "error", evalue: "x".repeat(3_000_000), ename: "E" }),
  );
  const read = parseJsonPrefix(bytes, 2_000_000);
  assert.deepEqual(Object.keys(Object(read)), ["status", "evalue"]);
  assert.match(Object(read).evalue, /^x{900000,}$/);
});
