import assert from "node:assert/strict";
import { FrameShortener, keptAtEnds, shortenedLength } from "../../../../src/jupyter/rest/frame_shortener.ts";

const limit = 32_000_000;

/** A frame as a server sends it: unmasked, with the shortest length that will do. */
function frame(opcode: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const header = new Uint8Array(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  const view = new DataView(header.buffer);
  view.setUint8(0, 0x80 | opcode);
  view.setUint8(1, length < 126 ? length : length < 65_536 ? 126 : 127);
  if (header.length === 4) view.setUint16(2, length);
  if (header.length === 10) view.setBigUint64(2, BigInt(length));
  return joined([header, payload]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function numbered(length: number): Uint8Array {
  return new Uint8Array(length).map((_, index) => (index * 7 + (index >> 8)) & 0xff);
}

function passThrough(bytes: Uint8Array, chunk: number): Uint8Array {
  const shortener = new FrameShortener(limit);
  const parts: Uint8Array[] = [];
  for (let place = 0; place < bytes.length; place += chunk) {
    parts.push(...shortener.take(bytes.subarray(place, place + chunk)));
  }
  return joined(parts);
}

/** Compares without a diff of megabytes. */
function isSame(actual: Uint8Array, expected: Uint8Array, what: string): void {
  assert.equal(actual.length, expected.length, what);
  assert.equal(actual.findIndex((byte, index) => byte !== expected[index]), -1, what);
}

Deno.test("FrameShortener changes nothing below the limit, wherever the bytes are cut", () => {
  const sizes = [0, 1, 125, 126, 300, 65_535, 65_536, 100_000];
  const bytes = joined(sizes.flatMap((size) => [frame(2, numbered(size)), frame(10, numbered(5))]));
  for (const chunk of [1, 2, 3, 7, 1_000, 65_536, bytes.length]) {
    isSame(passThrough(bytes, chunk), bytes, `pieces of ${chunk}`);
  }
});

Deno.test("FrameShortener keeps both ends of a huge binary frame and all that is around it", () => {
  const payload = numbered(limit + 1);
  const before = frame(2, numbered(200));
  const after = frame(2, numbered(70_000));
  const bytes = joined([before, frame(2, payload), after]);
  const ends = joined([payload.subarray(0, keptAtEnds), payload.subarray(-keptAtEnds)]);
  assert.equal(ends.length, shortenedLength);
  const expected = joined([before, frame(2, ends), after]);
  for (const chunk of [65_536, 1_000_003, bytes.length]) {
    isSame(passThrough(bytes, chunk), expected, `pieces of ${chunk}`);
  }
});

Deno.test("FrameShortener makes a huge frame of text a binary one, with the length that it had", () => {
  const payload = numbered(limit + 1);
  const after = frame(1, numbered(70_000));
  const length = new Uint8Array(new BigUint64Array([BigInt(payload.length)]).buffer);
  const ends = joined([payload.subarray(0, keptAtEnds), payload.subarray(-keptAtEnds), length]);
  const bytes = joined([frame(1, payload), after]);
  for (const chunk of [65_536, bytes.length]) {
    isSame(passThrough(bytes, chunk), joined([frame(2, ends), after]), `pieces of ${chunk}`);
  }
});

Deno.test("FrameShortener passes a chunk of many frames on as one part", () => {
  const chunk = new Uint8Array(10_000).map((_, place) => place % 2 === 0 ? 0x82 : 0);
  const parts = new FrameShortener(1_000).take(chunk);
  assert.equal(parts.length, 1);
  assert.deepEqual(parts[0], chunk);
});
