/** How similar two names are, for suggesting what a caller may have meant. The only similarity measure of the program. */

/** The share of pairs of adjacent characters that two texts have in common, from 0 to 1; ignores case. */
export function similarity(one: string, other: string): number {
  const [left, right] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())];
  const common = [...left].filter((pair) => right.has(pair)).length;
  return common / Math.max(1, left.size + right.size - common);
}

/** The ends count as characters, so names with the same beginning are more similar. */
function pairs(text: string): ReadonlySet<string> {
  const chars = ["", ...text];
  return new Set(chars.map((char, index) => `${char}\n${chars[index + 1] ?? ""}`));
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
