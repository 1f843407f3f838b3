/**
 * Reads contents with very many JSON values, each of which takes far more memory than its characters, and all of them
 * seconds to parse. Their memory is estimated before anything is parsed; over the limit, the largest are left out.
 */

/** Bytes of an object or a list, and of each place in it, twice over for garbage that is not collected yet; texts are not counted here. */
export const memoryOfObject = 96;
export const memoryOfPlace = 16;
/** Maximum for one message: some 600,000 numbers or 80,000 objects. */
const mostMemory = 10_000_000;
/** Smaller values are not left out. */
const littleMemory = 20_000;

/** A value that was left out; `null` is in its place. */
export interface LeftOut {
  readonly key: string;
  readonly bytes: number;
}

interface Reduced {
  readonly text: string;
  readonly leftOut: readonly LeftOut[];
}

interface Value {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly memory: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const isOpening = (byte: number | undefined) => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number | undefined) => byte === 0x5d || byte === 0x7d;

/**
 * The text of a message's content with no more values than may be parsed; throws a TypeError if leaving values out is not
 * enough.
 *
 * @param depth How many objects the values are in that are left out: 2 for those in the `data` of a content.
 */
export function reducedJson(source: Uint8Array | string, depth: number): Reduced {
  const whole = () => ({ text: typeof source === "string" ? source : decoder.decode(source), leftOut: [] });
  // Each byte begins no more than one object.
  if (source.length * (memoryOfObject + memoryOfPlace) <= mostMemory) return whole();
  const json = typeof source === "string" ? encoder.encode(source) : source;
  const { memory, values } = measure(json, depth);
  if (memory <= mostMemory) return whole();
  const left: Value[] = [];
  let remaining = memory;
  for (const value of values.sort((a, b) => b.memory - a.memory)) {
    if (remaining <= mostMemory) break;
    remaining -= value.memory;
    left.push(value);
  }
  if (remaining > mostMemory) throw new TypeError("Message has too many values");
  const texts: string[] = [];
  let from = 0;
  for (const { start, end } of left.sort((a, b) => a.start - b.start)) {
    texts.push(decoder.decode(json.subarray(from, start)));
    from = end;
  }
  texts.push(decoder.decode(json.subarray(from)));
  return {
    text: texts.join("null"),
    leftOut: left.map(({ key, start, end }) => ({ key, bytes: end - start })),
  };
}

/** The memory of all values, and those in so many objects that are not small. */
function measure(json: Uint8Array, depth: number): { readonly memory: number; readonly values: Value[] } {
  const values: Value[] = [];
  let memory = 0;
  let level = 0;
  let key = "";
  let begin = { start: 0, memory: 0 };
  for (let place = 0; place < json.length; place++) {
    const byte = json[place];
    if (byte === quote) {
      const end = stringEnd(json, place);
      if (level === depth && json[skipSpace(json, end + 1)] === colon) {
        key = decoder.decode(json.subarray(place + 1, Math.min(end, place + 1 + longestKey)));
      }
      place = end;
    } else if (byte === comma) memory += memoryOfPlace;
    else if (isOpening(byte)) {
      if (level++ === depth) begin = { start: place, memory };
      memory += memoryOfObject + memoryOfPlace;
    } else if (isClosing(byte) && --level === depth && memory - begin.memory > littleMemory) {
      values.push({ key, start: begin.start, end: place + 1, memory: memory - begin.memory });
    }
  }
  return { memory, values };
}

/** Longer than any media type. */
const longestKey = 200;

/** The position of the quotation mark that ends the string at `start`, or of the last byte. */
function stringEnd(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(quote, start + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let first = end;
    while (json[first - 1] === backslash) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length - 1;
}

function skipSpace(json: Uint8Array, start: number): number {
  let place = start;
  while (json[place] === 0x20 || json[place] === 0x0a) place++;
  return place;
}
