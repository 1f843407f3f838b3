import assert from "node:assert/strict";
import { decodeFrame, encodeFrame, readFrames } from "../../../src/base/frames.ts";

const mostBytes = 1_000_000;

async function framesOf(chunks: readonly Uint8Array[], maxBytes = mostBytes): Promise<Uint8Array[]> {
  return await Array.fromAsync(readFrames(ReadableStream.from(chunks), maxBytes));
}

Deno.test("a frame holds JSON and bytes as they were", () => {
  const message = {
    id: 7,
    text: "売上 \ud800 \u0000",
    nested: { list: [1, null, true] },
    bytes: new Uint8Array([0, 255, 1]),
    none: new Uint8Array(),
  };
  assert.deepEqual(decodeFrame(encodeFrame(message)), message);
});

Deno.test("readFrames cuts a stream into its frames, however it comes in pieces", async () => {
  const messages = [{ a: 1 }, { bytes: new Uint8Array(1_000).fill(3) }, {}];
  const frames = messages.map(encodeFrame);
  const stream = new Uint8Array(await new Blob(frames).arrayBuffer());
  for (const size of [1, 3, 7, 64, stream.length]) {
    const pieces = Array.from(
      { length: Math.ceil(stream.length / size) },
      (_, piece) => stream.slice(piece * size, (piece + 1) * size),
    );
    assert.deepEqual((await framesOf(pieces)).map(decodeFrame), messages, `pieces of ${size} bytes`);
  }
});

Deno.test("readFrames leaves out a frame that was cut off, and refuses one that is too long", async () => {
  const frame = encodeFrame({ a: 1 });
  assert.deepEqual(await framesOf([frame, frame.slice(0, 9)]), [frame]);
  await assert.rejects(framesOf([encodeFrame({ bytes: new Uint8Array(100) })], 99), /malformed or too long/);
  await assert.rejects(framesOf([new Uint8Array(4)]), /malformed or too long/);
});

Deno.test("decodeFrame refuses what lies about its lengths", () => {
  const frame = (head: string) => {
    const bytes = new TextEncoder().encode(head);
    const whole = new Uint8Array(8 + bytes.length);
    new DataView(whole.buffer).setUint32(4, bytes.length);
    whole.set(bytes, 8);
    return whole;
  };
  const heads = [
    "{}",
    "[1]",
    "[{}]",
    '[{},[["a",1]]]',
    '[{},[["a",-1]]]',
    '[{},[["a",0.5]]]',
    "[{},[[1,0]]]",
    "[",
  ];
  for (const head of heads) assert.throws(() => decodeFrame(frame(head)), Error, head);
  const long = frame("[{},[]]");
  new DataView(long.buffer).setUint32(4, 1_000);
  assert.deepEqual(decodeFrame(long), {}, "the head ends with the frame");
});
