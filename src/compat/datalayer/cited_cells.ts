/** Reads lists of cells such as `0-2,4` and `3-`. */

import { CompatError } from "../../compat_api.ts";

/** The indices in order, each once; throws {@linkcode CompatError}. */
export function citedCells(text: string, count: number): number[] {
  if (text.trim() === "") throw new CompatError("Cell indices cannot be empty");
  if (count <= 0) throw new CompatError("Notebook has no cells");
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  const indices = parts.flatMap((part) => part.includes("-") ? range(part, count) : [single(part, count)]);
  return [...new Set(indices)].toSorted((a, b) => a - b);
}

function single(part: string, count: number): number {
  if (!/^\d+$/.test(part)) throw new CompatError(`Invalid cell index: ${part}`);
  return within(Number(part), count);
}

function range(part: string, count: number): number[] {
  const at = part.indexOf("-");
  const first = part.slice(0, at).trim();
  const last = part.slice(at + 1).trim();
  if (first === "") throw new CompatError(`Invalid range format: ${part}`);
  if (!/^\d+$/.test(first)) throw new CompatError(`Invalid start index: ${first}`);
  if (last !== "" && !/^\d+$/.test(last)) throw new CompatError(`Invalid end index: ${last}`);
  const start = Number(first);
  const end = last === "" ? count - 1 : Number(last);
  within(start, count);
  if (end < start) {
    throw new CompatError(`End index (${end}) must be greater than or equal to start index (${start})`);
  }
  within(end, count);
  return Array.from({ length: end - start + 1 }, (_, place) => start + place);
}

function within(index: number, count: number): number {
  if (index < count) return index;
  throw new CompatError(`Cell index ${index} is out of range. Notebook has ${count} cells.`);
}
