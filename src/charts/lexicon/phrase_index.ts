/** The words of both languages by the key of their first token, and the terms that tokens become by them. */

import { type Token, tokensOf } from "./tokens.ts";
import { conceptNames } from "./concept_names.ts";
import { english } from "./en.ts";
import { japanese } from "./ja.ts";
import type { Sense } from "./lexicon.ts";

export interface Phrase {
  readonly keys: readonly string[];
  readonly sense: Sense;
}

interface ConceptPhrase {
  readonly keys: readonly string[];
  readonly concept: string;
}

function keysOf(written: string): readonly string[] {
  return tokensOf(written).map(({ key }) => key);
}

function byFirst<T extends { readonly keys: readonly string[] }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(all, ({ keys }) => keys[0] ?? "");
}

/** A form with its inflections: 強い also matches 強かった. */
function inflected(form: string, { say }: Sense): readonly string[] {
  const [, stem] = say === "most" ? /^(.+)い$/.exec(form) ?? [] : [];
  return stem === undefined ? [form] : [form, `${stem}かった`];
}

export const phrases: ReadonlyMap<string, readonly Phrase[]> = byFirst(
  [...english, ...japanese].flatMap(([sense, forms]) =>
    forms.split("|").flatMap((form) => inflected(form, sense)).map((form) => ({ sense, keys: keysOf(form) }))
  ),
);

const concepts: ReadonlyMap<string, readonly ConceptPhrase[]> = byFirst(
  Object.entries(conceptNames).flatMap(([concept, forms]) =>
    forms.split("|").map((form) => ({ concept, keys: keysOf(form) }))
  ),
);

/** A token, or an everyday name of a measure or group, of either language, with a key that its names share. */
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
