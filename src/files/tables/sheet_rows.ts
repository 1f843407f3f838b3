/** The first rows of a sheet as its file has them, and how many there are. */

import { walkXml } from "./xml_events.ts";

export interface RawCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

export interface SheetRows {
  /** Rows that hold anything, each with the cells that do. */
  readonly rows: readonly (readonly RawCell[])[];
  /** All such rows; null where the end was not reached. */
  readonly total: number | null;
  /** The last row as the sheet itself says, where it does. */
  readonly saidRows: number | null;
  /** The rows that were counted, and the characters that they took. */
  readonly counted: { readonly rows: number; readonly characters: number };
}

export interface SheetOptions {
  /** Rows to keep. */
  readonly limit: number;
  /** Milliseconds for which to go on, to count the rest. */
  readonly countTime: number;
  readonly now?: () => number;
}

const widest = 16_384;

export async function readSheetRows(parts: AsyncIterable<string>, options: SheetOptions): Promise<SheetRows> {
  const collector = new RowCollector(options);
  let characters = 0;
  async function* measured() {
    for await (const part of parts) {
      characters += part.length;
      yield part;
    }
  }
  const isWhole = await walkXml(measured(), collector);
  const { rows, saidRows, total } = collector;
  return { rows, saidRows, total: isWhole ? total : null, counted: { rows: total, characters } };
}

class RowCollector {
  readonly rows: RawCell[][] = [];
  saidRows: number | null = null;
  total = 0;
  readonly #options: SheetOptions;
  #row: RawCell[] = [];
  #cell: { column: number; type: string; style: number } | null = null;
  #text = "";
  #isInValue = false;
  #next = 0;
  readonly #now: () => number;
  readonly #until: number;

  constructor(options: SheetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#until = this.#now() + options.countTime;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === "dimension") this.saidRows = lastRow(attributes["ref"] ?? "");
    else if (tag === "row") {
      this.#row = [];
      this.#next = 0;
    } else if (tag === "c") {
      const column = columnOf(attributes["r"]) ?? this.#next;
      this.#next = column + 1;
      this.#cell = { column, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
      this.#text = "";
    } else if (tag === "rPh") this.#isInValue = false;
    else if (tag === "v" || tag === "t") this.#isInValue = true;
  }

  text(text: string): void {
    if (this.#isInValue) this.#text += text;
  }

  close(tag: string): void {
    if (tag === "v" || tag === "t") this.#isInValue = false;
    else if (tag === "c" && this.#cell !== null) {
      if (this.#text !== "" && this.#cell.column < widest) {
        this.#row.push({ ...this.#cell, text: this.#text });
      }
      this.#cell = null;
    } else if (tag === "row" && this.#row.length > 0) {
      this.total++;
      if (this.rows.length < this.#options.limit) this.rows.push(this.#row);
    }
  }

  isDone(): boolean {
    return this.rows.length >= this.#options.limit && this.#now() >= this.#until;
  }
}

/** "C12" is in column 2. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** "A1:F1001" ends in row 1001. */
function lastRow(reference: string): number | null {
  const row = Number(/(\d+)$/.exec(reference)?.[1] ?? 0);
  return row > 1 ? row : null;
}
