/**
 * Detects the encoding of a text from its first bytes, and whether it is text at all.
 *
 * The names are Python's. The platform decodes: `cp932` is what WHATWG calls Shift_JIS, with the Windows additions;
 * `latin1` is read as cp1252, which differs only in characters that latin1 cannot display.
 */

import { detectEastAsian, looksLikeShiftJis } from "./east_asian.ts";

export interface Encoding {
  /** Python's name. */
  readonly name: string;
  /** The label of `TextDecoder`. */
  readonly label: string;
  /** Bytes of the mark before the text. */
  readonly bom: number;
  /** Whether it is only the fallback: any bytes could be decoded with it. */
  readonly isGuess?: true;
}

/** Bytes from which the encoding is detected. */
export const sampleBytes = 65_536;

/** Bytes of UTF-8 for each other from which a text is in it, before and after it could be Japanese. */
const mostly = 10;
const rather = 2;

const utf8: Encoding = { name: "utf-8", label: "utf-8", bom: 0 };

/** The encoding of the text that begins with these bytes; null if it is not text. */
export function detectEncoding(sample: Uint8Array): Encoding | null {
  if (isKnownBinary(sample)) return null;
  const marked = byMark(sample);
  if (marked !== undefined) return marked;
  if (sample.includes(0)) return byZeros(sample) ?? aroundZeros(sample);
  if (hasControls(sample)) return null;
  if (isIso2022Jp(sample)) return { name: "iso2022_jp", label: "iso-2022-jp", bom: 0 };
  if (isValid(sample, "utf-8")) return utf8;
  const share = shareOfUtf8(sample);
  if (share >= mostly) return utf8;
  // First the one that is stricter: its kana may be read as half-width ones of the other.
  if (isValid(sample, "euc-jp") && looksLikeEucJp(sample)) return { name: "euc_jp", label: "euc-jp", bom: 0 };
  const east = detectEastAsian(sample);
  const label = east === null ? "" : aliases[east] ?? east;
  if (east !== null && isValid(sample, label)) return { name: east, label, bom: 0 };
  if (isValid(sample, "shift_jis") && looksLikeShiftJis(sample)) {
    return { name: "cp932", label: "shift_jis", bom: 0 };
  }
  if (share >= rather) return utf8;
  const isWindows = sample.some((byte) => byte >= 0x80 && byte < 0xa0);
  return { name: isWindows ? "cp1252" : "latin1", label: "windows-1252", bom: 0, isGuess: true };
}

/** The encoding that a caller names; null if it is unknown. */
export function namedEncoding(name: string): Encoding | null {
  const wanted = name.trim().toLowerCase();
  const label = aliases[wanted] ?? wanted.replaceAll("_", "-");
  const bom = wanted === "utf-8-sig" ? 3 : 0;
  try {
    return { name: wanted, label: new TextDecoder(label).encoding, bom };
  } catch {
    return null;
  }
}

/** The note for a guessed encoding. */
export function guessNote({ name, isGuess }: Encoding): string | undefined {
  return isGuess ? `The encoding ${name} is a guess: pass encoding if letters look wrong` : undefined;
}

/** Decodes a whole text without its byte order mark; invalid bytes become replacement characters. */
export function decodeText(bytes: Uint8Array, { label }: Encoding): string {
  return new TextDecoder(label).decode(bytes);
}

/** Python's names that the platform does not know. */
const aliases: Readonly<Record<string, string>> = {
  cp932: "shift_jis",
  shift_jis: "shift_jis",
  sjis: "shift_jis",
  euc_jp: "euc-jp",
  cp949: "euc-kr",
  cp936: "gbk",
  cp950: "big5",
  iso2022_jp: "iso-2022-jp",
  "utf-8-sig": "utf-8",
  utf_8: "utf-8",
  utf16: "utf-16le",
  "utf-16": "utf-16le",
  "utf-16-le": "utf-16le",
  "utf-16-be": "utf-16be",
  "latin-1": "latin1",
  cp1252: "windows-1252",
};

function byMark(bytes: Uint8Array): Encoding | null | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: "utf-8-sig", label: "utf-8", bom: 3 };
  // UTF-32, which nothing here decodes.
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return null;
  if (a === 0xff && b === 0xfe) return { name: "utf-16", label: "utf-16le", bom: 2 };
  if (a === 0xfe && b === 0xff) return { name: "utf-16", label: "utf-16be", bom: 2 };
  return undefined;
}

