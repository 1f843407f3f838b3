/** Tokens in which an everyday name of a measure or group, of either language, has become one term with a shared key. */

import { concepts } from "./phrase_index.ts";
import type { Token } from "./tokens.ts";

export interface Term {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: Token["kind"] | "concept";
}

/** Marks a key as that of a concept, so that it is never taken for a word. */
export function conceptKey(concept: string): string {
  return `=${concept}`;
}

export function termsOf(tokens: readonly Token[]): readonly Term[] {
  const terms: Term[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = conceptAt(tokens, at);
    const first = tokens[at];
    const last = tokens[at + (found?.length ?? 1) - 1];
    if (first === undefined || last === undefined) break;
    const { from } = first;
    terms.push(
      found === undefined
        ? first
        : { key: conceptKey(found.concept), from, to: last.to, text: first.text, kind: "concept" },
    );
    at += found?.length ?? 1;
  }
  return terms;
}

/** The longest concept that starts at a token. */
function conceptAt(tokens: readonly Token[], at: number): { concept: string; length: number } | undefined {
  let best: { concept: string; length: number } | undefined;
  for (const { keys, concept } of concepts.get(tokens[at]?.key ?? "") ?? []) {
    if (keys.length <= (best?.length ?? 0)) continue;
    if (keys.every((key, offset) => tokens[at + offset]?.key === key)) {
      best = { concept, length: keys.length };
    }
  }
  return best;
}
