import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { LineSplitter, type LongLine } from "../../../src/mcp/line_splitter.ts";

async function read(parts: readonly string[], largest = 1_000) {
  const source = Readable.from(parts.map((part) => Buffer.from(part)));
  const tooLong: LongLine[] = [];
  const onTooLong = (line: LongLine) => void tooLong.push(line);
  const lines = await Array.fromAsync(source.pipe(new LineSplitter({ maxBytes: largest, onTooLong })));
  return { text: lines.map((line) => String(line)).join("|"), tooLong };
}

Deno.test("LineSplitter passes on whole lines, whatever the chunks", async () => {
  assert.equal((await read(["a", "b\n", "c\nd\ne", "f", "\n"])).text, "ab\n|c\n|d\n|ef\n");
  assert.equal((await read(["no end"])).text, "no end");
  assert.equal((await read([])).text, "");
});

Deno.test("LineSplitter drops a line that is too long and continues with the next", async () => {
  const { text, tooLong } = await read(["aaaa", "bbbb", "c\nd\n", "e\n"], 6);
  assert.equal(text, "d\n|e\n");
  assert.deepEqual(tooLong, [{ head: "aaaabbbb", tail: "aaaabbbbc\n" }]);
});

Deno.test("LineSplitter keeps only the ends of a line that is too long", async () => {
  const { tooLong: [line] } = await read(["head" + "a".repeat(5_000), "b".repeat(5_000) + "tail\n"], 2_000);
  assert.equal(line?.head.length, 1_024);
  assert.equal(line?.tail.length, 1_024);
  assert.ok(line?.head.startsWith("head") && line.tail.endsWith("tail\n"));
});

Deno.test("LineSplitter shows lines before it passes them on, except very long ones", async () => {
  const seen: string[] = [];
  const long = `${"x".repeat(1024 * 1024)}\n`;
  const parts = ["a", "b\nc\nd\n", long].map((part) => Buffer.from(part));
  const lines = new LineSplitter({
    maxBytes: 2 ** 24,
    onTooLong: () => {},
    onLine: (text) => void seen.push(text),
  });
  await Array.fromAsync(Readable.from(parts).pipe(lines));
  assert.deepEqual(seen, ["ab\n", "c\n", "d\n"]);
});
