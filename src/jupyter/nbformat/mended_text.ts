/** What to say of texts that a notebook cannot hold as they are. */
export function mendedNotes(texts: readonly (string | undefined)[]): readonly string[] {
  if (texts.every((text) => text === undefined || text.isWellFormed())) return [];
  return [
    "The source holds half of a surrogate pair, which no file can hold: U+FFFD was stored in its place",
  ];
}
