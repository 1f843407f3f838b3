/** The id of a request that is too long to be parsed, told from the ends of its line. */

import type { LongLine } from "./whole_lines.ts";

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"(?:[^"\\]|\\.){0,200}")`;
const scalar = String.raw`"[^"\\]*"\s*:\s*(?:"[^"\\]*"|-?\d+)`;
/** Before anything nested begins, or after all of it has ended: an `id` elsewhere belongs to the arguments. */
const inHead = new RegExp(String.raw`^\s*\{\s*(?:${scalar}\s*,\s*)*?${id}\s*,`);
const inTail = new RegExp(String.raw`\}\s*,\s*(?:${scalar}\s*,\s*)*?${id}\s*(?:,\s*${scalar}\s*)*\}\s*$`);

/** Null where neither end shows it, as of a notification. */
export function requestIdOf({ head, tail }: LongLine): string | number | null {
  const found = inHead.exec(head)?.[1] ?? inTail.exec(tail)?.[1];
  if (found === undefined) return null;
  try {
    const value: unknown = JSON.parse(found);
    return typeof value === "string" || typeof value === "number" ? value : null;
  } catch {
    return null;
  }
}
