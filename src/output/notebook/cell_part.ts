/** Part of a cell's source or of one of its outputs, for what is too long for one reply, and how to read the next part. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import type { Cell, CellOutput } from "../../jupyter/nbformat/notebook.ts";
import { normalizeLineEnds } from "../../jupyter/nbformat/source_text.ts";
import type { CellPart } from "../../services.ts";
import { plainText } from "../plain_text.ts";
import { wireCost } from "../text_budget.ts";
import { outputKind, outputTexts } from "./cell_outputs.ts";

interface PartView {
  readonly index: number;
  readonly id: string | undefined;
  readonly part: string;
  readonly text: string;
  readonly offset: number;
  /** Characters in all. */
  readonly length: number;
  /** Where the rest begins, if there is any. */
  readonly next_offset?: number;
}

/** How far an end may move to fall between two lines. */
const lineReach = 2_000;

export function cellPart(
  cell: Cell,
  { index, output, offset, budget }: CellPart & { readonly index: number; readonly budget: number },
): PartView {
  const { part, text } = output === undefined
    ? { part: "source", text: plainText(normalizeLineEnds(cell.source)) }
    : outputPart(cell, output);
  if (offset > text.length) {
    throw new AppError(
      "invalid_argument",
      `Cannot read cell "${cell.id}" from character ${offset}: its ${part} has ${text.length}`,
      { hint: "Leave offset out to begin at its first character" },
    );
  }
  const end = endWithin(text, offset, budget);
  return {
    index,
    id: cell.id,
    part,
    text: text.slice(offset, end).toWellFormed(),
    offset,
    length: text.length,
    ...(end < text.length ? { next_offset: end } : {}),
  };
}

function outputPart(cell: Cell, place: number): { part: string; text: string } {
  const output = cell.outputs?.[place];
  if (output === undefined) {
    const count = cell.outputs?.length ?? 0;
    throw new AppError(
      "invalid_argument",
      `Cannot read output ${place} of cell "${cell.id}": it has ${count} ${plural(count, "output")}`,
      { hint: "Outputs are counted from 0; notebook_get with detail full shows them" },
    );
  }
  return { part: `output ${place} (${outputKind(output)})`, text: partText(output) };
}

/** The text of an output that is read piece by piece. */
export function partText(output: CellOutput): string {
  const [first] = outputTexts(output);
  return first?.text ?? "";
}

/** The place up to which a text fits into the budget; at least one character further. */
function endWithin(text: string, start: number, budget: number): number {
  let end = start;
  for (let spent = 0; end < text.length; end++) {
    spent += wireCost(text.charCodeAt(end));
    if (spent > budget) break;
  }
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf("\n", end - 1);
  if (line >= start && end - line <= lineReach) return line + 1;
  // The halves of a surrogate pair stay together.
  const isInside = (text.charCodeAt(end) & 0xfc00) === 0xdc00;
  return Math.max(start + 1, isInside ? end - 1 : end);
}

interface CutPlace {
  readonly index: number;
  /** The first of the outputs that are shown as one; undefined for the source. */
  readonly output?: number | undefined;
  /** The beginning that is shown. */
  readonly shown: string;
}

export function nextPartHint(cell: Cell, { index, output, shown }: CutPlace): string {
  if (output === undefined) return continuation(`from ${index}`, shown.length);
  const { place, offset } = placeAfter(cell, output, shown);
  return continuation(`from ${index}, output ${place}`, offset);
}

function continuation(where: string, offset: number): string {
  return `to continue: notebook_get with ${where} and offset ${offset}`;
}

/** Where the shown beginning ends; the start of the output if its text differs, for instance after collapsing repeats. */
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
