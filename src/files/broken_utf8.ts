/**
 * Texts in UTF-8 with some bytes that are not: cut characters, a line in another encoding, a flipped bit. Read in
 * another encoding, all of their other characters would be wrong.
 */

/** How often bytes make characters of UTF-8 for each one that makes none; ASCII, which says nothing, does not count. */
export function shareOfUtf8(bytes: Uint8Array): number {
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

/** That a text has replacement characters; undefined where it has none. */
export function replacedNote(text: string): string | undefined {
  return text.includes("\ufffd")
    ? "Bytes that are not valid in this encoding are shown as \ufffd; the file has them as they were. Pass encoding " +
      "(such as cp932 or latin1) where they are text in another"
    : undefined;
}

/** Bytes of the character at a place; 0 where there is none. */
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
