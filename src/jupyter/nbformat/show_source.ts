/** A source, or a text that was looked for in one, as an error shows it. */

const longestShown = 4_000;

/** The text as it is where it is short enough, else its beginning. */
export function showSource(text: string, longest = longestShown): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}… [${text.length - longest} more characters]`;
}
