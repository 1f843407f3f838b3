/** The beginning of a table in a file, whatever its format. */

interface ColumnHead {
  readonly name: string;
  /** Such as int64, float64, bool, string, datetime64[us], date, list<int64>; the same names for every format. */
  readonly dtype: string;
}

export interface TableHead {
  readonly format: string;
  /** At most {@linkcode mostColumns}. */
  readonly columns: readonly ColumnHead[];
  /** All columns of the table, if there are more than are listed. */
  readonly width?: number;
  /** The first rows, each in the order of the columns, as JSON values. */
  readonly head: readonly (readonly unknown[])[];
  /** All rows of the table; null where not even a guess can be made. */
  readonly rows: number | null;
  readonly isRowsExact: boolean;
  /** More about the file, such as its encoding. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What was left out, and what is odd. */
  readonly notes?: readonly string[];
}

/** Columns of a table that are read: a short line of text can hold millions. */
export const mostColumns = 2_000;

export interface HeadOptions {
  /** Rows to show. */
  readonly rows: number;
  /** Name or zero-based number of a sheet. */
  readonly sheet?: string | number | undefined;
  /** The encoding of a text, where the one found would be wrong. */
  readonly encoding?: string | undefined;
}

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
