/**
 * Text files: detects their encoding and refuses what is not text; reads some lines without loading the whole file. One
 * pass, which ends as soon as the lines are read if the file is too large to count its lines.
 */

import { AppError } from "../base/errors.ts";
import type { ByteSource } from "./byte_source.ts";
import { detectEncoding, type Encoding, namedEncoding, sampleBytes } from "./encoding.ts";

/** Bytes up to which a file is gone through for the first that are not ASCII; larger ones are looked at in places. */
const searchedBytes = 8_000_000;
const places = 4;
/** ASCII before the first other byte: context helps to detect the encoding. */
const contextBytes = 256;
/** Too few to detect an encoding. */
const fewBytes = 1_024;

/** The encoding found, or the one that is named. */
export async function openText(source: ByteSource, named?: string): Promise<Encoding> {
  const wanted = named === undefined ? undefined : namedEncoding(named);
  if (wanted === null) {
    throw new AppError("invalid_argument", `Cannot read "${source.path}" as "${named}": no such encoding`, {
      hint: "Such as utf-8, utf-16, cp932, euc_jp, latin1, cp1252; leave it out to have it found",
    });
  }
  if (wanted !== undefined) return wanted;
  const head = await source.read(0, sampleBytes);
  const found = detectEncoding(head);
  if (found === null) {
    throw new AppError("unsupported", `Cannot read "${source.path}" as text: it is binary`, {
      hint: "Use file_get for its bytes, or data_preview if it is a table",
    });
  }
  const start = source.size <= head.length ? null : await tellingStart(source, head, found);
  if (start === null) return found;
  return detectEncoding(await source.read(start, start + sampleBytes)) ?? found;
}

/** Where to sample a file again whose beginning is almost all ASCII; null if the beginning is enough. */
async function tellingStart(source: ByteSource, head: Uint8Array, found: Encoding): Promise<number | null> {
  // It may begin with any byte, also with the second of a character of two.
  if (found.label.startsWith("utf-16")) return null;
  const first = firstTelling(head);
  if (first >= 0) return first < head.length - fewBytes ? null : Math.max(0, first - contextBytes);
  if (found.name !== "utf-8") return null;
  return source.size <= searchedBytes ? await searched(source) : await glimpsed(source);
}

/** The position of the first byte outside ASCII, which reveals more about the encoding. */
function firstTelling(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x80);
}

async function searched(source: ByteSource): Promise<number | null> {
  let start = sampleBytes;
  for await (const part of source.stream({ start })) {
    const at = firstTelling(part);
    if (at >= 0) return start + at - contextBytes;
    start += part.length;
  }
  return null;
}

/** Such a byte in one of several places, on a line that begins there: a place may be within a character. */
async function glimpsed(source: ByteSource): Promise<number | null> {
  const step = Math.floor((source.size - sampleBytes) / places);
  const starts = Array.from({ length: places }, (_, index) => source.size - sampleBytes - index * step)
    .reverse();
  const parts = await Promise.all(
    starts.map((start) => source.read(start, start + sampleBytes).catch(noBytesIfTooLarge)),
  );
  for (const [index, part] of parts.entries()) {
    const line = part.indexOf(0x0a) + 1;
    const at = firstTelling(part.subarray(line));
    if (at >= 0) return (starts[index] ?? 0) + line + Math.max(0, at - contextBytes);
  }
  return null;
}

/** No bytes: some servers serve a file only from its start, not from the middle. */
export function noBytesIfTooLarge(error: unknown): Uint8Array {
  if (error instanceof AppError && error.code === "too_large") return new Uint8Array();
  throw error;
}

export interface LineRange {
  /** One-based; counted from the end if negative. */
  readonly start: number;
  /** Inclusive; to the end of the file, or of what fits, if undefined. */
  readonly end: number | undefined;
  /** Characters of all lines together. */
  readonly maxChars: number;
  readonly maxLines: number;
}

interface Lines {
  /** The lines as they are in the file; the last line end only if the file ends there. */
  readonly content: string;
  /** Numbers of the first and the last line; null if counted from the end of a file too large to count. */
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly totalLines: number;
  readonly isTotalExact: boolean;
  /** Whether lines of the range were left out. */
  readonly isCut: boolean;
  /** Whether the last line is shown in part. */
  readonly isLineCut: boolean;
}

/** Bytes up to which all lines are counted. */
const countedBytes = 64_000_000;
/** Bytes that are passed over to come to a line. */
const mostPassed = 1_000_000_000;
/** Milliseconds of passing over, and of the whole request. */
const longestPassing = 20_000;
const timeLimit = 60_000;
/** Bytes at the end of a large file in which its last lines are looked for. */
const tailBytes = 1_000_000;

export async function readLines(source: ByteSource, encoding: Encoding, range: LineRange): Promise<Lines> {
  if (range.start >= 0) return await forwards(source, encoding, range);
  if (source.size > countedBytes) return await lastLines(source, encoding, range);
  const { totalLines } = await forwards(source, encoding, { ...range, start: 1, maxLines: 0 });
  return await forwards(source, encoding, { ...range, start: Math.max(1, totalLines + range.start + 1) });
}

async function forwards(source: ByteSource, encoding: Encoding, range: LineRange): Promise<Lines> {
  const window = new LineWindow(range);
  const decoder = new TextDecoder(encoding.label);
  const deadline = performance.now() + longestPassing;
  let bytes = 0;
  for await (const part of source.stream({ start: 0 }, timeLimit)) {
    window.add(decoder.decode(part, { stream: true }));
    bytes += part.length;
    if (window.isFull && source.size > countedBytes) break;
    if (bytes > mostPassed || performance.now() > deadline) {
      throw tooFar(source.path, range.start, window.line);
    }
  }
  const isWhole = bytes >= source.size;
  if (isWhole) window.add(decoder.decode());
  return window.lines({ isWhole, share: Math.min(1, bytes / Math.max(1, source.size)) });
}

