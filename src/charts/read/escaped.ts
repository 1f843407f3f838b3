/** Text of data or of a sentence as part of a pattern, in which its signs mean themselves. */

export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
