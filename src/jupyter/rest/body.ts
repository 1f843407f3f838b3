/**
 * Response bodies, bounded. Whatever answers at Jupyter's address may send anything: an endless body, or a few kilobytes that
 * decompress to gigabytes, must not fill our memory. Bytes are counted after decompression.
 */

/** What an answer in JSON may have. */
export interface ResponseLimit {
  readonly bytes: number;
  /** Values in it: each of them costs far more memory than its characters. */
  readonly parts: number;
}

/** Of an ordinary answer, such as the list of sessions. */
export const ordinaryResponse: ResponseLimit = { bytes: 8_000_000, parts: 200_000 };
/** Of one that carries the content of a file or a folder. */
export const contentResponse: ResponseLimit = { bytes: 64_000_000, parts: 1_000_000 };

/** The whole text of an answer; undefined if it has more bytes than that, of which the rest is not read. */
export async function textWithin(response: Response, largest: number): Promise<string | undefined> {
  const { text, isWhole } = await read(response, largest);
  return isWhole ? text : undefined;
}

/** The beginning of an answer's text, about as long as that; what follows is not read. */
export async function textStart(response: Response, bytes: number): Promise<string> {
  return (await read(response, bytes)).text;
}

/** Whether a text of JSON has more values than that. */
export function hasMoreParts(json: string, mostParts: number): boolean {
  if (json.length <= mostParts) return false;
  let parts = 0;
  for (let place = 0; place < json.length; place++) {
    const code = json.charCodeAt(place);
    if (code === quote) place = endOfString(json, place);
    else if ((code === comma || code === bracket || code === brace) && ++parts > mostParts) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}

async function read(
  response: Response,
  largest: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  if (response.body === null) return { text: "", isWhole: true };
  const decoder = new TextDecoder();
  const parts: string[] = [];
  const reader = response.body.getReader();
  let left = largest;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      parts.push(decoder.decode(next.value.subarray(0, left), { stream: true }));
      left -= next.value.length;
      if (left < 0) return { text: parts.join(""), isWhole: false };
    }
    return { text: parts.join("") + decoder.decode(), isWhole: true };
  } finally {
    // Not waited for: of a response and its clone it settles when both are cancelled.
    void reader.cancel().catch(() => undefined);
  }
}
