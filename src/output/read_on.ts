/** How to read on where a text of a cell is cut. */

import type { Cell } from "../jupyter/nbformat/notebook.ts";
import { partText } from "./cell_part.ts";

export interface CutPlace {
  readonly index: number;
  /** The first of the outputs that are shown as one; undefined for the source. */
  readonly output?: number | undefined;
  /** The beginning that is shown. */
  readonly shown: string;
}

export function readOn(cell: Cell, { index, output, shown }: CutPlace): string {
  if (output === undefined) return told(`from ${index}`, shown.length);
  const { place, offset } = placeAfter(cell, output, shown);
  return told(`from ${index}, output ${place}`, offset);
}

function told(where: string, offset: number): string {
  return `read on by notebook_get with ${where} and offset ${offset}`;
}

/** Where a beginning ends; the start of the output where that reads otherwise, such as one whose repeats were collapsed. */
function placeAfter(cell: Cell, first: number, shown: string): { place: number; offset: number } {
  let left = shown;
  for (const [step, output] of (cell.outputs ?? []).slice(first).entries()) {
    const text = partText(output);
    if (text.startsWith(left)) return { place: first + step, offset: left.length };
    if (!left.startsWith(text)) break;
    left = left.slice(text.length);
  }
  return { place: first, offset: 0 };
}
