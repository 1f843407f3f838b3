/** Compares secrets in a time that does not depend on where they differ. */

import { timingSafeEqual } from "node:crypto";

const encoder = new TextEncoder();

export function sameSecret(given: string, expected: string): boolean {
  const a = encoder.encode(given);
  const b = encoder.encode(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
