/**
 * Reads the text of a huge stream message piece by piece from its JSON bytes.
 *
 * What one `write` prints arrives as one message, 100 MB where 100 MB were printed. Decoded at once it would cost
 * that much twice again as strings; only its head and tail are kept anyway.
 */

/** Bytes above which reading in pieces pays. */
export const largeStream = 4_000_000;

const pieceSize = 1_000_000;

const backslash = 0x5c;
const letterU = 0x75;
const decoder = new TextDecoder();

export interface StreamPieces {
  readonly name: string;
  readonly pieces: Iterable<string>;
}

/** The pieces of a stream message's text; undefined where the bytes are not laid out as kernels do. */
export function streamPieces(content: Uint8Array): StreamPieces | undefined {
  const start = /^\s*\{\s*(?:"name"\s*:\s*"(\w+)"\s*,\s*)?"text"\s*:\s*"/.exec(
    decoder.decode(content.subarray(0, 200)),
  );
  const end = /"\s*(?:,\s*"name"\s*:\s*"(\w+)"\s*)?\}\s*$/.exec(decoder.decode(content.subarray(-200)));
  const name = start?.[1] ?? end?.[1];
  if (start === null || end === null || name === undefined) return undefined;
  const text = content.subarray(start[0].length, content.length - end[0].length);
  return { name, pieces: unescaped(text) };
}

function* unescaped(text: Uint8Array): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = from + pieceSize < text.length ? placeToCut(text, from, from + pieceSize) : text.length;
    yield String(JSON.parse(`"${decoder.decode(text.subarray(from, to))}"`));
    from = to;
  }
}

/** The first place from `target` on that ends an escape, or the last before it that ends a character. */
function placeToCut(text: Uint8Array, from: number, target: number): number {
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
