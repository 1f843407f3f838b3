/**
 * What the index holds of a text, and what a search looks for in it.
 *
 * A text is folded and cut into runs: words of scripts that put spaces between them, and stretches of those that do
 * not (Japanese, Chinese, Korean, Thai …). The latter are cut into overlapping pairs, and the last character of a run
 * stands alone: so a word of any length is a phrase of pairs. A single character would be the beginning of thousands
 * of pairs, so each one is indexed once more by itself, marked, behind the text; and marked before its run if it is
 * the first of it. Tokens hold letters, digits, marks and those two signs only, so none has a meaning in FTS5's query
 * language.
 */

import type { Statements } from "../database.ts";
import type { StoredItem } from "../item.ts";

/** One spelling for half and full width, upper and lower case. */
export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().normalize("NFC");
}

interface Run {
  readonly text: string;
  /** Whether its script writes no spaces. */
  readonly dense: boolean;
}

/** What a character is part of; zero in `known` for one that was not looked up yet. */
const kinds = { between: 1, spaced: 2, mark: 3, dense: 4 } as const;

const isDense =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々〆〇ー]/u;
const patterns = [[isDense, kinds.dense], [/[\p{L}\p{N}]/u, kinds.spaced], [/\p{M}/u, kinds.mark]] as const;

/** Regular expressions over whole texts took most of the time of writing an item: each character is looked up once. */
const known = new Uint8Array(0x10000);

/** The runs of a text, folded. */
export function runsOf(text: string): Run[] {
  const folded = fold(text);
  const runs: Run[] = [];
  let start = 0;
  let open: number = kinds.between;
  const close = (end: number) => {
    if (open !== kinds.between) runs.push({ text: folded.slice(start, end), dense: open === kinds.dense });
  };
  for (let at = 0; at < folded.length;) {
    const code = folded.codePointAt(at) ?? 0;
    const kind = kindOf(code);
    // A mark belongs to what is before it; one with nothing before it counts as a letter.
    const next = kind !== kinds.mark ? kind : open === kinds.between ? kinds.spaced : open;
    if (next !== open) {
      close(at);
      start = at;
      open = next;
    }
    at += code > 0xffff ? 2 : 1;
  }
  close(folded.length);
  return runs;
}

function kindOf(code: number): number {
  const seen = known[code];
  if (seen !== undefined && seen !== 0) return seen;
  const character = String.fromCodePoint(code);
  const kind = patterns.find(([pattern]) => pattern.test(character))?.[1] ?? kinds.between;
  if (code < known.length) known[code] = kind;
  return kind;
}

/** Of no script, so no text has them in a word. */
const anywhere = "\ue000";
const first = "\ue001";

/** A text as the index takes it. */
export function indexText(runs: readonly Run[]): string {
  const tokens: string[] = [];
  const characters = new Set<string>();
  for (const { text, dense } of runs) {
    if (!dense) {
      tokens.push(text);
      continue;
    }
    let before = first;
    for (const character of text) {
      tokens.push(before + character);
      characters.add(character);
      before = character;
    }
    tokens.push(before);
  }
  for (const character of characters) tokens.push(`${anywhere}${character}`);
  return tokens.join(" ");
}

interface Phrase {
  /** Tokens that follow each other. */
  readonly tokens: readonly string[];
  /** Whether the last token may be the beginning of a word: it is of a script that writes spaces. */
  readonly isPrefix: boolean;
  /** Whether the first token may be the end of a word. */
  readonly infix: boolean;
  /** Whether the last word is a single letter, and whether there is no other. */
  readonly endsInLetter: boolean;
  readonly isLetter: boolean;
}

/** What to look for; undefined if the text has nothing that the index knows, such as `→`. */
export function searchPhrase(text: string): Phrase | undefined {
  const runs = runsOf(text);
  const [start] = runs;
  const end = runs.at(-1);
  if (start === undefined || end === undefined) return undefined;
  const isSingle = [...end.text].length === 1;
  const isAlone = runs.length === 1 && isSingle;
  const tokens = isAlone && start.dense
    ? [`${anywhere}${end.text}`]
    : runs.flatMap((run, at) =>
      run.dense
        ? denseTokens([...run.text], { isFirst: at === 0, isLast: at + 1 === runs.length })
        : [run.text]
    );
  return {
    tokens,
    // A single letter by itself begins too many words to be meant so, and is inside nearly every word.
    isPrefix: !end.dense && !isAlone,
    infix: !start.dense && !isAlone,
    endsInLetter: !end.dense && isSingle,
    isLetter: !end.dense && isAlone,
  };
}

/** A run that something follows ends there in the index too; one that something precedes begins there. */
function denseTokens(
  characters: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string[] {
  const pairs = characters.map((character, at) => `${characters[at - 1] ?? first}${character}`);
  return [...pairs.slice(isFirst ? 1 : 0), ...(isLast ? [] : characters.slice(-1))];
}

/**
 * Tokens that follow each other, in FTS5's query language.
 *
 * @param options Whether the last may be the beginning of a longer one.
 */
export function phraseMatch(
  tokens: readonly string[],
  { isPrefix = false }: { readonly isPrefix?: boolean } = {},
): string {
  return `"${tokens.join(" ")}"${isPrefix ? " *" : ""}`;
}

/** Enters an item into the index, or its new texts. */
export function indexItem(
  db: Statements,
  id: number,
  texts: Pick<StoredItem, "title" | "description" | "content">,
): void {
  const runs = [texts.title, texts.description, texts.content].map(runsOf);
  db.run(
    "INSERT OR REPLACE INTO items_fts (rowid, title, description, content) VALUES (?, ?, ?, ?)",
    id,
    ...runs.map(indexText),
  );
  const words = runs.flat().flatMap(({ text, dense }) => dense || text.length < 2 ? [] : [text]);
  // Words that no item has any more stay: a search for them finds nothing.
  db.run(
    "INSERT OR IGNORE INTO words (word) SELECT value FROM json_each(?)",
    JSON.stringify([...new Set(words)]),
  );
}
