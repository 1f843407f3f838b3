/** Women and men by any of their words: a sentence says "women" of a column that holds F and M, or 女 and 男. */

import { labelPattern } from "./label_pattern.ts";

const sexes = [
  {
    label: /^(?:f|w|female|females|woman|women|girl|girls|女|女性|女子)$/i,
    words: "(?<![a-z0-9])(?:wom[ae]n|females?|girls?|ladies)(?![a-z0-9])|(?<!男)女(?:性|子)?(?!男)",
  },
  {
    label: /^(?:m|male|males|man|men|boy|boys|男|男性|男子)$/i,
    words: "(?<![a-z0-9])(?:m[ae]n|males?|boys?)(?![a-z0-9])|(?<!女)男(?:性|子)?(?!女)",
  },
] as const;

/** What else stands in such a column. */
const neither = /^(?:x|d|o|u|n\/?a|other|others|unknown|diverse|non-?binary|その他|不明|未回答|回答しない)$/i;

/** Finds a label in a sentence, among all labels of its column. */
export function wordsFor(label: string, all: readonly string[]): string {
  const words = areSexes(all) ? sexes.find((sex) => sex.label.test(trimmed(label)))?.words : undefined;
  return words === undefined ? labelPattern(label) : `(?:${words}|${labelPattern(label)})`;
}

/** The labels of a column of sexes that a sentence names by any word. */
export function sexesIn(text: string, all: readonly string[]): string[] {
  if (!areSexes(all)) return [];
  return all.filter((label) =>
    sexes.some((sex) => sex.label.test(trimmed(label)) && new RegExp(sex.words, "i").test(text))
  );
}

function areSexes(all: readonly string[]): boolean {
  const labels = all.map(trimmed);
  return sexes.every(({ label }) => labels.filter((one) => label.test(one)).length === 1) &&
    labels.every((label) => neither.test(label) || sexes.some((sex) => sex.label.test(label)));
}

function trimmed(label: string): string {
  return label.normalize("NFKC").trim();
}