/** The end of a file that is too large to count: its last lines, without their numbers. */
async function lastLines(source: ByteSource, encoding: Encoding, range: LineRange): Promise<Lines> {
  const isWide = encoding.label.startsWith("utf-16");
  const start = source.size - tailBytes - (isWide ? (source.size - tailBytes) % 2 : 0);
  const text = new TextDecoder(encoding.label).decode(await source.read(start, source.size));
  const lines = text.split("\n");
  const isEnded = lines.at(-1) === "";
  if (isEnded) lines.pop();
  // The first one is a part of a line.
  const all = lines.slice(1);
  const wanted = all.slice(range.start).slice(0, Math.min(range.maxLines, -range.start));
  const shown = fitting(wanted, range.maxChars);
  const isLast = shown.at(-1) === all.at(-1) && wanted.length === Math.min(-range.start, all.length);
  return {
    content: shown.join("\n") + (isEnded && isLast ? "\n" : ""),
    startLine: null,
    endLine: null,
    totalLines: Math.round(lines.length * source.size / Math.max(1, source.size - start)),
    isTotalExact: false,
    isCut: shown.length < wanted.length || all.length < -range.start,
    isLineCut: false,
  };
}

/** As many of the last lines as fit. */
function fitting(lines: readonly string[], maxChars: number): readonly string[] {
  let charsLeft = maxChars;
  const before = lines.findLastIndex((line) => (charsLeft -= line.length + 1) < 0);
  return lines.slice(before + 1);
}

/** Collects the lines of a range while a text passes by, and counts all of them. */
class LineWindow {
  readonly #range: LineRange;
  readonly #parts: string[] = [];
  #chars = 0;
  #isCut = false;
  /** The line that is passing by. */
  #line = 1;
  #isInLine = false;
  #lastTaken = 0;

  constructor(range: LineRange) {
    this.#range = range;
  }

  get line(): number {
    return this.#line;
  }

  /** Whether nothing more can be taken. */
  get isFull(): boolean {
    return this.#isCut || this.#line > this.#last;
  }

  get #last(): number {
    const { start, end = Infinity, maxLines } = this.#range;
    return Math.min(end, start + maxLines - 1);
  }

  add(text: string): void {
    for (let at = 0; at < text.length;) {
      const found = text.indexOf("\n", at);
      const next = found < 0 ? text.length : found + 1;
      if (this.#line >= this.#range.start) this.#take(text, at, next);
      this.#isInLine = found < 0;
      if (found >= 0) this.#line++;
      at = next;
    }
  }

  #take(text: string, from: number, to: number): void {
    if (this.isFull) return;
    const charsLeft = this.#range.maxChars - this.#chars;
    const part = text.slice(from, Math.min(to, from + charsLeft));
    if (part.length < to - from) this.#isCut = true;
    this.#chars += part.length;
    if (part === "") return;
    this.#parts.push(part);
    this.#lastTaken = this.#line;
  }

  lines({ isWhole, share }: { readonly isWhole: boolean; readonly share: number }): Lines {
    const counted = this.#isInLine ? this.#line : this.#line - 1;
    const { content, endLine, isLineCut } = this.#wholeLines();
    const isAtEnd = isWhole && endLine === counted && !this.#isCut;
    return {
      content: isAtEnd ? content : content.replace(/\r?\n$/, ""),
      startLine: this.#range.start,
      endLine,
      totalLines: isWhole ? counted : Math.round(counted / Math.max(share, 1e-9)),
      isTotalExact: isWhole,
      isLineCut,
      isCut: this.#isCut || (!isAtEnd && endLine < (this.#range.end ?? Infinity) && endLine >= this.#last),
    };
  }

  /** What was taken, without a part of a line at its end unless that is all there is. */
  #wholeLines() {
    const content = this.#parts.join("");
    const end = content.lastIndexOf("\n") + 1;
    if (!this.#isCut || end === 0 || end === content.length) {
      return { content, endLine: this.#lastTaken, isLineCut: this.#isCut && end === 0 };
    }
    return { content: content.slice(0, end), endLine: this.#lastTaken - 1, isLineCut: false };
  }
}

/** Whether lines were asked for that the file does not have; an empty one has none to ask for. */
export function isBeyond({ startLine, totalLines, isTotalExact }: Lines): boolean {
  return isTotalExact && startLine !== null && startLine > Math.max(1, totalLines);
}

function tooFar(path: string, wanted: number, reached: number): AppError {
  return new AppError(
    "too_large",
    `Cannot read line ${wanted} of "${path}": it is too far into the file (line ${reached} was reached)`,
    { hint: "Read it in the kernel with execute_code, or from the end with a negative start_line" },
  );
}

/** Refuses lines that cannot be. */
export function checkLines(start: number, end: number | undefined): void {
  const state = start === 0
    ? "lines are counted from 1"
    : end !== undefined && start < 0
    ? "a negative start_line goes to the end of the file"
    : end !== undefined && end < start
    ? "they end before they begin"
    : undefined;
  if (state === undefined) return;
  throw new AppError("invalid_argument", `Cannot read lines ${start} to ${end ?? "the end"}: ${state}`, {
    hint: "Give start_line and end_line from 1, or a negative start_line alone",
  });
}
