/**
 * Detects Chinese, Korean and Japanese encodings in which a character takes two bytes. They differ in the range of the
 * first byte: each standard has its common characters in other rows of the same square.
 */

const fewest = 4;

/** The encoding of such a text, by its Python name; null if it is another one, or Shift_JIS. */
export function detectEastAsian(bytes: Uint8Array): "gb18030" | "cp949" | "euc_jp" | "big5" | null {
  const { total, strict, low, odd, leads, isBeyondKana } = pairsOf(bytes);
  if (total < fewest || odd > 0) return null;
  const share = (from: number, to: number) => sum(leads, from, to) / Math.max(1, sum(leads, 0xaa, 0xfe));
  if (low > total * 0.15) return low < total * 0.8 && sum(leads, 0xa4, 0xc6) > total * 0.8 ? "big5" : null;
  if (strict < total * 0.8 || !isBeyondKana) return null;
  if (share(0xb0, 0xc8) > 0.95) return "cp949";
  // Japanese has its rare characters from here on, Chinese some of its most common ones.
  if (share(0xd0, 0xfe) > 0.05) return "gb18030";
  return usual(bytes, "euc-jp") >= usual(bytes, "gb18030") ? "euc_jp" : "gb18030";
}

/** Characters that are frequent in tables without kana. */
const words = {
  "euc-jp":
    "日付年月名前番号都道府県市区町村山田川東京大阪売上金額商品数量価格合計会社電話住所人口男女子太郎花",
  gb18030: "日期年月姓名编号城市省份区县北京上海广东山销售产品数量金额价格合计公司电话地址人口面积男女",
} as const;

/** How many characters are frequent ones if the bytes are read in an encoding; -1 if they are not valid in it. */
function usual(bytes: Uint8Array, label: keyof typeof words): number {
  const text = new TextDecoder(label).decode(bytes);
  return text.includes("\ufffd")
    ? -1
    : [...text].filter((one) => one > "~" && words[label].includes(one)).length;
}

/**
 * How the bytes beyond ASCII pair up: how many begin with each byte (`leads`), have both bytes from 0xA1 on, as in EUC
 * (`strict`), or an ASCII byte in second place (`low`); the bytes that begin no pair (`odd`), and whether there is one
 * that katakana of half width do not have.
 */
function pairsOf(bytes: Uint8Array) {
  const leads = new Uint32Array(256);
  let [total, strict, low, odd, isBeyondKana] = [0, 0, 0, 0, false];
  for (let at = 0; at < bytes.length;) {
    const [lead = 0, trail] = bytes.subarray(at, at + 2);
    if (lead < 0x80) {
      at++;
      continue;
    }
    // The sample may end within a pair.
    if (trail === undefined) break;
    const length = pairLength(bytes, at);
    if (length === 0) odd++;
    else {
      total++;
      leads[lead] = (leads[lead] ?? 0) + 1;
      if (lead >= 0xa1 && trail >= 0xa1) strict++;
      if (trail < 0x80) low++;
      if (lead > 0xdf || trail > 0xdf) isBeyondKana = true;
    }
    at += Math.max(1, length);
  }
  return { total, strict, low, odd, leads, isBeyondKana };
}

/** Length in bytes of the character at an offset, four for some of GB18030; 0 if none begins there. */
function pairLength(bytes: Uint8Array, at: number): number {
  const [lead = 0, trail = 0, third = 0, fourth = 0] = bytes.subarray(at, at + 4);
  if (lead < 0x81 || lead > 0xfe) return 0;
  if ((trail >= 0x40 && trail <= 0x7e) || (trail >= 0x80 && trail <= 0xfe)) return 2;
  return isDigit(trail) && third >= 0x81 && isDigit(fourth) ? 4 : 0;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function sum(counts: Uint32Array, from: number, to: number): number {
  return counts.subarray(from, to + 1).reduce((all, one) => all + one, 0);
}

/**
 * Whether bytes that are valid Shift_JIS are meant as such, or are Western text, which uses the same bytes: Japanese
 * characters stand side by side, Western quotation marks, dashes and accented letters stand alone.
 */
export function looksLikeShiftJis(bytes: Uint8Array): boolean {
  let japanese = 0;
  let western = 0;
  for (let at = 0; at < bytes.length;) {
    const size = sizeAt(bytes, at);
    if (size === 0) {
      at++;
      continue;
    }
    const run = runFrom(bytes, at);
    if (run.characters > 1) japanese += run.characters;
    else if (isLikelyAlone(bytes, at, size)) japanese += 0.5;
    else western++;
    at = run.end;
  }
  return japanese > western;
}

/** Bytes of the character; 0 for ASCII. A katakana of half width has one. */
function sizeAt(bytes: Uint8Array, at: number): 0 | 1 | 2 {
  const byte = bytes[at] ?? 0;
  if (byte < 0x80) return 0;
  return byte === 0x80 || (byte >= 0xa0 && byte <= 0xdf) ? 1 : 2;
}

function runFrom(bytes: Uint8Array, start: number) {
  let characters = 0;
  let end = start;
  for (let size = sizeAt(bytes, end); size > 0; size = sizeAt(bytes, end)) {
    characters++;
    end += size;
  }
  return { characters, end };
}

/** A single character may be a kana or kanji by its bytes, or because it is a whole field. */
function isLikelyAlone(bytes: Uint8Array, at: number, size: number): boolean {
  const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
  if (size !== 2 || lead > 0x9f) return false;
  return trail >= 0x80 || (isBorder(bytes[at - 1]) && isBorder(bytes[at + 2]));
}

/** The ends of a text or line, delimiters, quotation marks and brackets. */
function isBorder(byte: number | undefined): boolean {
  return byte === undefined || "\t\r\n\"'(),;|[]".includes(String.fromCharCode(byte));
}
