/**
 * The head of a table in a file, whatever its format, and what server and renderer both need to know of tables. Nothing
 * here parses a file: that is done in `tables/`, which only the renderer imports.
 */

import { AppError, type ErrorCode } from "../base/errors.ts";

export interface TableHead {
  readonly format: string;
  /**
   * At most {@linkcode mostColumns}, with types such as int64, float64, bool, string, datetime64[us], date, list<int64>:
   * the same names for every format.
   */
  readonly columns: readonly { readonly name: string; readonly dtype: string }[];
  /** All columns of the table, if there are more than are listed. */
  readonly width?: number;
  /** The first rows, each in the order of the columns, as JSON values. */
  readonly head: readonly (readonly unknown[])[];
  /** Number of rows of the table; null if it cannot even be estimated. */
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
  /** The encoding of a text, if the detected one would be wrong. */
  readonly encoding?: string | undefined;
}

/** Distinct names for columns, as pandas makes them: an empty one gets its index, a repeated one a number. */
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

/** How a delimited text was found to be laid out. */
export interface FoundLayout {
  /** With the names that pandas takes, and the number of lines before the header, if any. */
  readonly layout: { readonly encoding: string; readonly delimiter: string; readonly skipped?: number };
  /** Whether a row has more fields than the header. */
  readonly isRagged: boolean;
  readonly note?: string;
  /** Number of rows; an estimate for a large file. */
  readonly rows: number;
}

/** Whether a file is a delimited text by its name. */
export function looksDelimited(path: string): boolean {
  return /\.(csv|tsv|tab|psv|txt)$/i.test(path);
}

/** Characters of a cell that are shown. */
export const longestText = 200;

export function shortenText(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()}…`;
}

interface Refusal {
  readonly code?: ErrorCode;
  readonly hint: string;
  /** The format that it was read as. */
  readonly format?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The error for a file of which no table can be shown. */
export function cannotPreview(path: string, state: string, refusal: Refusal): AppError {
  const { code = "not_a_table", format, ...rest } = refusal;
  const as = format === undefined ? "" : ` as ${format}`;
  return new AppError(code, `Cannot preview "${path}"${as}: ${state}`, rest);
}

export function notebookRefusal(path: string): AppError {
  return cannotPreview(path, "it is a notebook", { hint: "Use notebook_get for its cells" });
}

/** The error for an encoding given for a file that is not text. */
export function encodingRefusal(path: string): AppError {
  return new AppError("invalid_argument", `Cannot preview "${path}" in an encoding: it is not text`, {
    hint: "Leave encoding out",
  });
}

/** The error for a sheet given for a file that has none. */
export function sheetRefusal(path: string, sheet: string | number): AppError {
  const message = `Cannot preview sheet ${JSON.stringify(sheet)} of "${path}": it is not an Excel workbook`;
  return new AppError("invalid_argument", message, { hint: "Leave sheet out" });
}
