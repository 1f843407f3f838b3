/** An index of the words of both languages, by the key of their first token. */

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

/** A form with its inflections: 強い is as well 強かった. */
function inflected(form: string, { say }: Sense): readonly string[] {
  const [, stem] = say === "most" ? /^(.+)い$/.exec(form) ?? [] : [];
  return stem === undefined ? [form] : [form, `${stem}かった`];
}

export const phrases: ReadonlyMap<string, readonly Phrase[]> = byFirst(
  languages.flatMap(({ words }) =>
    words.flatMap(([sense, forms]) =>
      forms.split("|").flatMap((form) => inflected(form, sense)).map((form) => ({
        sense,
        keys: keysOf(form),
      }))
    )
  ),
);

export const concepts: ReadonlyMap<string, readonly ConceptPhrase[]> = byFirst(
  languages.flatMap((language) =>
    Object.entries(language.concepts).flatMap(([concept, forms]) =>
      forms.split("|").map((form) => ({ concept, keys: keysOf(form) }))
    )
  ),
);
