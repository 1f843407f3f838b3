/** Names that differ from each other. */

/** Names for columns, each once: an empty one is called by its place, one that comes again gets a number. */
export function columnNames(given: readonly unknown[]): readonly string[] {
  const names = new DistinctNames((name, copy) => `${name}.${copy - 1}`);
  return given.map((value, index) => {
    const text = value === null || value === undefined ? "" : String(value).trim();
    return names.take(text === "" ? `Unnamed: ${index}` : text);
  });
}

/**
 * Hands out names, numbering those that are taken. Thousands may be alike: the search for a free number continues
 * where the last one ended, so that the whole takes linear time.
 */
export class DistinctNames {
  readonly #taken: Set<string>;
  readonly #copies = new Map<string, number>();
  readonly #numbered: (name: string, copy: number) => string;

  /** `numbered` writes the second, third… copy of a name. */
  constructor(numbered: (name: string, copy: number) => string, taken: Iterable<string> = []) {
    this.#numbered = numbered;
    this.#taken = new Set(taken);
  }

  take(name: string): string {
    let copy = this.#copies.get(name) ?? 1;
    let unique = copy === 1 ? name : this.#numbered(name, copy);
    while (this.#taken.has(unique)) unique = this.#numbered(name, ++copy);
    this.#copies.set(name, copy);
    this.#taken.add(unique);
    return unique;
  }
}
