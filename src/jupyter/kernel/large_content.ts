import { type ContentBytes, contents, type Received } from "./messages.ts";
import type { MimeBundle } from "../nbformat/outputs.ts";

/** What ends a text that goes on in the gap. */
export const truncationMarker = "\n[… the rest was not kept …]";

/** Fields of messages that can stand behind a huge one. A quotation mark within a text is escaped: texts hold none of these. */
const fields = /"(?:traceback|ename|evalue|status|execution_count|metadata|transient|payload)"\s*:/g;
/** Data may have fields of these names too; the message's own are the last ones. */
const maxAttempts = 20;

export function truncatedContent({ bytes, gap }: ContentBytes): unknown {
  const length = gap?.at ?? bytes.length;
  const beginning = parseJsonPrefix(bytes, length);
  return typeof beginning === "object" ? { ...beginning, ...ending(bytes.subarray(length)) } : beginning;
}

/** From the first field on that belongs to the message itself: only from there do all brackets close. */
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

/** Reads the beginning of a JSON text whose rest is missing: what was open there is closed. */

/** A text longer than this is more than any answer shows. */
const maxPrefixBytes = 1_000_000;

/** The value that the first `length` bytes tell of: the last text in it may be cut, what follows it is not there. */
export function parseJsonPrefix(bytes: Uint8Array, length: number): unknown {
  // As a stream, so that half a character at the end is held back.
  const text = new TextDecoder().decode(bytes.subarray(0, Math.min(length, maxPrefixBytes)), {
    stream: true,
  });
  return JSON.parse(closed(text));
}

/** The text up to its end where that lies in a string that is a value, else up to the last place that can be closed. */
function closed(text: string): string {
  let open = "";
  let safe = { end: 0, open };
  let isValue = false;
  for (let place = 0; place < text.length; place++) {
    const character = text[place] ?? "";
    if (character === '"') {
      const end = endOfString(text, place);
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

function endOfString(text: string, start: number): number | undefined {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end;
  }
  return undefined;
}

/** Whether an odd number of backslashes stands before a place. */
function isEscaped(text: string, place: number): boolean {
  let start = place;
  while (text[start - 1] === "\\") start--;
  return (place - start) % 2 === 1;
}

function withoutHalfEscape(text: string): string {
  if (isEscaped(text, text.length)) return text.slice(0, -1);
  const half = /\\u[0-9a-fA-F]{0,3}$/.exec(text.slice(-5));
  if (half === null) return text;
  const place = text.length - half[0].length;
  return isEscaped(text, place) ? text : text.slice(0, place);
}

/**
 * Reads the text of a huge stream message piece by piece from its JSON bytes.
 *
 * What one `write` prints arrives as one message, 100 MB where 100 MB were printed, of which the middle is taken out
 * on the way in. Decoded at once it would cost that much twice again as strings; most of it is not kept anyway.
 */

/** Bytes above which reading in pieces pays. */
export const largeStream = 4_000_000;

const pieceSize = 250_000;
/** Bytes read from the start, and from the end, of a text whose middle is missing, somewhere between the two. */
const readFromEnds = 2_000_000;
/** How far a place to go on from is looked for. */
const longestSearch = 4_096;

const backslash = 0x5c;
const letterU = 0x75;
const decoder = new TextDecoder();

/** A text, or the number of bytes passed over. */
type Piece = string | number;

interface StreamPieces {
  readonly name: string;
  readonly pieces: Iterable<Piece>;
}

/** The pieces of a stream message's text; undefined where the bytes are not laid out as kernels do. */
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

/** `missing` bytes are not there any more, somewhere between what is read from the start and from the end. */
function* unescaped(text: Uint8Array, missing: number): Generator<Piece> {
  const ends = missing > 0 ? readFromEnds : Infinity;
  let from = 0;
  while (from < text.length) {
    const resume = from >= ends ? placeToResume(text, text.length - ends) : undefined;
    if (from >= ends && resume === undefined) {
      return yield text.length - from + missing;
    }
    if (resume !== undefined && resume > from) {
      yield resume - from + missing;
      from = resume;
    }
    const to = from + pieceSize < text.length ? placeToCut(text, from, from + pieceSize) : text.length;
    yield String(JSON.parse(`"${decoder.decode(text.subarray(from, to))}"`));
    from = to;
  }
}

/** A place from `target` on that is surely inside neither a character nor an escape; undefined where none is near. */
function placeToResume(text: Uint8Array, target: number): number | undefined {
  for (let place = target; place < target + longestSearch; place++) {
    if (((text[place] ?? 0) & 0xc0) === 0x80) continue;
    // A backslash behind anything but a backslash begins an escape.
    if (text[place] === backslash && text[place - 1] !== backslash) return place;
    // What ends an escape is no backslash, and a digit or letter of `\u00e9` only within five of its backslash.
    const before = String.fromCharCode(text[place - 1] ?? 0);
    if (!/[\\u0-9a-fA-F]/.test(before) || !text.subarray(place - 6, place).includes(backslash)) return place;
  }
  return undefined;
}

/** A place near `target` that ends an escape or a character. */
function placeToCut(text: Uint8Array, from: number, target: number): number {
  const near = placeToResume(text, target);
  if (near !== undefined) return near;
  // Nothing but backslashes: only counting from the start tells which of them begin an escape.
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

/** What a message displays, also where it was too large to be kept whole. */

interface DisplayContent {
  readonly data: MimeBundle;
  readonly metadata: MimeBundle;
  readonly displayId: string | undefined;
  readonly executionCount: number | null;
  /** Bytes that were not kept. */
  readonly missing: number;
}

export function displayContent(message: Received): DisplayContent {
  const { data, metadata, transient, execution_count } = contents.display.parse(
    (message.exactContent ?? message.content)(),
  );
  const shared = {
    metadata,
    displayId: transient?.display_id ?? undefined,
    executionCount: execution_count ?? null,
  };
  const { contentBytes } = message;
  if (contentBytes?.gap === undefined) return { data, ...shared, missing: 0 };
  const texts = beginnings(data);
  const kept = Object.values(texts).reduce((sum, text) => sum + text.length, 0);
  return { data: texts, ...shared, missing: contentBytes.bytes.length + contentBytes.gap.length - kept };
}

/** The texts among the data: the beginning of a text can be read, that of a picture cannot. The last one is cut. */
function beginnings(data: MimeBundle): Record<string, string> {
  const texts = Object.entries(data).flatMap(([type, value]) =>
    type.startsWith("text/") && typeof value === "string" ? [[type, value] as const] : []
  );
  const [last] = Object.keys(data).slice(-1);
  return Object.fromEntries(
    texts.map(([type, text]) => [type, type === last ? text + truncationMarker : text]),
  );
}

/** The exception that a message tells of, also where it was too large to be kept whole. */

export interface ErrorContent {
  readonly ename: string;
  readonly evalue: string;
  readonly traceback: readonly string[];
  /** Bytes that were not kept. */
  readonly missing: number;
}

// deno-lint-ignore no-control-regex
const colours = /\x1b\[[0-9;]*m/g;

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
