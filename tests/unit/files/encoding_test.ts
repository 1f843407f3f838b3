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

Deno.test("detectEncoding tells the encodings of East Asia apart", () => {
  const texts = [
    ["gb18030", "b1e0bac52cd0d5c3fb0a312cd5c5c8fd0a", "编号,姓名\n1,张三\n"],
    ["gb18030", "caa1b7dd2cc8cbbfda2cc3e6bbfd0ab9e3b6ab2c31323638340a", "省份,人口,面积\n广东,12684\n"],
    ["gb18030", "d5e2cac7d2bbb8f6b2e2cad4953282360a", "这是一个测试𠀀\n"],
    ["cp949", "b9f8c8a32cc0ccb8a70a312cc8abb1e6b5bf0a", "번호,이름\n1,홍길동\n"],
    [
      "euc_jp",
      "c8d6b9e62cccbec1b02cc5d4bbd40a312cbbb3c5c4c2c0cfba2cc5ecb5fe0a",
      "番号,名前,都市\n1,山田太郎,東京\n",
    ],
    ["big5", "bd73b8b92ca96da6572cabb0a5ab0a312cb169a4542cbb4fa55f0a", "編號,姓名,城市\n1,張三,臺北\n"],
    ["cp932", "94d48d862c96bc914f2c93738e730a", "番号,名前,都市\n"],
    ["latin1", "c0c92c6372e9e9652ce974e90a", "ÀÉ,créée,été\n"],
  ] as const;
  for (const [name, bytes, text] of texts) {
    const found = detectEncoding(hex(bytes));
    assert.equal(found?.name, name, text);
    assert.equal(decodeText(hex(bytes), found ?? { name: "", label: "utf-8", bom: 0 }), text);
  }
});

Deno.test("detectEncoding takes a text with some zeros in it for the text", () => {
  assert.equal(nameOf(utf8("a,b\n1,\0\n")), "utf-8");
  assert.equal(nameOf(utf8("Nein, nein\0\nabcdabcdabcd\n")), "utf-8");
  assert.equal(nameOf(utf8("売上,\0\n東京,1\n")), "utf-8");
  assert.equal(nameOf(utf8("ab\0\0\0\0\0")), null);
  assert.equal(nameOf(hex("6162 00 ff 6364656667686970 00 6162")), null);
});

Deno.test("detectEncoding takes no file of a known kind for a text, however few odd bytes it has", () => {
  assert.equal(nameOf(utf8("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n")), null);
  assert.equal(nameOf(utf8("GIF89a")), null);
  assert.equal(nameOf(utf8("PDF-1.4 is a format\n")), "utf-8");
});

Deno.test("detectEncoding takes no picture for UTF-16", () => {
  // What JPEG makes of one colour has a zero in every other place.
  assert.equal(nameOf(hex("ffd8ffe0" + "00a200280002008a".repeat(60))), null);
  assert.equal(nameOf(hex("0001000200030004".repeat(60))), null);
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

Deno.test("detectEncoding knows what is not text", () => {
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
