/** JSON of other programs. */

/**
 * The value of a text; undefined where it is no JSON. A whole number that is too large to count with, alone or in a
 * list, is a text with all its digits; an object alone keeps its numbers, which are nobody's ids.
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isInexact = Array.isArray(value) ? value.some(isTooLarge) : isTooLarge(value);
    return isInexact ? JSON.parse(text, exactly) : value;
  } catch {
    return undefined;
  }
}

function isTooLarge(value: unknown): boolean {
  return typeof value === "number" && Math.trunc(value) === value && !Number.isSafeInteger(value);
}

function exactly(_key: string, value: unknown, ...[context]: { readonly source?: string }[]): unknown {
  return isTooLarge(value) ? context?.source ?? value : value;
}
