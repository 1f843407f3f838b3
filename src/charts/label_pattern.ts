/** Labels of groups as words of a sentence. */

/**
 * Finds a label as a word of its own; up to so many letters only as it is written, so that "a" is no group called A.
 */
export function labelPattern(label: string, strict = 1): string {
  const text = label.normalize("NFKC");
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  if (/[^ -~]/.test(text)) return escaped;
  return `(?<![a-z0-9])${text.length <= strict ? `(?-i:${escaped})` : escaped}(?![a-z0-9])`;
}

/** The labels that a text holds; those inside of longer ones are not meant. */
export function labelsIn(text: string, all: readonly string[]): string[] {
  let left = text;
  const found = all.toSorted((a, b) => b.length - a.length).filter((label) => {
    const pattern = new RegExp(labelPattern(label), "gi");
    if (!pattern.test(left)) return false;
    left = left.replaceAll(pattern, "□");
    return true;
  });
  return all.filter((label) => found.includes(label));
}
