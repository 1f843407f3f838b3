/**
 * What the index holds of a text, and what a search looks for in it.
 *
 * Scripts that write no spaces are cut into overlapping pairs, and the last character of a run stands alone: so a word
 * of any length is a phrase of pairs. A single character is no beginning of pairs, since a common one begins thousands
 * of them and joining their lists takes seconds: it stands once more by itself, marked, before its run where it is the
 * first of it, and behind the whole text. Everything else is cut into words. Tokens hold letters, digits, marks and
 * those two signs only, so none has a meaning in SQLite's query language.
 */

import { type Run, runsOf } from "./runs.ts";

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

/** The words that a search may mean by a part of them, each once. */
export function spacedWords(runs: readonly Run[]): string[] {
  return [...new Set(runs.flatMap(({ text, dense }) => dense || text.length < 2 ? [] : [text]))];
}

export interface Phrase {
  /** Tokens that follow each other. */
  readonly tokens: readonly string[];
  /** Whether the last token may be the beginning of a word: it is of a script that writes spaces. */
  readonly goesOn: boolean;
  /** Whether the first token may be the end of a word. */
  readonly infix: boolean;
  /** Whether the last word is a single letter, and whether there is no other. */
  readonly endsInLetter: boolean;
  readonly isLetter: boolean;
}

/** What to look for; undefined where the text has nothing that the index knows, such as `→`. */
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
    goesOn: !end.dense && !isAlone,
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
 * Tokens that follow each other, in SQLite's query language.
 *
 * @param options Whether the last may be the beginning of a longer one.
 */
export function matchText(
  tokens: readonly string[],
  { goesOn = false }: { readonly goesOn?: boolean } = {},
): string {
  return `"${tokens.join(" ")}"${goesOn ? " *" : ""}`;
}
