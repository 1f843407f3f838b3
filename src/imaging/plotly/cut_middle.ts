/** Long names without their middle: what tells them apart is often at their end. */

export interface CutOptions {
  /** The widest that a text may be, in the unit of its measure. */
  readonly room: number;
  readonly measure: (text: string) => number;
}

/** The text itself, or as much of its beginning and its end as there is room for. */
export function cutMiddle(text: string, { room, measure }: CutOptions): string {
  if (measure(text) <= room) return text;
  const letters = [...text];
  for (let kept = Math.min(letters.length, 400) - 1; kept > 2; kept--) {
    const tail = Math.floor(kept * 0.4);
    const cut = `${letters.slice(0, kept - tail).join("").trimEnd()}…${
      letters.slice(letters.length - tail).join("").trimStart()
    }`;
    if (measure(cut) <= room) return cut;
  }
  return `${letters[0] ?? ""}…`;
}
