/** The first rows of a sheet as its file has them, and how many there are. */

import { mostColumns } from "../table_head.ts";
import { CellText, walkXml } from "./xml.ts";

export interface RawCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  readonly text: string;
}

export interface SheetRows {
  /** Rows that hold anything, each with the cells that do. */
  readonly rows: readonly (readonly RawCell[])[];
  /** All such rows; null if the end was not reached. */
  readonly total: number | null;
  /** The last row that the sheet itself declares, if any. */
  readonly declaredRows: number | null;
  /** The rows that were counted, and the characters that they took. */
  readonly counted: { readonly rows: number; readonly characters: number };
  /** Columns up to the last one that holds anything. */
  readonly width: number;
  /** Whether rows that were wanted are missing because the sheet holds too much. */
  readonly isCut: boolean;
}

interface SheetOptions {
  /** Rows to keep. */
  readonly limit: number;
  /** Milliseconds to spend on counting the rest. */
  readonly countTime: number;
  readonly now?: () => number;
}

/** Excel's own limits: columns of a sheet, and characters of a reference such as "$XFD$1048576". */
const widest = 16_384;
const longestReference = 12;
/** Cells that are kept of all rows together. */
const mostCells = 2_000_000;
/** Characters of a sheet that are gone through to find the rows, and to count the rest. */
const mostCharacters = 64_000_000;

export async function readSheetRows(parts: AsyncIterable<string>, options: SheetOptions): Promise<SheetRows> {
  const collector = new RowCollector(options);
  let characters = 0;
  async function* measured() {
    for await (const part of parts) {
      characters += part.length;
      yield part;
    }
  }
  const isWhole = await walkXml(measured(), collector, mostCharacters);
  const { rows, declaredRows, total, width } = collector;
  return {
    rows,
    declaredRows,
    total: isWhole ? total : null,
    counted: { rows: total, characters },
    width,
    isCut: !isWhole && rows.length < options.limit,
  };
}

class RowCollector {
  readonly rows: RawCell[][] = [];
  declaredRows: number | null = null;
  total = 0;
  width = 0;
  #cells = 0;
  #isEmpty = true;
  readonly #options: SheetOptions;
  #row: RawCell[] = [];
  #cell: Omit<RawCell, "text"> | null = null;
  #text = new CellText();
  #next = 0;
  readonly #now: () => number;
  readonly #until: number;

  constructor(options: SheetOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#until = this.#now() + options.countTime;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === "dimension") this.declaredRows = lastRow(attributes["ref"] ?? "");
    else if (tag === "row") {
      this.#row = [];
      this.#isEmpty = true;
      this.#next = 0;
    } else if (tag === "c") {
      const column = columnOf(attributes["r"]) ?? this.#next;
      this.#next = column + 1;
      this.#cell = { column, type: attributes["t"] ?? "n", style: Number(attributes["s"] ?? 0) };
      this.#text.value = "";
    } else this.#text.open(tag);
  }

  text(text: string): void {
    this.#text.add(text);
  }

  close(tag: string): void {
    this.#text.close(tag);
    if (tag === "c" && this.#cell !== null) {
      const text = this.#text.value;
      if (text !== "" && this.#cell.column < widest) this.#keep({ ...this.#cell, text });
      this.#cell = null;
    } else if (tag === "row" && !this.#isEmpty) {
      this.total++;
      if (this.rows.length < this.#options.limit) this.rows.push(this.#row);
    }
  }

  isDone(): boolean {
    if (this.#cells >= mostCells) return true;
    return this.rows.length >= this.#options.limit && this.#now() >= this.#until;
  }

  #keep(cell: RawCell): void {
    this.#isEmpty = false;
    if (this.rows.length >= this.#options.limit) return;
    this.width = Math.max(this.width, cell.column + 1);
    // A row may name a cell twice.
    if (cell.column >= mostColumns || this.#row.length >= mostColumns) return;
    this.#cells++;
    this.#row.push(cell);
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
  const row = Number(/(\d+)$/.exec(reference.slice(-longestReference))?.[1] ?? 0);
  return row > 1 ? row : null;
}
