/**
 * Hands a stream on in whole lines. The SDK puts every part that comes behind what it has and searches all of it for
 * a line end, so that a line of 10 MB in parts of 64 kB takes it ten seconds.
 */

import { Buffer } from "node:buffer";
import { Transform, type TransformCallback } from "node:stream";

const lineEnd = 0x0a;

export class WholeLines extends Transform {
  readonly #largest: number;
  #parts: Buffer[] = [];
  #length = 0;

  /** Lines over `largest` bytes are handed on in parts, for the reader to refuse. */
  constructor(largest: number) {
    super();
    this.#largest = largest;
  }

  override _transform(part: Buffer, _encoding: string, done: TransformCallback): void {
    const end = part.lastIndexOf(lineEnd) + 1;
    if (end > 0) {
      this.#keep(part.subarray(0, end));
      this.#handOn();
    }
    this.#keep(part.subarray(end));
    if (this.#length > this.#largest) this.#handOn();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#handOn();
    done();
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  #handOn(): void {
    if (this.#length > 0) this.push(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
  }
}
