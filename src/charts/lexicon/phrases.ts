/** The words of both languages, found by the key of their first token. */

import { tokensOf } from "./tokens.ts";
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

const languages = [english, japanese];

function keysOf(written: string): readonly string[] {
  return tokensOf(written).map(({ key }) => key);
}

function byFirst<T extends { readonly keys: readonly string[] }>(
  all: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(all, ({ keys }) => keys[0] ?? "");
}

export const phrases: ReadonlyMap<string, readonly Phrase[]> = byFirst(
  languages.flatMap(({ words }) =>
    words.flatMap(([sense, forms]) => forms.split("|").map((form) => ({ sense, keys: keysOf(form) })))
  ),
);

export const concepts: ReadonlyMap<string, readonly ConceptPhrase[]> = byFirst(
  languages.flatMap((language) =>
    Object.entries(language.concepts).flatMap(([concept, forms]) =>
      forms.split("|").map((form) => ({ concept, keys: keysOf(form) }))
    )
  ),
);
