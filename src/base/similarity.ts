/** How similar two names are, for suggesting what a caller may have meant. The only similarity measure of the program. */

/** The share of pairs of adjacent characters that two texts have in common, from 0 to 1; ignores case. */
export function similarity(one: string, other: string): number {
  const [left, right] = [pairs(one), pairs(other)];
  let common = 0;
  for (const [pair, count] of left.counts) common += Math.min(count, right.counts.get(pair) ?? 0);
  return common / (left.total + right.total - common);
}

/** How often each pair occurs. The ends count as characters, so names with the same beginning are more similar. */
function pairs(text: string): { readonly counts: ReadonlyMap<string, number>; readonly total: number } {
  const chars = ["", ...text.toLowerCase()];
  const counts = new Map<string, number>();
  for (const [index, char] of chars.entries()) {
    const pair = `${char}\n${chars[index + 1] ?? ""}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return { counts, total: chars.length };
}

/** Sorts by similarity of the name, most similar first; equally similar ones keep their order. */
export function bySimilarity<T>(all: readonly T[], wanted: string, nameOf: (one: T) => string): T[] {
  return all.map((one) => ({ one, score: similarity(nameOf(one), wanted) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

const maxNames = 10;

/** Up to ten names, most similar first, then in alphabetical order. */
export function nearNames(wrong: string, names: readonly string[]): readonly string[] {
  const sorted = names.toSorted((a, b) => a.localeCompare(b));
  return bySimilarity(sorted, wrong, (name) => name).slice(0, maxNames);
}
