/** How alike two names are, to offer what a caller may have meant. */

/** The share of pairs of neighbouring characters that two names have in common, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [pairs(one), pairs(other)];
  const common = [...left].filter((pair) => right.has(pair)).length;
  return common / Math.max(1, left.size + right.size - common);
}

function pairs(text: string): ReadonlySet<string> {
  const chars = [...text];
  return new Set(chars.map((char, index) => char + (chars[index + 1] ?? "")));
}
