/** Small numbers that a sentence writes as words: "the three lowest", "last six months". */

const words = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Finds those from two to ten; one is said of nothing that has several. */
export const twoToTen: string = words.slice(1, 10).join("|");

/** Finds those that count months, too. */
export const twoToTwelve: string = words.slice(1).join("|");

/** The number that such a word or digits stand for; NaN for any other word. */
export function countOf(said: string): number {
  const at = words.indexOf(said.toLowerCase());
  return at < 0 ? Number(said) : at + 1;
}
