/** Names in a sentence, where several share a place: those whose numbers are written alike have not won or lost. */

import type { Language } from "../language.ts";

export interface Named {
  readonly name: string;
  readonly value: number;
}

const mostNames = 3;

/** The names of all that are written with the same number as this one. */
export function tiedWith(
  one: Named,
  { among, number }: { readonly among: readonly Named[]; readonly number: (value: number) => string },
): string[] {
  const written = number(one.value);
  return among.filter(({ value }) => number(value) === written).map(({ name }) => name);
}

/** `a`, `a and b`, `a, b and c`, `a, b and 5 more`. */
export function listed(names: readonly string[], language: Language): string {
  const [first = "", second = ""] = names;
  if (names.length > mostNames) {
    const rest = names.length - 2;
    return language === "ja" ? `${first}、${second}ほか${rest}個` : `${first}, ${second} and ${rest} more`;
  }
  const before = names.slice(0, -1);
  const last = names.at(-1) ?? "";
  if (before.length === 0) return last;
  return language === "ja"
    ? before.length === 1 ? `${first}と${last}` : `${before.join("、")}、${last}`
    : `${before.join(", ")} and ${last}`;
}
