/** Reads the content of a message whose middle is missing: the fields before the gap, and those behind it. */

import { parseJsonPrefix } from "./json_beginning.ts";
import type { ContentBytes } from "./messages.ts";

/** What ends a text that goes on in the gap. */
export const truncationMarker = "\n[… the rest was not kept …]";

/** Fields of messages that can stand behind a huge one. A quotation mark within a text is escaped: texts hold none of these. */
const fields = /"(?:traceback|ename|evalue|status|execution_count|metadata|transient|payload)"\s*:/g;
/** Data may have fields of these names too; the message's own are the last ones. */
const maxAttempts = 20;

export function truncatedContent({ bytes, gap }: ContentBytes): unknown {
  const length = gap?.at ?? bytes.length;
  const beginning = parseJsonPrefix(bytes, length);
  return typeof beginning === "object" ? { ...beginning, ...ending(bytes.subarray(length)) } : beginning;
}

/** From the first field on that belongs to the message itself: only from there do all brackets close. */
function ending(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const text = new TextDecoder().decode(bytes);
  for (const { index } of [...text.matchAll(fields)].slice(-maxAttempts)) {
    try {
      return JSON.parse(`{${text.slice(index)}`);
    } catch {
      // Not a field of the message: the next one may be.
    }
  }
  return {};
}
