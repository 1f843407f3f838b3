/** Bounded reading of response bodies: the server at Jupyter's address may send anything. */

import { stringEnd } from "../../base/json.ts";
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
    if (code === quote) place = stringEnd(json, place) ?? json.length;
    else if ((code === comma || code === bracket || code === brace) && ++parts > mostParts) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;
