/**
 * Splits a stream into whole lines. The SDK appends every chunk to its buffer and searches all of it for a line end, so
 * a line of 10 MB in chunks of 64 kB takes it ten seconds; and a line that is too long ends its connection. Here such a
 * line is dropped and its two ends are reported.
 */

import { Buffer } from "node:buffer";
import { Transform, type TransformCallback } from "node:stream";

const lineEnd = 0x0a;
/** Longer lines are not shown to `onLine`: parsing them twice takes too long. */
const maxShownBytes = 1024 * 1024;
/** Bytes of either end of a dropped line. */
const endBytes = 1_024;

export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

interface LineSplitterOptions {
  /** Bytes of the longest line that is passed on. */
  readonly maxBytes: number;
  readonly onTooLong: (line: LongLine) => void;
  /** Called with a line before it is passed on. */
  readonly onLine?: (line: string) => void;
}

export class LineSplitter extends Transform {
  readonly #options: LineSplitterOptions;
  #parts: Buffer[] = [];
  #length = 0;
  /** The ends of a line that is being dropped. */
  #dropped: { readonly head: Buffer; tail: Buffer } | null = null;

  constructor(options: LineSplitterOptions) {
    super();
    this.#options = options;
  }

  override _transform(part: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let end = part.indexOf(lineEnd); end !== -1; end = part.indexOf(lineEnd, from)) {
      this.#append(part.subarray(from, end + 1));
      this.#endLine();
      from = end + 1;
    }
    this.#append(part.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #append(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#dropped !== null) {
      this.#dropped.tail = Buffer.concat([this.#dropped.tail, part.subarray(-endBytes)]).subarray(-endBytes);
      return;
    }
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length <= this.#options.maxBytes) return;
    const line = Buffer.concat(this.#parts);
    this.#dropped = {
      head: Buffer.from(line.subarray(0, endBytes)),
      tail: Buffer.from(line.subarray(-endBytes)),
    };
    this.#parts = [];
    this.#length = 0;
  }

  #endLine(): void {
    const dropped = this.#dropped;
    this.#dropped = null;
    if (dropped !== null) this.#options.onTooLong({ head: String(dropped.head), tail: String(dropped.tail) });
    if (this.#length > 0) this.#emit(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
  }

  #emit(line: Buffer): void {
    if (line.length <= maxShownBytes) this.#options.onLine?.(String(line));
    this.push(line);
  }
}
