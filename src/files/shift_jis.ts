/**
 * Whether bytes that can be read as Shift_JIS are meant so, or are a Western text with a few signs beyond ASCII: both
 * use the same bytes.
 */

/** Japanese characters stand side by side; Western quotation marks, dashes and accented letters stand alone. */
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

function runFrom(bytes: Uint8Array, start: number): { readonly characters: number; readonly end: number } {
  let characters = 0;
  let end = start;
  for (let size = sizeAt(bytes, end); size > 0; size = sizeAt(bytes, end)) {
    characters++;
    end += size;
  }
  return { characters, end };
}

/** A single character may be a kana or kanji by its bytes, or where it makes a field of its own. */
function isLikelyAlone(bytes: Uint8Array, at: number, size: number): boolean {
  const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
  if (size !== 2 || lead > 0x9f) return false;
  return trail >= 0x80 || (isBorder(bytes[at - 1]) && isBorder(bytes[at + 2]));
}

/** The ends of a text or line, delimiters, quotation marks and brackets. */
function isBorder(byte: number | undefined): boolean {
  return byte === undefined || "\t\r\n\"'(),;|[]".includes(String.fromCharCode(byte));
}
