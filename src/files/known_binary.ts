/** Kinds of files that are no text, also where a small one has only bytes that a text could have. */

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

export function isKnownBinary(bytes: Uint8Array): boolean {
  const opening = bytes.subarray(0, longest).toHex();
  return openings.some((one) => opening.startsWith(one));
}
