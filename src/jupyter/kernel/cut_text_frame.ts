/** A legacy message, which is one JSON text, that has lost its middle on the way in: see `FrameShortener`. */

import { keptAtEnds, shortenedLength, shortenedTextLength } from "../rest/frame_shortener.ts";
import { truncatedContent } from "./cut_content.ts";
import { parseJsonPrefix } from "./json_beginning.ts";
import { type Received, receivedHeader, receivedParent } from "./messages.ts";

const bracket = 0x7b;
/** Bytes in which the small parts of a message are looked for. */
const nearEnds = 20_000;
/** So that places in the text are places in the bytes. */
const latin1 = new TextDecoder("latin1");

/** A legacy binary frame would begin with a count of parts that no frame has. */
export function isTruncatedText(frame: Uint8Array): boolean {
  return frame.length === shortenedTextLength && frame[0] === bracket;
}

export function decodeTruncatedText(frame: Uint8Array): Received {
  const start = /"content"\s*:\s*(?=\{)/.exec(latin1.decode(frame.subarray(0, nearEnds)));
  const tail = latin1.decode(frame.subarray(shortenedLength - nearEnds, shortenedLength));
  // Behind the content come small fields, and the end of the message.
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
