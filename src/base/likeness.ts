/** How alike two names are, for telling a caller what they may have meant. */

/** The names' owners, those with the most similar name first; equally similar ones keep their order. */
export function byLikeness<T>(all: readonly T[], wanted: string, nameOf: (one: T) => string): T[] {
  return all.map((one) => ({ one, likeness: likeness(nameOf(one), wanted) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ one }) => one);
}

/** The share of pairs of neighbouring characters that two names have in common, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [pairs(one.toLowerCase()), pairs(other.toLowerCase())];
  const common = [...left].filter((pair) => right.has(pair)).length;
  return common / Math.max(1, left.size + right.size - common);
}

/** The ends count as characters: names that begin alike are more alike. */
function pairs(text: string): ReadonlySet<string> {
  const chars = ["", ...text];
  return new Set(chars.map((char, index) => `${char}\n${chars[index + 1] ?? ""}`));
}
