/**
 * Messages as bytes, for the pipes of the renderer process and the port to it.
 *
 * A message is an object whose fields are JSON values or, at the top level only, a `Uint8Array`. Its frame:
 *
 *     u32  length of what follows (big endian, as are all numbers here)
 *     u32  length of the head
 *     …    the head, JSON: [the JSON fields, [[name, length] of each byte field]]
 *     …    the byte fields, in that order
 *
 * 1. Frames are passed on without decoding: {@linkcode readFrames} splits a stream at their lengths.
 * 2. A frame with wrong lengths is an error, never a read beyond its end.
 */

import { joinBytes } from "./net/bounded_text.ts";

const prefixBytes = 4;
const headStart = 8;

/** Encodes a message; its bytes are copied. */
export function encodeFrame(message: object): Uint8Array<ArrayBuffer> {
  const fields: Record<string, unknown> = {};
  const parts: Uint8Array[] = [];
  const lengths: (readonly [string, number])[] = [];
  for (const [name, value] of Object.entries(message)) {
    if (!(value instanceof Uint8Array)) {
      fields[name] = value;
      continue;
    }
    parts.push(value);
    lengths.push([name, value.length]);
  }
  const head = new TextEncoder().encode(JSON.stringify([fields, lengths]));
  const frame = joinBytes([new Uint8Array(headStart), head, ...parts]);
  const view = new DataView(frame.buffer);
  view.setUint32(0, frame.length - prefixBytes);
  view.setUint32(prefixBytes, head.length);
  return frame;
}

/** Decodes a frame; throws if it is malformed. */
export function decodeFrame(frame: Uint8Array): Record<string, unknown> {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const headEnd = headStart + view.getUint32(prefixBytes);
  const head: unknown = JSON.parse(new TextDecoder().decode(frame.subarray(headStart, headEnd)));
  if (!Array.isArray(head)) throw malformed();
  const [fields, lengths]: unknown[] = head;
  if (typeof fields !== "object" || fields === null || !Array.isArray(lengths)) throw malformed();
  const message: Record<string, unknown> = { ...fields };
  let at = headEnd;
  for (const entry of lengths) {
    const [name, length]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof name !== "string" || typeof length !== "number") throw malformed();
    if (!Number.isSafeInteger(length) || length < 0 || at + length > frame.length) throw malformed();
    message[name] = frame.slice(at, at + length);
    at += length;
  }
  return message;
}

/** The frames of a stream, each in its own buffer; throws at one over `maxBytes`. */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const prefix = new Uint8Array(prefixBytes);
  let filling: Uint8Array<ArrayBuffer> = prefix;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + filling.length - filled);
      filling.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < filling.length) continue;
      if (filling === prefix) {
        filling = startedFrame(prefix, maxBytes);
        filled = prefixBytes;
      } else {
        yield filling;
        filling = prefix;
        filled = 0;
      }
    }
  }
}

function startedFrame(prefix: Uint8Array, maxBytes: number): Uint8Array<ArrayBuffer> {
  const length = new DataView(prefix.buffer).getUint32(0);
  if (length < prefixBytes || length > maxBytes) throw malformed();
  const frame = new Uint8Array(prefixBytes + length);
  frame.set(prefix);
  return frame;
}

function malformed(): Error {
  return new Error("Cannot read frame: it is malformed or too long");
}
