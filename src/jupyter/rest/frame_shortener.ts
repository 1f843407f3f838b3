/**
 * Removes the middle of huge WebSocket frames while they arrive, so that they are never in memory as a whole.
 *
 * 1. Works on the bytes of the server's side of the connection: unmasked frames, split anywhere.
 * 2. A binary frame over the limit becomes one of {@linkcode shortenedLength} bytes: its first half and its last half are those
 *    of the original. Everything else passes unchanged, and is not copied.
 * 3. A text frame over the limit becomes a binary one, since a cut may split a character; its length follows, in 8 bytes.
 */

/** Bytes that are kept at the start of a huge frame, and as many at its end. */
export const keptAtEnds = 2_500_000;
export const shortenedLength = 2 * keptAtEnds;

/** Length of a shortened text frame: its ends, and its original length. */
export const shortenedTextLength = shortenedLength + 8;

/** No kernel sends longer frames: such a frame passes unchanged and is rejected later. */
const longestFrame = 2 ** 30;

/** A whole message in one frame: the final bit and the opcode. */
const wholeText = 0x81;
const wholeBinary = 0x82;
const length16 = 126;
const length64 = 127;

interface Payload {
  /** Bytes still to come. */
  left: number;
  /** Of those, how many are passed on before the omitted ones. */
  before: number;
  /** How many are omitted. */
  skipped: number;
}

export class FrameShortener {
  readonly #limit: number;
  /** The start of a frame whose length is not known yet. */
  #header: number[] = [];
  #payload: Payload = { left: 0, before: 0, skipped: 0 };

  /** Original length of the text frame that is being shortened. */
  #lengthBehind: number | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the last bytes were not the end of a frame. */
  get isWithinFrame(): boolean {
    return this.#payload.left > 0;
  }

  /** Takes the next bytes; returns what to read instead of them. */
  take(chunk: Uint8Array): Uint8Array[] {
    const parts: Uint8Array[] = [];
    let place = 0;
    while (place < chunk.length) {
      if (this.#payload.left === 0) place += this.#takeHeader(chunk, place, parts);
      else place += this.#takePayload(chunk, place, parts);
    }
    return parts;
  }

  #takeHeader(chunk: Uint8Array, place: number, parts: Uint8Array[]): number {
    const before = this.#header.length;
    let taken = 0;
    while (this.#header.length < headerSize(this.#header) && place + taken < chunk.length) {
      this.#header.push(chunk[place + taken++] ?? 0);
    }
    if (this.#header.length < headerSize(this.#header)) return taken;
    const header = new Uint8Array(this.#header);
    this.#header = [];
    const length = payloadLength(header);
    const isText = header[0] === wholeText;
    const isHuge = (isText || header[0] === wholeBinary) && length > this.#limit && length <= longestFrame;
    const skipped = isHuge ? length - shortenedLength : 0;
    this.#payload = { left: length, before: isHuge ? keptAtEnds : length, skipped };
    if (isHuge) {
      new DataView(header.buffer).setBigUint64(2, BigInt(isText ? shortenedTextLength : shortenedLength));
    }
    if (isHuge && isText) {
      header[0] = wholeBinary;
      this.#lengthBehind = length;
    }
    if (before === 0 && !isHuge) addPart(parts, chunk.subarray(place, place + taken));
    else parts.push(header);
    return taken;
  }

  #takePayload(chunk: Uint8Array, place: number, parts: Uint8Array[]): number {
    const payload = this.#payload;
    const isPassedOn = payload.before > 0 || payload.skipped === 0;
    const section = payload.before > 0
      ? payload.before
      : payload.skipped > 0
      ? payload.skipped
      : payload.left;
    const taken = Math.min(section, chunk.length - place);
    if (isPassedOn) addPart(parts, chunk.subarray(place, place + taken));
    if (payload.before > 0) payload.before -= taken;
    else if (payload.skipped > 0) payload.skipped -= taken;
    payload.left -= taken;
    if (payload.left === 0 && this.#lengthBehind !== undefined) {
      parts.push(new Uint8Array(new BigUint64Array([BigInt(this.#lengthBehind)]).buffer));
      this.#lengthBehind = undefined;
    }
    return taken;
  }
}

/** Adds bytes of a chunk; those that follow the last part become one with it, since a chunk may contain thousands of frames. */
function addPart(parts: Uint8Array[], part: Uint8Array): void {
  const last = parts.at(-1);
  if (last?.buffer === part.buffer && last.byteOffset + last.length === part.byteOffset) {
    parts[parts.length - 1] = new Uint8Array(part.buffer, last.byteOffset, last.length + part.length);
  } else parts.push(part);
}

/** How many bytes the header has that begins like this. */
function headerSize([, second = 0]: readonly number[]): number {
  const length = second & 0x7f;
  // Servers must not mask; masked frames pass unchanged and are rejected later.
  const mask = (second & 0x80) === 0 ? 0 : 4;
  return mask + (length === length64 ? 10 : length === length16 ? 4 : 2);
}

function payloadLength(header: Uint8Array): number {
  const view = new DataView(header.buffer);
  const length = view.getUint8(1) & 0x7f;
  if (length === length64) return Number(view.getBigUint64(2));
  return length === length16 ? view.getUint16(2) : length;
}
