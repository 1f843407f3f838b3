/** The smallest replacement that turns one text into another. */

export interface TextChange {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Null where the texts are equal. Never cuts a character of two units in half: Y.js would spoil both halves. */
export function singleChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const at = commonPrefix(before, after);
  const end = commonSuffix(before, after, at);
  return { at, remove: before.length - at - end, insert: after.slice(at, after.length - end) };
}

/** The change that keeps the common start and replaces all the rest. */
export function tailChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const at = commonPrefix(before, after);
  return { at, remove: before.length - at, insert: after.slice(at) };
}

function commonPrefix(a: string, b: string): number {
  if (b.startsWith(a)) return wholeUpTo(a, b, a.length);
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return wholeUpTo(a, b, length);
}

/** Steps back where one of the texts goes on with the second half of a character. */
function wholeUpTo(a: string, b: string, length: number): number {
  const isCut = length > 0 && isHigh(a.charCodeAt(length - 1)) &&
    (isLow(a.charCodeAt(length)) || isLow(b.charCodeAt(length)));
  return isCut ? length - 1 : length;
}

function commonSuffix(a: string, b: string, prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) {
    length++;
  }
  const isCut = length > 0 && isLow(a.charCodeAt(a.length - length)) &&
    (isHigh(a.charCodeAt(a.length - length - 1)) || isHigh(b.charCodeAt(b.length - length - 1)));
  return isCut ? length - 1 : length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
