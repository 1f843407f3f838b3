/**
 * Hands a stream on line by line. The SDK puts every part that comes behind what it has and searches all of it for
 * a line end, so that a line of 10 MB in parts of 64 kB takes it ten seconds. A line that is too long would end its
 * connection: here it is passed over, and its ends are told.
 */

import { Buffer } from "node:buffer";
import { Transform, type TransformCallback } from "node:stream";

const lineEnd = 0x0a;
/** Reading a longer line twice would take longer than what it is read for. */
const mostSeen = 1024 * 1024;
/** Bytes of either end of a line that is passed over. */
const endBytes = 1_024;

export interface LongLine {
  readonly head: string;
  readonly tail: string;
}

export interface LineSplitterOptions {
  /** Bytes of the longest line that is handed on. */
  readonly largest: number;
  readonly onTooLong: (line: LongLine) => void;
  /** Sees a line before it is handed on. */
  readonly onLine?: (line: string) => void;
}

export class LineSplitter extends Transform {
  readonly #options: LineSplitterOptions;
  #parts: Buffer[] = [];
  #length = 0;
  /** The ends of a line that is being passed over. */
  #passed: { readonly head: Buffer; tail: Buffer } | null = null;

  constructor(options: LineSplitterOptions) {
    super();
    this.#options = options;
  }

  override _transform(part: Buffer, _encoding: string, done: TransformCallback): void {
    let from = 0;
    for (let end = part.indexOf(lineEnd); end !== -1; end = part.indexOf(lineEnd, from)) {
      this.#keep(part.subarray(from, end + 1));
      this.#endLine();
      from = end + 1;
    }
    this.#keep(part.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#endLine();
    done();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#passed !== null) {
      this.#passed.tail = Buffer.concat([this.#passed.tail, part.subarray(-endBytes)]).subarray(-endBytes);
      return;
    }
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length <= this.#options.largest) return;
    const line = Buffer.concat(this.#parts);
    this.#passed = {
      head: Buffer.from(line.subarray(0, endBytes)),
      tail: Buffer.from(line.subarray(-endBytes)),
    };
    this.#parts = [];
    this.#length = 0;
  }

  #endLine(): void {
    const passed = this.#passed;
    this.#passed = null;
    if (passed !== null) this.#options.onTooLong({ head: String(passed.head), tail: String(passed.tail) });
    if (this.#length > 0) this.#handOn(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
  }

  #handOn(line: Buffer): void {
    if (line.length <= mostSeen) this.#options.onLine?.(String(line));
    this.push(line);
  }
}
