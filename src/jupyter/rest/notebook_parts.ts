/**
 * The request that writes a notebook, cell by cell: as one text, a notebook full of figures would be in memory several
 * times over until it is sent.
 */

import type { DiskNotebook } from "../nbformat/for_disk.ts";

/** Characters; what is smaller is sent as one text. */
const largestText = 4_000_000;

export function* notebookParts({ cells, ...rest }: DiskNotebook): Generator<string> {
  yield '{"type":"notebook","format":"json","content":{';
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined) yield `${partOf(name)}:${partOf(value)},`;
  }
  yield '"cells":[';
  for (const [index, cell] of cells.entries()) yield `${index === 0 ? "" : ","}${partOf(cell)}`;
  yield "]}}";
}

export function isLarge(parts: Iterable<string>): boolean {
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > largestText) return true;
  }
  return false;
}

function partOf(value: unknown): string {
  return wellFormed(JSON.stringify(value));
}

/** Half a surrogate pair, which no file can hold, is the only thing that is written as `\\ud800` here. */
function wellFormed(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g,
    (escape, half) => half === undefined ? escape : "\ufffd",
  );
}
