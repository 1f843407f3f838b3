/** Line ends of a source: whoever edits a cell writes `\n`, and the cell keeps the ones it had. */

/** The text with `\n` for every line end. */
export function unixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The text with the line ends of the source that it replaces. */
export function linesLike(text: string, old: string): string {
  const unix = unixLines(text);
  return usesWindowsLines(old) ? unix.replaceAll("\n", "\r\n") : unix;
}

function usesWindowsLines(text: string): boolean {
  const windows = text.split("\r\n").length - 1;
  return windows > 0 && windows * 2 >= text.split("\n").length - 1;
}
