/** Names that share a place: those whose numbers are written alike have not won or lost. */

export interface Named {
  readonly name: string;
  readonly value: number;
}

/** The names of all that are written with the same number as this one. */
export function tiedWith(
  one: Named,
  { among, number }: { readonly among: readonly Named[]; readonly number: (value: number) => string },
): string[] {
  const written = number(one.value);
  return among.filter(({ value }) => number(value) === written).map(({ name }) => name);
}
