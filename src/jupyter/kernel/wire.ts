/**
 * Bytes of the kernel WebSocket, apart from their meaning.
 *
 * Two framings: `v1.kernel.websocket.jupyter.org` (binary, little-endian offsets, no JSON envelope) and the
 * legacy one (JSON text; binary with big-endian offsets if a message has buffers). We offer v1 and accept both.
 */

import { isRecord } from "../../base/json.ts";
import { parseExact } from "../nbformat/exact_json.ts";
import { keptAtEnds, shortenedLength, shortenedTextLength } from "../rest/frame_shortener.ts";
import { parseJsonPrefix, truncatedContent } from "./large_content.ts";
import { reducedJson } from "./many_values.ts";
import {
  type ContentBytes,
  type Message,
  type Received,
  receivedHeader,
  receivedParent,
} from "./messages.ts";

/** The subprotocol to offer; a server that does not know it answers with none. */
export const v1Protocol = "v1.kernel.websocket.jupyter.org";

export type Framing = "v1" | "json";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Encodes a message without buffers. Kernels do not answer one that contains a lone surrogate: U+FFFD takes its place. */
export function encode(message: Message, framing: Framing): Uint8Array | string {
  if (framing === "json") return JSON.stringify({ ...message, buffers: [] }, wellFormed);
  const { header, parent_header, metadata, content } = message;
  const json = [header, parent_header, metadata, content].map((part) => JSON.stringify(part, wellFormed));
  return joinParts([message.channel, ...json].map((part) => encoder.encode(part)));
}

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Decodes a frame; throws a TypeError if it is not a kernel message. */
export function decode(frame: Uint8Array | string, framing: Framing): Received {
  try {
    if (framing === "v1" && typeof frame !== "string") return decodeV1(frame);
    if (typeof frame !== "string" && isTruncatedText(frame)) return decodeTruncatedText(frame);
    if (typeof frame === "string") return decodeLegacy(frame, []);
    const [json = new Uint8Array(), ...buffers] = legacyParts(frame);
    return decodeLegacy(json, buffers);
  } catch (cause) {
    throw new TypeError("Frame is not a kernel message", { cause });
  }
}

function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  const count = parts.length + 1;
  let offset = 8 * (1 + count);
  const frame = new Uint8Array(offset + parts.reduce((sum, part) => sum + part.length, 0));
  const view = new DataView(frame.buffer);
  view.setBigUint64(0, BigInt(count), true);
  parts.forEach((part, index) => {
    view.setBigUint64(8 * (1 + index), BigInt(offset), true);
    frame.set(part, offset);
    offset += part.length;
  });
  view.setBigUint64(8 * count, BigInt(offset), true);
  return frame;
}

function decodeV1(frame: Uint8Array): Received {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const count = frame.byteLength < 8 ? 0 : Number(view.getBigUint64(0, true));
  // Channel, four JSON parts and the end: fewer offsets, or more than the frame can hold, is not a message.
  if (count < 6 || 8 * (1 + count) > frame.byteLength) throw new TypeError("Frame is not a kernel message");
  const offset = (index: number) => Number(view.getBigUint64(8 * (1 + index), true));
  // A frame whose middle was removed still says how long it was.
  const lost = frame.byteLength === shortenedLength ? Math.max(0, offset(count - 1) - frame.byteLength) : 0;
  const part = (index: number) => partOf(frame, { start: offset(index), end: offset(index + 1), lost });
  const text = (index: number) => decoder.decode(part(index).bytes);
  const content = part(4);
  const reduced = () => reducedJson(content.bytes, 2);
  return {
    channel: text(0),
    header: receivedHeader.parse(JSON.parse(smallText(part(1).bytes))),
    parent: receivedParent.parse(JSON.parse(smallText(part(2).bytes)) ?? {}),
    content: () => content.gap === undefined ? JSON.parse(reduced().text) : truncatedContent(content),
    exactContent: () =>
      content.gap === undefined ? parseExact(reduced().text, mostExactNumbers) : truncatedContent(content),
    leftOut: () => content.gap === undefined ? reduced().leftOut : [],
    buffers: () => wholeParts(Array.from({ length: count - 6 }, (_, index) => part(5 + index))),
    contentBytes: content,
  };
}

/** Of one message; more would take as much memory as all other values. */
const mostExactNumbers = 20_000;
/** More than any header has. */
const largestHeader = 1_000_000;

