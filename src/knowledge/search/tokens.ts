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
  /** Whether the last token may go on. */
  readonly prefix: boolean;
  /** Whether the first token may be the end of a word: it is of a script that writes spaces. */
  readonly infix: boolean;
}

/** What to look for; undefined where the text has nothing that the index knows, such as `→`. */
export function searchPhrase(text: string, { exact }: { readonly exact: boolean }): Phrase | undefined {
  const runs = runsOf(text);
  const [start] = runs;
  const end = runs.at(-1);
  if (start === undefined || end === undefined) return undefined;
  const isSingle = [...end.text].length === 1;
  const isAlone = runs.length === 1 && isSingle;
  if (isAlone && start.dense) return { tokens: [`${anywhere}${end.text}`], prefix: false, infix: false };
  return {
    tokens: runs.flatMap((run, at) =>
      run.dense
        ? denseTokens([...run.text], { isFirst: at === 0, isLast: at + 1 === runs.length })
        : [run.text]
    ),
    // A single letter begins too many words to be meant as a beginning, and is inside nearly every word.
    prefix: !end.dense && !exact && !isSingle,
    infix: !start.dense && !isAlone,
  };
}

/** Whether a phrase begins with a word of a script that writes spaces. */
export function isSpaced({ tokens: [token = ""] }: Phrase): boolean {
  return runsOf(token).every(({ dense }) => !dense);
}

/** A run that something follows ends there in the index too; one that something precedes begins there. */
function denseTokens(
  characters: readonly string[],
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string[] {
  const pairs = characters.map((character, at) => `${characters[at - 1] ?? first}${character}`);
  return [...pairs.slice(isFirst ? 1 : 0), ...(isLast ? [] : characters.slice(-1))];
}

/** The phrase in SQLite's query language. */
export function matchText({ tokens, prefix }: Phrase): string {
  return `"${tokens.join(" ")}"${prefix ? " *" : ""}`;
}
