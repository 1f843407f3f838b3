/** One spelling for what a reader takes for the same: half and full width, upper and lower case. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFC");
}

/** A text with its folded form, and the way back from places in the one to places in the other. */
export interface Folded {
  readonly text: string;
  /** The place in the original of a place in the folded text. */
  readonly origin: (at: number) => number;
}

/** A character with the marks that follow it: half-width kana carry their voice marks as characters of their own. */
const unit = /.[\p{M}\uff9e\uff9f]*/gsu;

export function foldWithOrigins(original: string): Folded {
  const simple = original.toLowerCase();
  // Most texts keep their length and need no table.
  if (fold(original) === simple && simple.length === original.length) {
    return {
      text: simple,
      origin: (at) => at,
    };
  }
  const places: number[] = [];
  let text = "";
  for (const { 0: chunk, index } of original.matchAll(unit)) {
    const folded = fold(chunk);
    for (let n = 0; n < folded.length; n++) places.push(index);
    text += folded;
  }
  return { text, origin: (at) => places[at] ?? original.length };
}
