/**
 * Three-way merge of texts: takes back one change of a text and keeps everything that was typed since.
 *
 * A change that touches a later one is a conflict: nothing that somebody typed is ever replaced.
 */

import { diffText, type TextChange } from "../rtc/text_diff.ts";

/** Texts of one cell: as it was before our change, after it, and as it is now. */
export interface TextVersions {
  readonly before: string;
  readonly after: string;
  readonly now: string;
}

/** The present text with our change taken back; null if someone has changed the same place since. */
export function revertText({ before, after, now }: TextVersions): string | null {
  if (now === after) return before;
  // Somebody has taken it back already.
  if (now === before) return now;
  const ours = diffText(after, before);
  const theirs = diffText(after, now);
  if (ours.some((one) => theirs.some((other) => touches(one, other)))) return null;
  return applyChanges(after, [...ours, ...theirs]);
}

function touches(one: TextChange, other: TextChange): boolean {
  return one.at <= other.at + other.remove && other.at <= one.at + one.remove;
}

function applyChanges(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((one, other) => other.at - one.at)
    .reduce(
      (result, { at, remove, insert }) => result.slice(0, at) + insert + result.slice(at + remove),
      text,
    );
}
