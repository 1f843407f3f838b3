/**
 * The replacements that turn one text into another and leave alone what both have: whoever has a cursor between two
 * changed places keeps it. Lines are compared first, then the words of what differs, then their characters.
 */

import { type CommonRun, commonRuns } from "../../base/diff.ts";
import { type TextChange, textChange } from "./text_change.ts";

type Split = (text: string) => readonly string[];

const levels: readonly Split[] = [
  (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [],
  (text) => text.match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [],
  // Whole characters: Y.js would spoil both halves of one that is cut.
  (text) => [...text],
];

/** In order, with the places of `before`: to be made from the last to the first. */
export function textChanges(before: string, after: string): readonly TextChange[] {
  return refine(before, after, levels);
}

function refine(before: string, after: string, [split, ...finer]: readonly Split[]): readonly TextChange[] {
  const whole = textChange(before, after);
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

/** What lies between the parts that both texts have. */
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
