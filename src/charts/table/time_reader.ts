/** A way to read times in texts of one form. */

import type { Grain } from "./calendar.ts";

export interface TimeReader {
  readonly grain: Grain;
  /** Null if the text does not have this form. */
  readonly read: (text: string) => number | null;
  /** A note for the caller if the form is ambiguous. */
  readonly doubt?: string;
}

/** A reader of the texts that a pattern matches. */
export function form(
  grain: Grain,
  pattern: RegExp,
  toTime: (parts: readonly string[]) => number | null,
): TimeReader {
  return {
    grain,
    read: (text) => {
      const match = pattern.exec(text);
      return match === null ? null : toTime(match.map((part) => part ?? ""));
    },
  };
}
