/**
 * A PNG without anything but its pixels. Colour profiles and texts may be compressed, and a few kilobytes of them unpack
 * to gigabytes before the first pixel is read; the size of the pixels is known from the header.
 */

const signatureBytes = 8;
/** Length, name and checksum of a chunk without its content. */
const frameBytes = 12;
/** Transparency, the one optional chunk that changes the pixels. */
const transparency = 0x74524e53;
/** Set in the names of optional chunks. */
const optionalBit = 0x20000000;

/** Leaves out the optional chunks; a chunk that was cut off is left out too. */
export function barePng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bare = new Uint8Array(bytes.length);
  bare.set(bytes.subarray(0, signatureBytes));
  let length = signatureBytes;
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const name = view.getUint32(at + 4);
    const chunk = bytes.subarray(at, at + frameBytes + view.getUint32(at));
    at += frameBytes + view.getUint32(at);
    if ((name & optionalBit) !== 0 && name !== transparency || at > bytes.length) continue;
    bare.set(chunk, length);
    length += chunk.length;
  }
  return bare.subarray(0, length);
}
