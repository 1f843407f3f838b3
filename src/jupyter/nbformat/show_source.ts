/** A source, or a text that was looked for in one, as an error shows it. */

import { plural } from "../../base/text.ts";

const longestShown = 4_000;

/** The text as it is where it is short enough, else its beginning. */
export function showSource(text: string, longest = longestShown): string {
  const more = text.length - longest;
  return more <= 0
    ? text
    : `${text.slice(0, longest).toWellFormed()}… [${more} more ${plural(more, "character")}]`;
}
