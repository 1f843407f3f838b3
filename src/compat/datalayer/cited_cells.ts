/** Reads lists of cells such as `0-2,4` and `3-`. */

import { FaceError } from "../../compat_api.ts";

/** The indices in order, each once; throws {@linkcode FaceError}. */
export function citedCells(text: string, count: number): number[] {
  if (text.trim() === "") throw new FaceError("Cell indices cannot be empty");
  if (count <= 0) throw new FaceError("Notebook has no cells");
  const parts = text.split(",").map((part) => part.trim()).filter((part) => part !== "");
  const indices = parts.flatMap((part) => part.includes("-") ? range(part, count) : [single(part, count)]);
  return [...new Set(indices)].toSorted((a, b) => a - b);
}

function single(part: string, count: number): number {
  if (!/^\d+$/.test(part)) throw new FaceError(`Invalid cell index: ${part}`);
  return within(Number(part), count);
}

function range(part: string, count: number): number[] {
  const at = part.indexOf("-");
  const first = part.slice(0, at).trim();
  const last = part.slice(at + 1).trim();
  if (first === "") throw new FaceError(`Invalid range format: ${part}`);
  if (!/^\d+$/.test(first)) throw new FaceError(`Invalid start index: ${first}`);
  if (last !== "" && !/^\d+$/.test(last)) throw new FaceError(`Invalid end index: ${last}`);
  const start = Number(first);
  const end = last === "" ? count - 1 : Number(last);
  within(start, count);
  if (end < start) {
    throw new FaceError(`End index (${end}) must be greater than or equal to start index (${start})`);
  }
  within(end, count);
  return Array.from({ length: end - start + 1 }, (_, place) => start + place);
}

function within(index: number, count: number): number {
  if (index < count) return index;
  throw new FaceError(`Cell index ${index} is out of range. Notebook has ${count} cells.`);
}
