/**
 * A text as tokens: words, numbers, single Japanese characters and punctuation, each with its place in the normalised text. Sentences,
 * names of columns, values and the lexicon are all cut by the same rule, so matching is comparing keys.
 */

export interface Token {
  readonly from: number;
  readonly to: number;
  /** What tokens are compared by: the stem of a word, otherwise the text in lower case. */
  readonly key: string;
  /** In lower case. */
  readonly text: string;
  readonly kind: "word" | "number" | "japanese" | "punctuation";
}

const pattern =
  /(?<number>\d+(?:[.,]\d+)*)|(?<word>[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hangul}\p{M}'’]*)|(?<japanese>[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々])|(?<punctuation>(?!(?<=\p{L})-(?=\p{L}))[^\s_])/gu;

/** One form of each character, so that full-width letters are letters. */
export function normalise(text: string): string {
  return text.normalize("NFKC");
}

/** Tokens of a normalised text. */
export function tokensOf(text: string): readonly Token[] {
  return [...text.matchAll(pattern)].map((match): Token => {
    const [written] = match;
    const from = match.index;
    const lower = written.toLowerCase();
    const groups = match.groups ?? {};
    const kind = groups["number"] !== undefined
      ? "number"
      : groups["word"] !== undefined
      ? "word"
      : groups["japanese"] !== undefined
      ? "japanese"
      : "punctuation";
    return {
      from,
      to: from + written.length,
      text: lower,
      key: kind === "word" ? stemOf(lower) : lower,
      kind,
    };
  });
}

/** Tokens of a name, in which a capital after a small letter begins a word. */
export function nameTokens(name: string): readonly Token[] {
  return tokensOf(normalise(name).replaceAll(/(\p{Ll})(\p{Lu}\p{Ll})/gu, "$1 $2"));
}

/** A word without the endings of English plurals and verbs: prices, pricing and priced are one. */
export function stemOf(word: string): string {
  const plain = word.replace(/['’]s?$/, "");
  const single = plain.length < 4 || /(?:ss|us|is)$/.test(plain)
    ? plain
    : plain.endsWith("ies") && plain.length > 4
    ? `${plain.slice(0, -3)}y`
    : /(?:[sx]|[cs]h)es$/.test(plain)
    ? plain.slice(0, -2)
    : plain.replace(/s$/, "");
  const base = withoutEnding(single, "ing") ?? withoutEnding(single, "ed") ?? single;
  return base.length > 3 ? base.replace(/e$/, "") : base;
}

function withoutEnding(word: string, ending: string): string | undefined {
  if (!word.endsWith(ending) || word.endsWith("eed")) return undefined;
  const rest = word.slice(0, -ending.length);
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return undefined;
  return /([bdgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

/** Number of single changes (one more, one less, another, two swapped) from one word to the other; 3 if there are more. */
export function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? 3;
  for (let i = 1; i <= one.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= other.length; j++) {
      const changed = cell(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? cell(i - 2, j - 2) + 1 : 3;
      rows[i]?.push(Math.min(changed, cell(i - 1, j) + 1, cell(i, j - 1) + 1, swapped));
    }
  }
  return Math.min(3, cell(one.length, other.length));
}
