/**
 * What a text weighs, in bytes.
 *
 * A tool's answer is JSON inside a JSON string, so that a line break takes three bytes on the wire (`\\n`) and a
 * quotation mark four (`\\\"`).
 */

/** Bytes that one UTF-16 code unit takes. A surrogate counts as half of its pair. */
export type Cost = (unit: number) => number;

export const utf8Cost: Cost = (unit) => {
  if (unit < 0x80) return 1;
  if (unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff)) return 2;
  return 3;
};

export const wireCost: Cost = (unit) => {
  if (unit === 0x22 || unit === 0x5c) return 4;
  if (unit === 0x0a || unit === 0x09) return 3;
  return unit < 0x20 ? 7 : utf8Cost(unit);
};

/** The cost of a text, counted no further than `limit`. */
export function textCost(text: string, cost: Cost, limit = Infinity): number {
  let sum = 0;
  for (let i = 0; i < text.length && sum <= limit; i++) sum += cost(text.charCodeAt(i));
  return sum;
}

const encoder = new TextEncoder();
/** Long texts are measured in pieces, so that no copy of the whole is made. */
const pieceLength = 1_000_000;

/** The bytes of a text. Counting units one by one takes half a second for what a kernel can send at once. */
export function utf8Length(text: string): number {
  let sum = 0;
  for (let start = 0; start < text.length;) {
    const end = Math.min(text.length, start + pieceLength);
    // A pair of surrogates is not parted.
    const isParted = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const stop = isParted ? end + 1 : end;
    sum += encoder.encode(text.slice(start, stop)).length;
    start = stop;
  }
  return sum;
}

/** Bytes that a value takes in a text block of an answer, without the block's own frame. */
export function wireBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(JSON.stringify(value))).byteLength;
}
