/** Where a number at the end of a bar begins, so that no level line strikes through it. */

interface Label {
  /** Pixels along the bar that it takes, and their direction. */
  readonly length: number;
  readonly sign: 1 | -1;
  /** Where the lines are. */
  readonly lines: readonly number[];
  /** Space between a line and it. */
  readonly gap: number;
  /** How far it may move. */
  readonly most: number;
}

/** As near to the wished place as lines allow; there itself where all are too far away. */
export function clearOfLines(wished: number, { length, sign, lines, gap, most }: Label): number {
  const ahead = lines.map((line) => (line - wished) * sign).toSorted((a, b) => a - b);
  let moved = 0;
  for (const line of ahead) {
    if (line > moved - gap && line < moved + length + gap) moved = line + gap;
  }
  return moved > most ? wished : wished + moved * sign;
}

/** Where a value begins above its bar, or below it. */
export function labelPlace(
  end: number,
  { up, lines, size }: { readonly up: boolean; readonly lines: readonly number[]; readonly size: number },
): number {
  const sign = up ? -1 : 1;
  const label = { length: size * 0.9, sign, lines, gap: size * 0.25, most: size * 3 } as const;
  return clearOfLines(end + sign * size * 0.4, label);
}
