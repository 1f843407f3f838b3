import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Readable } from "node:stream";
import { WholeLines } from "../../../src/mcp/whole_lines.ts";

async function handedOn(parts: readonly string[], largest = 1_000): Promise<string[]> {
  const source = Readable.from(parts.map((part) => Buffer.from(part)));
  const lines = await Array.fromAsync(source.pipe(new WholeLines(largest)));
  return lines.map((line) => String(line));
}

Deno.test("WholeLines hands on whole lines, however they come", async () => {
  assert.deepEqual(await handedOn(["a", "b\n", "c\nd\ne", "f", "\n"]), ["ab\n", "c\nd\n", "ef\n"]);
  assert.deepEqual(await handedOn(["no end"]), ["no end"]);
  assert.deepEqual(await handedOn([]), []);
});

Deno.test("WholeLines does not keep a line that never ends", async () => {
  assert.deepEqual(await handedOn(["aaaa", "bbbb", "c\n"], 6), ["aaaabbbb", "c\n"]);
});
