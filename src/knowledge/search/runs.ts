/**
 * A text as runs of characters that belong together: words of scripts that write spaces between them, and stretches of
 * those that write none. Whatever lies between is in no run.
 */

import { fold } from "./fold.ts";

export interface Run {
  readonly text: string;
  /** Whether its script writes no spaces. */
  readonly dense: boolean;
}

/** How a character takes part; zero for one that nobody has asked about yet. */
const kinds = { between: 1, spaced: 2, mark: 3, dense: 4 } as const;

const isDense =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々〆〇ー]/u;
const isSpaced = /[\p{L}\p{N}]/u;
const isMark = /\p{M}/u;

/** Regular expressions over whole texts take most of the time of writing an item; each character is asked once. */
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
  const kind = isDense.test(character)
    ? kinds.dense
    : isSpaced.test(character)
    ? kinds.spaced
    : isMark.test(character)
    ? kinds.mark
    : kinds.between;
  if (code < known.length) known[code] = kind;
  return kind;
}
