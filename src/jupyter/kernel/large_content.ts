/** Reads the content of messages that are huge or that lost their middle on arrival: the fields before and after the gap. */

import { isEscaped, stringEnd } from "../../base/json.ts";
import type { MimeBundle } from "../nbformat/outputs.ts";
import type { LeftOut } from "./many_values.ts";
import { type ContentBytes, contents, type Received } from "./messages.ts";

/** Ends a text that continues in the gap. */
export const truncationMarker = "\n[… the rest was not kept …]";

/** Fields that can follow a huge one. Quotation marks within a text are escaped, so texts do not match. */
const fields = /"(?:traceback|ename|evalue|status|execution_count|metadata|transient|payload)"\s*:/g;
/** Data may have fields with these names too; the message's own are the last ones. */
const maxAttempts = 20;

export function truncatedContent({ bytes, gap }: ContentBytes): unknown {
  const length = gap?.at ?? bytes.length;
  const beginning = parseJsonPrefix(bytes, length);
  return typeof beginning === "object" ? { ...beginning, ...ending(bytes.subarray(length)) } : beginning;
}

/** Parses from the first field that belongs to the message itself: only from there do all brackets match. */
function ending(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(bytes);
  for (const { index } of [...text.matchAll(fields)].slice(-maxAttempts)) {
    try {
      return JSON.parse(`{${text.slice(index)}`);
    } catch {
      // Not a field of the message: the next one may be.
    }
  }
  return {};
}

/** Longer than any text that a result shows. */
const maxPrefixBytes = 1_000_000;

/** Parses the first `length` bytes of a JSON text, closing what is open: its last text may be cut, and the rest is absent. */
export function parseJsonPrefix(bytes: Uint8Array, length: number): unknown {
  // As a stream, so that half a character at the end is left out.
  const text = new TextDecoder().decode(bytes.subarray(0, Math.min(length, maxPrefixBytes)), {
    stream: true,
  });
  return JSON.parse(closed(text));
}

/** The text up to its end if that is within a string value, else up to the last position that can be closed. */
function closed(text: string): string {
  let open = "";
  let safe = { end: 0, open };
  let isValue = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? "";
    if (character === '"') {
      const end = stringEnd(text, place);
      if (end === undefined && isValue) return `${withoutHalfEscape(text)}"${open}`;
      if (end === undefined) break;
      place = end;
    } else if ("{[".includes(character)) {
      open = (character === "{" ? "}" : "]") + open;
      safe = { end: place + 1, open };
    } else if ("}]".includes(character)) {
      open = open.slice(1);
      safe = { end: place + 1, open };
    } else if (character === ",") safe = { end: place, open };
    if ("{[,:".includes(character)) isValue = character === ":" || open.startsWith("]");
  }
  return text.slice(0, safe.end) + safe.open;
}

function withoutHalfEscape(text: string): string {
  if (isEscaped(text, text.length)) return text.slice(0, -1);
  const half = /\\u[0-9a-fA-F]{0,3}$/.exec(text.slice(-5));
  if (half === null) return text;
  const place = text.length - half[0].length;
  return isEscaped(text, place) ? text : text.slice(0, place);
}

/** Bytes above which a stream is read in pieces. */
export const largeStream = 4_000_000;

const pieceSize = 250_000;
/** Bytes read from each end of a text whose middle is missing. */
const readFromEnds = 2_000_000;
/** How far to search for a position to resume from. */
const maxSearch = 4_096;

const backslash = 0x5c;
const letterU = 0x75;
const decoder = new TextDecoder();

/** A text, or the number of bytes skipped. */
type Piece = string | number;

interface StreamPieces {
  readonly name: string;
  readonly pieces: Iterable<Piece>;
}

/**
 * Reads the text of a huge stream message piece by piece; undefined if its bytes are not laid out as kernels do.
 *
 * What one `write` prints arrives as one message, 100 MB if 100 MB were printed, shortened on arrival. Decoding it at once
 * would cost that much twice again as strings, and most of it is not kept anyway.
 */
export function streamPieces({ bytes: content, gap }: ContentBytes): StreamPieces | undefined {
  const start = /^\s*\{\s*(?:"name"\s*:\s*"(\w+)"\s*,\s*)?"text"\s*:\s*"/.exec(
    decoder.decode(content.subarray(0, 200)),
  );
  const end = /"\s*(?:,\s*"name"\s*:\s*"(\w+)"\s*)?\}\s*$/.exec(decoder.decode(content.subarray(-200)));
  const name = start?.[1] ?? end?.[1];
  if (start === null || end === null || name === undefined) return undefined;
  const text = content.subarray(start[0].length, content.length - end[0].length);
  return { name, pieces: unescaped(text, gap?.length ?? 0) };
}

/** `missing` bytes were removed, somewhere between what is read from the start and from the end. */
function* unescaped(text: Uint8Array, missing: number): Generator<Piece> {
  const ends = missing > 0 ? readFromEnds : Infinity;
  let from = 0;
  while (from < text.length) {
    const resume = from >= ends ? resumePosition(text, text.length - ends) : undefined;
    if (from >= ends && resume === undefined) {
      return yield text.length - from + missing;
    }
    if (resume !== undefined && resume > from) {
      yield resume - from + missing;
      from = resume;
    }
    const to = from + pieceSize < text.length ? cutPosition(text, from, from + pieceSize) : text.length;
    yield String(JSON.parse(`"${decoder.decode(text.subarray(from, to))}"`));
    from = to;
  }
}