function smallText(bytes: Uint8Array): string {
  if (bytes.length > largestHeader) throw new TypeError("Header is too large");
  return decoder.decode(bytes);
}

/** The bytes of parts; undefined if some are missing. */
function wholeParts(parts: readonly ContentBytes[]): readonly Uint8Array[] | undefined {
  return parts.every(({ gap }) => gap === undefined) ? parts.map(({ bytes }) => bytes) : undefined;
}

interface PartRange {
  readonly start: number;
  readonly end: number;
  /** Number of bytes removed from the middle of the frame. */
  readonly lost: number;
}

/** A part of a frame, by its range in the frame as it was sent. */
function partOf(frame: Uint8Array, { start, end, lost }: PartRange): ContentBytes {
  const resumed = keptAtEnds + lost;
  if (lost === 0 || end <= keptAtEnds) return { bytes: frame.subarray(start, end) };
  if (start >= resumed) return { bytes: frame.subarray(start - lost, end - lost) };
  const from = Math.min(start, keptAtEnds);
  return {
    bytes: frame.subarray(from, Math.max(keptAtEnds, end - lost)),
    gap: { at: keptAtEnds - from, length: Math.min(end, resumed) - Math.max(start, keptAtEnds) },
  };
}

/** The JSON of a legacy binary frame, and the buffers after it. */
function legacyParts(frame: Uint8Array): Uint8Array[] {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const count = frame.byteLength < 8 ? 0 : view.getUint32(0);
  if (count < 1 || 4 * (1 + count) > frame.byteLength) throw new TypeError("Frame is not a kernel message");
  const starts = Array.from({ length: count }, (_, index) => view.getUint32(4 * (1 + index)));
  return starts.map((start, index) => frame.subarray(start, starts[index + 1]));
}

function decodeLegacy(json: Uint8Array | string, buffers: readonly Uint8Array[]): Received {
  const { text, leftOut } = reducedJson(json, 3);
  const message: unknown = JSON.parse(text);
  if (!isRecord(message)) throw new TypeError("Frame is not a kernel message");
  return {
    channel: String(message["channel"]),
    header: receivedHeader.parse(message["header"]),
    parent: receivedParent.parse(message["parent_header"] ?? {}),
    content: () => message["content"],
    exactContent: () => contentOf(parseExact(text, mostExactNumbers)),
    leftOut: () => leftOut,
    buffers: () => buffers,
  };
}

function contentOf(message: unknown): unknown {
  return isRecord(message) ? message["content"] : undefined;
}

const bracket = 0x7b;
/** Bytes in which to look for the small parts of a message. */
const nearEnds = 20_000;
/** One character per byte, so that positions in the text are positions in the bytes. */
const latin1 = new TextDecoder("latin1");

/** Whether this is a legacy text message that lost its middle on arrival: as a count of parts, `{` would be too many. */
function isTruncatedText(frame: Uint8Array): boolean {
  return frame.length === shortenedTextLength && frame[0] === bracket;
}

function decodeTruncatedText(frame: Uint8Array): Received {
  const start = /"content"\s*:\s*(?=\{)/.exec(latin1.decode(frame.subarray(0, nearEnds)));
  const tail = latin1.decode(frame.subarray(shortenedLength - nearEnds, shortenedLength));
  // The content is followed by small fields and the end of the message.
  const end = /\}(?:\s*,\s*"\w+"\s*:\s*(?:\[\]|\{\}|"[^"]*"|null))*\s*\}\s*$/.exec(tail);
  if (start === null || end === null) throw new TypeError("Frame is not a kernel message");
  const from = start.index + start[0].length;
  const before = Object(parseJsonPrefix(frame, start.index));
  const whole = Number(new DataView(frame.buffer, frame.byteOffset).getBigUint64(shortenedLength, true));
  const contentBytes = {
    bytes: frame.subarray(from, shortenedLength - nearEnds + end.index + 1),
    gap: { at: keptAtEnds - from, length: whole - shortenedLength },
  };
  return {
    channel: /"channel"\s*:\s*"(\w+)"/.exec(end[0])?.[1] ?? String(before.channel ?? "iopub"),
    header: receivedHeader.parse(before.header),
    parent: receivedParent.parse(before.parent_header ?? {}),
    content: () => truncatedContent(contentBytes),
    contentBytes,
  };
}
