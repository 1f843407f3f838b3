/**
 * The text of a notebook without its images, made from the file's bytes as they arrive: of a notebook full of figures only the
 * readable part is ever in memory.
 *
 * 1. The result is JSON if the file is: of what is left out, the quotes stay.
 * 2. Left out are strings, and lists of strings, under a key that is a binary MIME type, wherever that key is.
 */

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Maximum characters of the name of a binary type, with its quotes, before a colon. */
const longestName = 80;

/** Throws a TypeError if the bytes are not UTF-8. */
export async function* withoutBinary(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const reader = new Reader();
  for await (const bytes of file) yield reader.take(bytes);
  yield reader.end();
}

class Reader {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** What is kept of the bytes that are being taken. */
  #parts: string[] = [];
  /** The end of what is kept. */
  #tail = "";
  #isInString = false;
  /** Whether the next byte follows an odd number of backslashes. */
  #isEscaped = false;
  /** Where strings are: under the name of a binary type, or in a list under such a name. */
  #under: "binary" | "binary list" | undefined;

  take(bytes: Uint8Array): string {
    this.#parts = [];
    let kept = 0;
    for (let at = 0; at < bytes.length;) {
      if (this.#isInString) {
        const end = this.#stringEnd(bytes, at);
        if (this.#under !== undefined) kept = end;
        this.#isInString = end === bytes.length;
        at = this.#isInString ? end : end + 1;
        continue;
      }
      const byte = bytes[at++];
      if (byte === quote) this.#isInString = true;
      if (byte === quote && this.#under !== undefined) this.#keep(bytes.subarray(kept, at));
      else if (byte === colon) {
        this.#under = this.#isBinaryName(bytes.subarray(kept, at)) ? "binary" : undefined;
      } else if (byte === openList && this.#under === "binary") this.#under = "binary list";
      else if (this.#ends(byte)) this.#under = undefined;
    }
    if (!this.#isInString || this.#under === undefined) this.#keep(bytes.subarray(kept));
    return this.#parts.join("");
  }

  end(): string {
    return this.#decoder.decode();
  }

  #keep(bytes: Uint8Array): void {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#parts.push(text);
    this.#tail = (this.#tail + text).slice(-longestName);
  }

  #ends(byte: number | undefined): boolean {
    if (byte === comma) return this.#under === "binary";
    return byte === openObject || byte === closeObject || byte === closeList;
  }

  /** The end of the string that contains `at`: its quote, or the end of the bytes. */
  #stringEnd(bytes: Uint8Array, at: number): number {
    for (let from = at;;) {
      const found = bytes.indexOf(quote, from);
      const end = found < 0 ? bytes.length : found;
      let backslashes = 0;
      while (end - backslashes > from && bytes[end - backslashes - 1] === backslash) backslashes++;
      const isWhole = end - backslashes > from;
      const isEscaped = (backslashes + (!isWhole && this.#isEscaped ? 1 : 0)) % 2 === 1;
      this.#isEscaped = found < 0 && isEscaped;
      if (found < 0 || !isEscaped) return end;
      from = end + 1;
    }
  }

  /** Whether the text before the colon is the name of a binary type. */
  #isBinaryName(last: Uint8Array): boolean {
    const near = this.#tail + new TextDecoder("latin1").decode(last.subarray(-longestName));
    const name = /"([^"\\]+)"\s*:$/.exec(near)?.[1];
    return name !== undefined && isBinaryType(name);
  }
}

/** Whether outputs of this type are base64 on the wire, and therefore not readable. */
export function isBinaryType(type: string): boolean {
  return /^(image|audio|video|font)\/(?!svg\+xml)|^application\/(pdf|octet-stream|zip)/.test(type);
}