/** A position from `target` on that is certainly not inside a character or an escape; undefined if none is near. */
function resumePosition(text: Uint8Array, target: number): number | undefined {
  for (let place = target; place < target + maxSearch; place++) {
    if (((text[place] ?? 0) & 0xc0) === 0x80) continue;
    // A backslash after anything but a backslash begins an escape.
    if (text[place] === backslash && text[place - 1] !== backslash) return place;
    // An escape does not end in a backslash, and in a digit or letter of `\u00e9` only within five of its backslash.
    const before = String.fromCharCode(text[place - 1] ?? 0);
    if (!/[\\u0-9a-fA-F]/.test(before) || !text.subarray(place - 6, place).includes(backslash)) return place;
  }
  return undefined;
}

/** A position near `target` at the end of an escape or a character. */
function cutPosition(text: Uint8Array, from: number, target: number): number {
  const near = resumePosition(text, target);
  if (near !== undefined) return near;
  // Nothing but backslashes: only counting from the start shows which of them begin an escape.
  let place = from;
  while (place < target) {
    const escape = text.subarray(place, target).indexOf(backslash);
    if (escape < 0) return startOfCharacter(text, target);
    place += escape + (text[place + escape + 1] === letterU ? 6 : 2);
  }
  return place;
}

function startOfCharacter(text: Uint8Array, target: number): number {
  let place = target;
  while (((text[place] ?? 0) & 0xc0) === 0x80) place--;
  return place;
}

interface DisplayContent {
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
  readonly displayId: string | undefined;
  readonly executionCount: number | null;
  /** Number of bytes that were not kept. */
  readonly missing: number;
}

/** What a message displays, even if it was too large to be kept whole. */
export function displayContent(message: Received): DisplayContent {
  const { data, metadata, transient, execution_count } = contents.display.parse(
    (message.exactContent ?? message.content)(),
  );
  const shared = { displayId: transient?.display_id ?? undefined, executionCount: execution_count ?? null };
  const { contentBytes } = message;
  if (contentBytes?.gap === undefined) {
    const left = message.leftOut?.() ?? [];
    const kept = left.length === 0 ? { data, metadata } : withoutLeftOut({ data, metadata }, left);
    return { ...kept, ...shared, missing: 0 };
  }
  const texts = beginnings(data);
  const kept = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  const missing = contentBytes.bytes.length + contentBytes.gap.length - kept;
  return { data: texts, metadata, ...shared, missing };
}

/** A display without what has too many values, which its text says. */
function withoutLeftOut(
  { data, metadata }: Pick<DisplayContent, "data" | "metadata">,
  leftOut: readonly LeftOut[],
): Pick<DisplayContent, "data" | "metadata"> {
  const keys = new Set(leftOut.map(({ key }) => key));
  const rest = (bundle: MimeBundle) =>
    Object.fromEntries(Object.entries(bundle).filter(([key, value]) => value !== null || !keys.has(key)));
  const parts = leftOut.map(({ key, bytes }) => `${key} (${bytes.toLocaleString("en")} bytes of JSON)`);
  const note = `[… not kept, because of too many values: ${parts.join(", ")} …]`;
  const { "text/plain": text, ...others } = rest(data);
  const told = typeof text === "string" && text !== "" ? `${text}\n${note}` : note;
  return { data: { ...others, "text/plain": told }, metadata: rest(metadata) };
}

/** The texts among the data: the beginning of a text is useful, that of an image is not. The last one is cut. */
function beginnings(data: MimeBundle): Record<string, string> {
  const texts = Object.entries(data).flatMap(([type, value]) =>
    type.startsWith("text/") && typeof value === "string" ? [[type, value] as const] : []
  );
  const [last] = Object.keys(data).slice(-1);
  return Object.fromEntries(
    texts.map(([type, text]) => [type, type === last ? text + truncationMarker : text]),
  );
}

export interface ErrorContent {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
  /** Number of bytes that were not kept. */
  readonly missing: number;
}

// deno-lint-ignore no-control-regex
const colours = /\x1b\[[0-9;]*m/g;

/** The exception in a message, even if it was too large to be kept whole. */
export function errorContent(message: Received): ErrorContent {
  const content = message.content();
  const { ename, evalue, traceback } = contents.error.parse(content);
  const { contentBytes } = message;
  if (contentBytes?.gap === undefined) return { ename, evalue, traceback, missing: 0 };
  const has = (field: string) => typeof content === "object" && content !== null && field in content;
  // Python sends the traceback first, and its last line has the exception's name and the beginning of its text.
  const lines = traceback.map((line, place) =>
    place === traceback.length - 1 ? line + truncationMarker : line
  );
  const last = nameAndText(traceback.at(-1) ?? "");
  const kept = {
    ename: has("ename") ? ename : last?.name ?? ename,
    evalue: has("traceback") && !has("evalue") ? (last?.text ?? "") + truncationMarker : evalue,
    traceback: lines,
  };
  const all = contentBytes.bytes.length + contentBytes.gap.length;
  return { ...kept, missing: Math.max(0, all - kept.evalue.length - traceback.join("").length) };
}

/** The parts of `ValueError: invalid literal`. */
function nameAndText(line: string): { readonly name: string; readonly text: string } | undefined {
  const start = /^([\w.]+)(?:: |$)/.exec(line.slice(0, 1_000).replace(colours, ""));
  const name = start?.[1];
  if (name === undefined) return undefined;
  return { name, text: line.slice(line.indexOf(": ") + 2) };
}
