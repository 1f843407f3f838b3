/** Text of data or of a sentence as words are looked for in it: one form for each sign, in small letters. */

export function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
