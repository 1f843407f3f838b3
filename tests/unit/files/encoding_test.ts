import assert from "node:assert/strict";
import { decodeText, detectEncoding, namedEncoding, sampleBytes } from "../../../src/files/encoding.ts";

function nameOf(bytes: Uint8Array): string | null {
  return detectEncoding(bytes)?.name ?? null;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const hex = (text: string) => Uint8Array.fromHex(text.replaceAll(" ", ""));

Deno.test("detectEncoding tells encodings by their bytes", () => {
  assert.equal(nameOf(utf8("")), "utf-8");
  assert.equal(nameOf(utf8("plain ASCII\n")), "utf-8");
  assert.equal(nameOf(utf8("héllo 売上 🚀")), "utf-8");
  assert.equal(nameOf(utf8("\ufeffa,b")), "utf-8-sig");
  assert.equal(nameOf(hex("fffe 61 00 62 00")), "utf-16");
  assert.equal(nameOf(hex("feff 00 61 00 62")), "utf-16");
  assert.equal(nameOf(hex("6100 6200 6300 0a00")), "utf-16-le");
  assert.equal(nameOf(hex("0061 0062 0063 000a")), "utf-16-be");
  // 漢字, かな on lines of their own
  assert.equal(nameOf(hex("6f225b57 000a 304b306a 000a")), "utf-16-be");
  assert.equal(nameOf(hex("226f575b 0a00 4b306a30 0a00")), "utf-16-le");
  // 日本
  assert.equal(nameOf(hex("1b2442 467c 4b5c 1b2842 0a")), "iso2022_jp");
  assert.equal(
    decodeText(hex("1b2442467c4b5c1b28420a"), { name: "", label: "iso-2022-jp", bom: 0 }),
    "日本\n",
  );
  // こんにちは,世界
  assert.equal(nameOf(hex("82b1 82f1 82c9 82bf 82cd 2c 90a2 8a45 0a")), "cp932");
  // Windows' own: ①㈱
  assert.equal(nameOf(hex("8740 878a 82b1 82f1")), "cp932");
  assert.equal(nameOf(hex("a4b3 a4f3 a4cb a4c1 a4cf 0a")), "euc_jp");
  assert.equal(nameOf(hex("636166e9 2c 6e61ef7665 0a")), "latin1");
  assert.equal(nameOf(hex("93 71756f746564 94 20 636166e9")), "cp1252");
});

Deno.test("detectEncoding takes half-width katakana for Japanese", () => {
  // 名前,ﾃｽﾄ
  assert.equal(nameOf(hex("96bc 914f 2c c3bdc4 0a")), "cp932");
  // ﾔﾏﾀﾞ,ﾀﾛｳ with nothing of full width
  assert.equal(nameOf(hex("d4cfc0de 2c c0dbb3 0a 31 2c 32 0a")), "cp932");
  // a,表 whose second byte is a backslash
  assert.equal(nameOf(hex("61 2c 955c 0a")), "cp932");
});

Deno.test("detectEncoding takes signs that stand alone for Western", () => {
  // It’s, Anna’s
  assert.equal(nameOf(hex("4974 92 73 2c 20 416e6e61 92 73 0a")), "cp1252");
  // price €5
  assert.equal(nameOf(hex("7072696365 20 80 35 0a")), "cp1252");
  // “quoted
  assert.equal(nameOf(hex("61 20 93 71756f746564 20 97 62 0a")), "cp1252");
  // É, 20 °C
  assert.equal(nameOf(hex("c9 2c 20 3230 20 b0 43 0a")), "latin1");
});

Deno.test("detectEncoding takes UTF-8 with broken bytes for UTF-8", () => {
  const broken = (text: string) => new Uint8Array([...utf8(text), 0xe9, 0x2c, ...utf8(text)]);
  for (const text of ["café\n", "売上,数量\n東京,10\n", "Привет, мир\n", "naïve 🚀\n"]) {
    const bytes = broken(text);
    assert.equal(nameOf(bytes), "utf-8", text);
    assert.equal(decodeText(bytes, { name: "utf-8", label: "utf-8", bom: 0 }), `${text}\ufffd,${text}`);
  }
  assert.equal(nameOf(broken("plain\n")), "latin1");
});

Deno.test("detectEncoding knows what is no text", () => {
  assert.equal(nameOf(hex("89504e470d0a1a0a0000000d49484452")), null);
  assert.equal(nameOf(hex("504b0304140000000800")), null);
  assert.equal(nameOf(hex("fffe 0000 61000000")), null);
  assert.equal(nameOf(new Uint8Array(300).map((_, n) => n)), null);
  assert.equal(nameOf(utf8("\x1b[31mred\x1b[0m and \b\ttabs\n")), "utf-8");
});

Deno.test("detectEncoding forgives a character that the sample cuts off", () => {
  const long = utf8("売".repeat(sampleBytes));
  for (const end of [0, 1, 2]) assert.equal(nameOf(long.subarray(0, sampleBytes + end)), "utf-8");
});

Deno.test("namedEncoding takes the names of Python and of the web", () => {
  for (
    const name of [
      "utf-8",
      "UTF-8-SIG",
      "utf_8",
      "utf-16",
      "cp932",
      "Shift_JIS",
      "euc_jp",
      "latin-1",
      "gb18030",
    ]
  ) {
    assert.ok(namedEncoding(name) !== null, name);
  }
  assert.equal(namedEncoding("klingon"), null);
});

Deno.test("decodeText leaves the mark out", () => {
  const bytes = utf8("\ufeffa");
  const encoding = detectEncoding(bytes);
  assert.ok(encoding !== null);
  assert.equal(decodeText(bytes, encoding), "a");
});
