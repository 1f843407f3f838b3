/**
 * Parses a notebook file while its text arrives, cell by cell: of a large file, neither the whole text nor the whole JSON is
 * ever in memory beside the notebook, and other requests are served between two cells.
 *
 * 1. The notebook is the one that {@linkcode parseNotebook} makes of the whole text; what one refuses, the other does.
 * 2. Limits are checked before anything is parsed, since every value takes far more memory than its characters.
 * 3. Images and other binary data can be left out: strings, and lists of strings, under a key that is a binary MIME type,
 *    wherever that key is. They become empty strings, and of a notebook full of figures only the readable part is ever in
 *    memory.
 */

import { EventLoopYielder } from "../../base/async.ts";
import type { AppError } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { parseExact } from "./exact_json.ts";
import type { Cell, Notebook } from "./notebook.ts";
import { isOldFormat, notANotebook, notebookTooLarge, parseCell, parseNotebook } from "./parse_notebook.ts";

interface NotebookFileLimits {
  readonly cells: number;
  /** Characters of all that is read. */
  readonly characters: number;
  /** Values of one cell, such as the numbers of a chart: a cell is parsed in one go. */
  readonly cellValues: number;
  readonly values: number;
}

export const notebookFileLimits: NotebookFileLimits = {
  cells: 50_000,
  characters: 128_000_000,
  cellValues: 1_500_000,
  values: 4_000_000,
};

export interface ParsedFile {
  /** Null if the file is in a format before 4. */
  readonly notebook: Notebook | null;
  /** The JSON of the file; of a cell, only which fields it has, and its id. */
  readonly json: unknown;
}

interface ParseOptions {
  /** Whether binary data is left out. */
  readonly skipsBinary?: boolean;
  readonly limits?: NotebookFileLimits;
}

/** Throws `not_a_notebook`, or `too_large` naming the limit. */
export async function parseNotebookStream(
  parts: AsyncIterable<string> | Iterable<string>,
  path: string,
  options: ParseOptions = {},
): Promise<ParsedFile> {
  const pace = new EventLoopYielder();
  const parser = new NotebookParser(path, options);
  for await (const part of parts) {
    for (const _ of parser.take(part)) await pace.yieldIfDue();
    await pace.yieldIfDue();
  }
  return parser.end();
}

const [quote, comma, colon, openList, closeList] = [0x22, 0x2c, 0x3a, 0x5b, 0x5d];
const [backslash, openObject, closeObject] = [0x5c, 0x7b, 0x7d];
const cellsKey = /(?<!\\)"cells"\s*:\s*$/;
/** Characters before a value in which its key is looked for. */
const keyLength = 80;

class NotebookParser {
  readonly #path: string;
  readonly #limits: NotebookFileLimits;
  /** All but the cells. */
  #frame = "";
  /** The text of the current cell, or of what is between the frame and the next place that matters. */
  #pending: string[] = [];
  /** The end of the text so far. */
  #tail = "";
  #cells: Cell[] = [];
  #stored: unknown[] = [];
  /** What is wrong with the first invalid cell: the format of the file, which its end tells, comes first. */
  #invalid: unknown;
  #isInCells = false;
  #depth = 0;
  #isInString = false;
  /** Whether the next character follows an odd number of backslashes. */
  #isEscaped = false;
  #characters = 0;
  #values = 0;
  #cellValues = 0;
  readonly #skipsBinary: boolean;
  /** Where strings are that are left out: under the name of a binary type, or in a list under such a name. */
  #under: "binary" | "binary list" | undefined;

  constructor(path: string, { limits = notebookFileLimits, skipsBinary = false }: ParseOptions) {
    this.#path = path;
    this.#limits = limits;
    this.#skipsBinary = skipsBinary;
  }

