/**
 * Reads the text of a huge stream message piece by piece from its JSON bytes.
 *
 * What one `write` prints arrives as one message, 100 MB where 100 MB were printed, of which the middle is taken out
 * on the way in. Decoded at once it would cost that much twice again as strings; most of it is not kept anyway.
 */

import type { ContentBytes } from "./messages.ts";

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
export type Piece = string | number;

export interface StreamPieces {
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
