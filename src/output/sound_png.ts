/** Whether the parts of a PNG are as they were written: each carries a checksum. */

const signatureBytes = 8;
/** Length, name and checksum of a part without its content. */
const frameBytes = 12;

/** Whether all parts up to the last one are there, with the checksums that they say. */
export function isSoundPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const end = at + frameBytes + view.getUint32(at);
    if (end > bytes.length) return false;
    if (checksum(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return false;
    if (view.getUint32(at + 4) === lastPart) return true;
    at = end;
  }
  return false;
}

/** "IEND" */
const lastPart = 0x49454e44;

let table: Uint32Array | undefined;

/** CRC-32 as PNG has it. */
function checksum(bytes: Uint8Array): number {
  table ??= makeTable();
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    return sum;
  });
}