/** UTF-16 without a mark has its zeros, of ASCII, on one side only. */
function byZeros(bytes: Uint8Array): Encoding | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  const pairs = bytes.length / 2;
  const little = { name: "utf-16-le", label: "utf-16le", bom: 0 };
  const big = { name: "utf-16-be", label: "utf-16be", bom: 0 };
  if (odd > pairs * 0.4 && even < pairs * 0.02) return hasOddUnits(bytes, little) ? null : little;
  if (even > pairs * 0.4 && odd < pairs * 0.02) return hasOddUnits(bytes, big) ? null : big;
  // In Japanese, for instance, only spaces and line ends are ASCII. Binary data would hardly decode to characters alone.
  if (odd > 0 && even > 0) return null;
  const encoding = odd > 0 ? little : big;
  if (!isValid(bytes, encoding.label)) return null;
  const text = decodeText(bytes, encoding);
  if (!printable.test(text)) return null;
  // Letters of ASCII make printable characters in pairs, too, but not those alone that people write in.
  const isDoubtful = bytes.every((byte) => byte < 0x80);
  return isDoubtful && (!eastern.test(text) || hasSplitLineEnds(text)) ? null : encoding;
}

/** Whether characters have a line end for one of their bytes: they are more likely lines of ASCII. */
function hasSplitLineEnds(text: string): boolean {
  return Array.from(text, (char) => char.charCodeAt(0))
    .some((unit) => unit !== lineEnd && (unit & 0xff) === lineEnd || unit >> 8 === lineEnd);
}

/** A text in which some zeros stand: a field that a program left empty, a part of a log that was never written. */
function aroundZeros(bytes: Uint8Array): Encoding | null {
  const rest = bytes.filter((byte) => byte !== 0);
  if (bytes.length - rest.length > bytes.length * mostZeros || hasControls(rest)) return null;
  return isValid(rest, "utf-8") ? utf8 : null;
}

/** Whether what would be UTF-16 has halves of pairs, or more control characters than a text. */
function hasOddUnits(bytes: Uint8Array, encoding: Encoding): boolean {
  if (!isValid(bytes, encoding.label)) return true;
  const text = decodeText(bytes, encoding);
  return (text.match(/[^\P{Cc}\t\n\v\f\r]/gu) ?? []).length > text.length * 0.02;
}

/** The largest share of zeros that a text may have. */
const mostZeros = 0.2;
/** Chinese, Japanese and Korean with their punctuation, and ASCII. */
const eastern = /^[\t\r\n -~\u2000-\u206f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]*$/;
const lineEnd = 0x0a;
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\t\r\n]*$/u;

/** ISO-2022-JP is ASCII but for the signs that switch to its characters and back. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  if (!bytes.includes(0x1b) || bytes.some((byte) => byte >= 0x80)) return false;
  const text = new TextDecoder().decode(bytes);
  return ["\x1b$@", "\x1b$B"].some((sign) => text.includes(sign)) && isValid(bytes, "iso-2022-jp");
}

/** Whether there are more control characters than terminals write. */
function hasControls(bytes: Uint8Array): boolean {
  let count = 0;
  for (const byte of bytes) {
    const isUsual = byte >= 0x20 || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b;
    if (!isUsual || byte === 0x7f) count++;
  }
  return count > bytes.length * 0.02;
}

/** Whether the bytes are valid in this encoding; a character cut off by the end of the sample does not count. */
function isValid(bytes: Uint8Array, label: string): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: bytes.length >= sampleBytes });
    return true;
  } catch {
    return false;
  }
}

/** Kana begin with one of two bytes; in Western texts these are signs of currencies. */
function looksLikeEucJp(bytes: Uint8Array): boolean {
  let kana = 0;
  let pairs = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    if (byte === 0xa4 || byte === 0xa5) kana++;
    pairs++;
    at++;
  }
  return kana > pairs * 0.1;
}

/** By their first bytes, in hexadecimal. */
const openings = [
  // PDF
  "255044462d",
  // PNG, JPEG, GIF
  "89504e470d0a1a0a",
  "ffd8ff",
  "474946383761",
  "474946383961",
  // ZIP, with Excel and others that are archives; gzip, xz, zstd
  "504b0304",
  "1f8b08",
  "fd377a585a00",
  "28b52ffd",
];
const longest = 8;

function isKnownBinary(bytes: Uint8Array): boolean {
  const opening = bytes.subarray(0, longest).toHex();
  return openings.some((one) => opening.startsWith(one));
}

/**
 * Bytes that are UTF-8 for each one that is not; ASCII does not count. A text in UTF-8 may have cut characters, a line in
 * another encoding or a flipped bit: read in another encoding, all of its other characters would be wrong.
 */
function shareOfUtf8(bytes: Uint8Array): number {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length > 1) good += length;
    else if (length === 0) bad++;
    at += Math.max(1, length);
  }
  return good / Math.max(1, bad);
}

/** The note for a text with replacement characters; undefined if it has none. */
export function replacedNote(text: string): string | undefined {
  return text.includes("\ufffd")
    ? "Bytes that are not valid in this encoding are shown as \ufffd; the file has them as they were. Pass encoding " +
      "(such as cp932 or latin1) if they are text in another"
    : undefined;
}

/** Length in bytes of the character at an offset; 0 if there is none. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first > 0xf4 || length === 0) return 0;
  for (let next = 1; next < length; next++) {
    const byte = bytes[at + next];
    // The sample may end within a character.
    if (byte === undefined) return next;
    if ((byte & 0xc0) !== 0x80) return 0;
  }
  return length;
}
