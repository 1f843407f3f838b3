import assert from "node:assert/strict";
import { bytesSource } from "../../../src/files/byte_source.ts";
import { openText } from "../../../src/files/open_text.ts";

/** 売上 and こんにちは */
const japanese = {
  cp932: "94848fe3 2c 82b182f182c982bf82cd 0a",
  euc_jp: "c7e4bee5 2c a4b3a4f3a4cba4c1a4cf 0a",
  "utf-8": "e5a3b2e4b88a 2c e38193e38293e381abe381a1e381af 0a",
};

function textOf(ascii: number, end: string, lines = 40) {
  const tail = Uint8Array.fromHex(end.replaceAll(" ", ""));
  const bytes = new Uint8Array(ascii + tail.length * lines).fill(0x61);
  for (let at = 79; at < ascii; at += 80) bytes[at] = 0x0a;
  bytes[ascii - 1] = 0x0a;
  for (let count = 0; count < lines; count++) bytes.set(tail, ascii + count * tail.length);
  return bytesSource("a.txt", bytes);
}

for (const [name, bytes] of Object.entries(japanese)) {
  Deno.test(`openText finds ${name} behind a long beginning of ASCII, also at the end of a large file`, async () => {
    assert.equal((await openText(textOf(70_000, bytes))).name, name);
    // A beginning that ends a few bytes into the first character.
    assert.equal((await openText(textOf(65_535, bytes))).name, name);
    assert.equal((await openText(textOf(9_000_000, bytes))).name, name);
  });
}

for (const [name, bytes] of Object.entries(japanese)) {
  Deno.test(`openText finds ${name} in a large file that is full of it behind its beginning`, async () => {
    // Lines of such a length that the bytes some way before a character are the middle of another.
    assert.equal((await openText(textOf(70_000, `6161${bytes}`, 500_000))).name, name);
  });
}

Deno.test("openText takes what is ASCII throughout for UTF-8, and does not look where an encoding is named", async () => {
  assert.equal((await openText(textOf(100_000, "61 0a"))).name, "utf-8");
  assert.equal((await openText(textOf(70_000, japanese.cp932), "utf-8")).name, "utf-8");
});
