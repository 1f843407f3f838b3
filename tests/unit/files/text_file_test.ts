import assert from "node:assert/strict";
import { type ByteSource, bytesSource } from "../../../src/files/byte_source.ts";
import { detectEncoding } from "../../../src/files/encoding.ts";
import { type LineRange, openText, readLines } from "../../../src/files/text_file.ts";

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

Deno.test("openText takes what is ASCII throughout for UTF-8, and does not look if an encoding is named", async () => {
  assert.equal((await openText(textOf(100_000, "61 0a"))).name, "utf-8");
  assert.equal((await openText(textOf(70_000, japanese.cp932), "utf-8")).name, "utf-8");
});

/** A file in memory that comes in parts of a few bytes. */
function sourceOf(bytes: Uint8Array, part = 3): ByteSource {
  return {
    path: "a.txt",
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    async *stream({ start, end } = { start: 0 }) {
      for (let at = start; at < Math.min(end ?? Infinity, bytes.length); at += part) {
        yield await Promise.resolve(bytes.subarray(at, Math.min(at + part, end ?? Infinity)));
      }
    },
  };
}

const all: LineRange = { start: 1, end: undefined, maxChars: 1_000, maxLines: 1_000 };

async function lines(text: string, range: Partial<LineRange> = {}) {
  const bytes = new TextEncoder().encode(text);
  const encoding = detectEncoding(bytes);
  assert.ok(encoding !== null);
  return await readLines(sourceOf(bytes), encoding, { ...all, ...range });
}

Deno.test("readLines gives the whole text as it is, with every kind of line end", async () => {
  for (const text of ["", "a", "a\n", "a\nb", "a\r\nb\r\n", "\n", "\n\n", "売\n上🚀\n"]) {
    const { content, isCut, totalLines } = await lines(text);
    assert.equal(content, text);
    assert.equal(isCut, false);
    assert.equal(
      totalLines,
      text.split("\n").length - (text === "" || text.endsWith("\n") ? 1 : 0),
      JSON.stringify(text),
    );
  }
});

Deno.test("readLines gives every range of lines that a split would", async () => {
  const rows = ["one", "", "three 🚀", "four", "五"];
  const text = rows.join("\n");
  for (let start = 1; start <= 6; start++) {
    for (let end = start; end <= 6; end++) {
      const { content, totalLines, isCut } = await lines(text, { start, end });
      assert.equal(content, rows.slice(start - 1, end).join("\n"), `${start} to ${end}`);
      assert.equal(totalLines, 5);
      assert.equal(isCut, false);
    }
    const last = await lines(text, { start: -start });
    assert.equal(last.content, rows.slice(-start).join("\n"));
  }
});

Deno.test("readLines cuts at the end of a line, and says where", async () => {
  const byLines = await lines("a\nb\nc\n", { maxLines: 2 });
  assert.partialDeepStrictEqual(byLines, { content: "a\nb", endLine: 2, isCut: true, totalLines: 3 });
  const byChars = await lines("aaaa\nbbbb\ncccc\n", { maxChars: 7 });
  assert.partialDeepStrictEqual(byChars, { content: "aaaa", endLine: 1, isCut: true, totalLines: 3 });
  const inLine = await lines("aaaaaaaaaa\nb\n", { maxChars: 4 });
  assert.partialDeepStrictEqual(inLine, { content: "aaaa", endLine: 1, isCut: true, totalLines: 2 });
  const exact = await lines("a\nb\n", { maxLines: 2 });
  assert.equal(exact.isCut, false);
});