  /** Takes the next part of the text; yields after each cell. */
  *take(text: string): Generator<void> {
    this.#characters += text.length;
    if (this.#characters > this.#limits.characters) throw this.#tooLarge("it", "characters", "characters");
    let kept = 0;
    for (let at = 0; at < text.length;) {
      if (this.#isInString) {
        const start = at;
        at = this.#stringEnd(text, at);
        if (this.#under !== undefined) {
          kept = this.#isInString ? at : at - 1;
          this.#characters -= kept - start;
        }
        continue;
      }
      const unit = text.charCodeAt(at++);
      if (this.#skipsBinary) this.#follow(unit, text, at);
      if (unit === quote) {
        this.#isInString = true;
        if (this.#under === undefined) continue;
        this.#pending.push(text.slice(kept, at));
        kept = at;
      } else if (unit === openList || unit === openObject) {
        this.#countValue();
        if (unit === openList && this.#depth === 1 && this.#isCellsKey(text, at - 1)) {
          this.#keep(text.slice(kept, at));
          kept = at;
          this.#beginCells();
        }
        this.#depth++;
      } else if (unit === comma) {
        this.#countValue();
        if (!this.#isInCells || this.#depth !== 2) continue;
        this.#endCell(text.slice(kept, at - 1));
        kept = at;
        yield;
      } else if (unit === closeList || unit === closeObject) {
        this.#depth--;
        if (!this.#isInCells || this.#depth !== 1) continue;
        this.#endCells(text.slice(kept, at - 1));
        kept = at - 1;
      }
    }
    this.#pending.push(text.slice(kept));
    this.#tail = (this.#tail + text.slice(-keyLength)).slice(-keyLength);
  }

  end(): ParsedFile {
    this.#keep("");
    if (this.#isInCells) throw this.#notJson();
    if (this.#frame.trim() === "") throw notANotebook(this.#path, "the file is empty");
    const json = this.#parse(this.#frame);
    if (!isRecord(json)) return { notebook: parseNotebook(json, this.#path), json };
    if (isOldFormat(json)) return { notebook: null, json };
    const notebook = parseNotebook(json, this.#path);
    const given = json["cells"];
    // The last of several lists counts, as it does for JSON.parse.
    if (!Array.isArray(given) || given.length > 0) return { notebook, json };
    if (this.#invalid !== undefined) throw this.#invalid;
    return { notebook: { ...notebook, cells: this.#cells }, json: { ...json, cells: this.#stored } };
  }

  #keep(text: string): void {
    this.#frame += this.#taken(text);
  }

  #taken(text: string): string {
    return [...this.#pending.splice(0), text].join("");
  }

  /** Whether the list that begins here is that of the cells. */
  #isCellsKey(text: string, at: number): boolean {
    return cellsKey.test(this.#before(text, at));
  }

  #before(text: string, at: number): string {
    return (this.#tail + text.slice(Math.max(0, at - keyLength), at)).slice(-keyLength);
  }

  /** Follows where binary data is; `at` is the place after a character outside of strings. */
  #follow(unit: number, text: string, at: number): void {
    if (unit === colon) {
      const name = /"([^"\\]+)"\s*:$/.exec(this.#before(text, at))?.[1];
      this.#under = name !== undefined && isBinaryType(name) ? "binary" : undefined;
    } else if (unit === openList) {
      if (this.#under === "binary") this.#under = "binary list";
    } else if (unit === comma) {
      if (this.#under === "binary") this.#under = undefined;
    } else if (unit === openObject || unit === closeObject || unit === closeList) this.#under = undefined;
  }

  #beginCells(): void {
    this.#isInCells = true;
    this.#cells = [];
    this.#stored = [];
    this.#invalid = undefined;
    this.#cellValues = 0;
  }

  #endCells(text: string): void {
    const last = this.#taken(text);
    if (this.#stored.length > 0 || last.trim() !== "") this.#add(last);
    this.#isInCells = false;
  }

  #endCell(text: string): void {
    this.#add(this.#taken(text));
    this.#cellValues = 0;
  }

  #add(text: string): void {
    const index = this.#stored.length;
    if (index === this.#limits.cells) throw this.#tooLarge("it", "cells", "cells");
    const json = this.#parse(text);
    this.#stored.push(isRecord(json) ? outlineOf(json) : json);
    if (this.#invalid !== undefined) return;
    try {
      this.#cells.push(parseCell(json, { path: this.#path, index }));
    } catch (error) {
      this.#invalid = error;
    }
  }

  #countValue(): void {
    this.#values++;
    if (this.#values > this.#limits.values) throw this.#tooLarge("it", "values", "values");
    if (!this.#isInCells) return;
    this.#cellValues++;
    if (this.#cellValues <= this.#limits.cellValues) return;
    throw this.#tooLarge(`cell ${this.#stored.length}`, "values", "cellValues");
  }

  /** The place after the string that contains `at`, or the end of the text. */
  #stringEnd(text: string, at: number): number {
    for (let from = at;;) {
      const found = text.indexOf('"', from);
      const end = found < 0 ? text.length : found;
      let backslashes = 0;
      while (end - backslashes > from && text.charCodeAt(end - backslashes - 1) === backslash) backslashes++;
      const isFromBefore = end - backslashes === from && from === at && this.#isEscaped;
      const isEscaped = (backslashes + (isFromBefore ? 1 : 0)) % 2 === 1;
      this.#isEscaped = found < 0 && isEscaped;
      this.#isInString = found < 0 || isEscaped;
      if (!this.#isInString) return end + 1;
      if (found < 0) return end;
      from = end + 1;
    }
  }

  #parse(text: string): unknown {
    try {
      return parseExact(text);
    } catch {
      throw this.#notJson();
    }
  }

  #notJson(): AppError {
    return notANotebook(this.#path, "its content is not JSON");
  }

  #tooLarge(what: string, unit: string, limit: keyof NotebookFileLimits): AppError {
    const most = this.#limits[limit].toLocaleString("en");
    return notebookTooLarge(
      this.#path,
      `${what} has over ${most} ${unit}`,
      unit === "cells" ? "cells" : "outputs",
    );
  }
}

/** Which of the fields that every cell has in memory are in the file. */
function outlineOf({ id, source, metadata }: Record<string, unknown>): Record<string, unknown> {
  return {
    id,
    source: source === undefined ? undefined : "",
    metadata: metadata === undefined ? undefined : {},
  };
}

/** Whether outputs of this type are base64 on the wire, and therefore not readable. */
export function isBinaryType(type: string): boolean {
  return /^(image|audio|video|font)\/(?!svg\+xml)|^application\/(pdf|octet-stream|zip)/.test(type);
}
