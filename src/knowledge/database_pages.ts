/**
 * The pages of a database file, read without SQLite, which would look at the log beside it.
 *
 * Format: https://www.sqlite.org/fileformat2.html
 */

import { readAt } from "./file_bytes.ts";

const magic = "SQLite format 3\0";
const headerLength = 100;
/** A table's tree is never deeper; a damaged file may go round. */
const deepest = 20;

const leaf = 0x0d;
const interior = 0x05;

/** Thrown for what is no page of a database. */
export class NoPage extends Error {
  override readonly name = "NoPage";
}

export class DatabasePages {
  readonly #file: Deno.FsFile;
  readonly #size: number;

  /** @throws {NoPage} */
  constructor(file: Deno.FsFile) {
    const header = readAt(file, 0, headerLength);
    if (new TextDecoder().decode(header.subarray(0, magic.length)) !== magic) throw new NoPage("no header");
    const size = new DataView(header.buffer).getUint16(16);
    this.#file = file;
    this.#size = size === 1 ? 65_536 : size;
  }

  /** A page by its number, from 1. */
  read(number: number): Uint8Array<ArrayBuffer> {
    const page = readAt(this.#file, (number - 1) * this.#size, this.#size);
    if (number < 1 || page.length < this.#size) throw new NoPage(`no page ${number}`);
    return page;
  }

  /** The first page of a table; undefined where there is no such table. */
  rootOf(table: string): number | undefined {
    for (const row of this.#schemaRows(1, 0)) {
      const [type, name, , root] = row;
      if (type === "table" && name === table && typeof root === "number") return root;
    }
    return undefined;
  }

  *#schemaRows(number: number, depth: number): Generator<readonly (string | number)[]> {
    const page = new DataView(this.read(number).buffer);
    const start = number === 1 ? headerLength : 0;
    const type = page.getUint8(start);
    if ((type !== leaf && type !== interior) || depth > deepest) {
      throw new NoPage(`page ${number} is no table`);
    }
    const pointers = start + (type === leaf ? 8 : 12);
    for (let cell = 0; cell < page.getUint16(start + 3); cell++) {
      const at = page.getUint16(pointers + 2 * cell);
      if (type === leaf) yield firstColumns(page, at);
      else yield* this.#schemaRows(page.getUint32(at), depth + 1);
    }
    if (type === interior) yield* this.#schemaRows(page.getUint32(start + 8), depth + 1);
  }
}

/** What the first columns of a row of the schema hold: texts, and the number of a page. */
function firstColumns(page: DataView, cell: number): (string | number)[] {
  const size = varint(page, cell);
  const header = varint(page, varint(page, size.end).end);
  const types: number[] = [];
  for (let at = header.end; types.length < 4;) {
    const { value, end } = varint(page, at);
    types.push(value);
    at = end;
  }
  let at = varint(page, size.end).end + header.value;
  return types.map((type) => {
    const length = type >= 13 ? (type - 13) / 2 : type;
    const bytes = new Uint8Array(page.buffer, at, length);
    at += length;
    return type >= 13
      ? new TextDecoder().decode(bytes)
      : bytes.reduce((number, byte) => number * 256 + byte, 0);
  });
}

function varint(page: DataView, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = page.getUint8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + 1 };
  }
  throw new NoPage("a number is too long");
}
