/** Whether a picture was cut off, told from its end without decoding it. Runs in the server and in the renderer room. */

/** The last bytes of a picture that was not cut off: a client's service refuses the whole turn over a broken one. */
const endings: Readonly<Record<string, readonly number[]>> = {
  "image/png": [0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82],
  "image/jpeg": [0xff, 0xd9],
  "image/gif": [0x3b],
};

/** Whether a picture can be passed on as it is; others go through the renderer, which draws them anew or refuses. */
export function isCompleteImage(
  { mimeType, bytes }: { readonly mimeType: string; readonly bytes: Uint8Array },
): boolean {
  if (mimeType === "image/webp") {
    return bytes.length >= 8 &&
      new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8 <= bytes.length;
  }
  const ending = endings[mimeType];
  if (ending === undefined) return false;
  // Some writers leave padding behind the end.
  const tail = bytes.subarray(-64);
  return tail.some((_, at) => ending.every((byte, place) => tail[at + place] === byte));
}
