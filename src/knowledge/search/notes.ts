/** What a search says of texts that it did not look for everywhere. */

export interface Note {
  readonly text: string;
  /** Goes on behind the text: "was looked for as it is only". */
  readonly state: string;
}

const mostNamed = 3;

/** Texts of which the same is to be said share a sentence. */
export function tellNotes(notes: readonly Note[]): string[] {
  return [...Map.groupBy(notes, ({ state }) => state)].map(([state, same]) => {
    const texts = [...new Set(same.map(({ text }) => JSON.stringify(text)))];
    if (texts.length === 1) return `${texts[0]} ${state}`;
    const more = texts.length - mostNamed;
    return `${texts.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}: each ${state}`;
  });
}
