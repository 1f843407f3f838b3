/**
 * The replacements that turn one text into another and leave alone what both share, so that cursors between two changed places
 * stay where they are. Lines are compared first, then the words of what differs, then their characters.
 */

import { type CommonRun, commonRuns } from "../../base/diff.ts";

type Split = (text: string) => readonly string[];

const levels: readonly Split[] = [
  (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [],
  (text) => text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [],
  // Whole characters: Yjs replaces both halves of a split surrogate pair.
  (text) => [...text],
];

/** In order, with positions in `before`: to be applied from the last to the first. */
export function diffText(before: string, after: string): readonly TextChange[] {
  return refine(before, after, levels);
}

function refine(before: string, after: string, [split, ...finer]: readonly Split[]): readonly TextChange[] {
  const whole = singleChange(before, after);
  if (whole === null) return [];
  if (split === undefined || whole.remove === 0 || whole.insert === "") return [whole];
  const old = before.slice(whole.at, whole.at + whole.remove);
  return gaps(split(old), split(whole.insert)).flatMap((gap) =>
    refine(gap.before, gap.after, finer).map((change) => ({ ...change, at: whole.at + gap.at + change.at }))
  );
}

interface Gap {
  readonly at: number;
  readonly before: string;
  readonly after: string;
}

/** The parts between those that both texts share. */
function gaps(before: readonly string[], after: readonly string[]): readonly Gap[] {
  const end: CommonRun = { before: before.length, after: after.length, length: 0 };
  const found: Gap[] = [];
  let at = 0;
  let [left, right] = [0, 0];
  for (const match of [...commonRuns(before, after), end]) {
    const gap = before.slice(left, match.before).join("");
    found.push({ at, before: gap, after: after.slice(right, match.after).join("") });
    const kept = before.slice(match.before, match.before + match.length).join("");
    at += gap.length + kept.length;
    [left, right] = [match.before + match.length, match.after + match.length];
  }
  return found;
}

/** A replacement of one stretch of a text. */
export interface TextChange {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Null if the texts are equal. Never splits a surrogate pair: Yjs would replace both halves. */
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

/** Steps back if one of the texts continues with the second half of a character. */
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
