/** How much two sources have in common, from 0 to 1: by their words, or by how they begin and end. */

/** Characters; shorter texts occur in many others. */
const leastTelling = 8;

/** Compares sources, many of them several times. */
export function sourceSimilarity(): (one: string, other: string) => number {
  const known = new Map<string, ReadonlySet<string>>();
  const wordsIn = (source: string) => {
    const words = known.get(source) ?? wordsOf(source);
    known.set(source, words);
    return words;
  };
  return (one, other) => Math.max(commonEnds(one, other), commonWords(wordsIn(one), wordsIn(other)));
}

function commonWords(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = left.intersection(right).size;
  return common / Math.max(1, left.size + right.size - common);
}

/** Names, numbers and every other sign by itself. */
function wordsOf(source: string): ReadonlySet<string> {
  return new Set(source.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []);
}

/** A source that was only extended or only shortened counts as the same, unless it is too short. */
function commonEnds(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const isWhole = start + end === shorter && shorter >= leastTelling;
  return isWhole ? 1 : (start + end) / Math.max(1, one.length, other.length);
}
