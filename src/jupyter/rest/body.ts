/** Bounded reading of response bodies: the server at Jupyter's address may send anything. */

import { boundedText } from "../../base/net/bounded_text.ts";

/** The maximum size of a JSON response. */
export interface ResponseLimit {
  readonly bytes: number;
  /** Number of values: each of them takes far more memory than its characters. */
  readonly parts: number;
}

/** For an ordinary response, such as the list of sessions. */
export const ordinaryResponse: ResponseLimit = { bytes: 8_000_000, parts: 200_000 };
/** For one that contains a file or a folder. */
export const contentResponse: ResponseLimit = { bytes: 64_000_000, parts: 1_000_000 };

/** The whole text of a response; undefined if it is larger, in which case the rest is not read. */
export async function textWithin(response: Response, largest: number): Promise<string | undefined> {
  const { text, isWhole } = await boundedText(response, largest);
  return isWhole ? text : undefined;
}

/** The beginning of a response's text, up to about this size; empty if the body cannot be read. */
export async function textStart(response: Response, bytes: number): Promise<string> {
  try {
    return (await boundedText(response, bytes)).text;
  } catch {
    return "";
  }
}

/** Discards a response unread; errors are ignored. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** Whether JSON text contains more values than this. */
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
