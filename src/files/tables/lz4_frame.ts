/** Decompresses LZ4 frames, as Arrow files hold them. Blocks may refer back to those before them. */

const magic = 0x184d2204;

/** The content of a frame whose length is known. */
export function decompressLz4Frame(input: Uint8Array, length: number): Uint8Array {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length < 7 || view.getUint32(0, true) !== magic) throw new Error("not an LZ4 frame");
  const flags = view.getUint8(4);
  const hasBlockSums = (flags & 0x10) !== 0;
  // The size of the content and the number of a dictionary may follow; a byte of checksum ends the header.
  let at = 7 + ((flags & 0x08) !== 0 ? 8 : 0) + ((flags & 0x01) !== 0 ? 4 : 0);
  const output = new Uint8Array(length);
  let filled = 0;
  for (;;) {
    const size = view.getUint32(at, true);
    at += 4;
    if (size === 0) return filled === length ? output : output.subarray(0, filled);
    const isStored = (size & 0x80000000) !== 0;
    const block = input.subarray(at, at + (size & 0x7fffffff));
    if (isStored) output.set(block, filled);
    filled = isStored ? filled + block.length : decompressBlock(block, output, filled);
    at += block.length + (hasBlockSums ? 4 : 0);
  }
}

/** Writes a block's content behind what is there and returns the new end. */
function decompressBlock(input: Uint8Array, output: Uint8Array, start: number): number {
  let to = start;
  for (let at = 0; at < input.length;) {
    const token = input[at++] ?? 0;
    const literals = extended(input, at, token >> 4);
    at = literals.at;
    output.set(input.subarray(at, at + literals.length), to);
    at += literals.length;
    to += literals.length;
    if (at >= input.length) break;
    const offset = (input[at] ?? 0) | ((input[at + 1] ?? 0) << 8);
    const match = extended(input, at + 2, token & 15);
    at = match.at;
    const end = to + match.length + 4;
    if (offset === 0 || offset > to || end > output.length) throw new Error("a broken LZ4 block");
    // A match may overlap what it makes.
    for (; to < end; to++) output[to] = output[to - offset] ?? 0;
  }
  return to;
}

/** A length of four bits that goes on in the bytes that follow where it is full. */
function extended(input: Uint8Array, at: number, first: number) {
  let length = first;
  for (let byte = first === 15 ? 255 : 0; byte === 255; at++) {
    byte = input[at] ?? 0;
    length += byte;
  }
  return { length, at };
}
