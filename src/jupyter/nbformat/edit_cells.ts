/** Changes the source or the type of a cell. Metadata, attachments, outputs and unknown fields stay. */

import { AppError } from "../../base/errors.ts";
import { withType } from "./cell_type.ts";
import { type CellReference, findCell } from "./find_cells.ts";
import { normalizeLineEnds, withLineEndsOf } from "./source_text.ts";
import type { Cell, CellType, Edit } from "./notebook.ts";
import { replaceCell } from "./replace_cell.ts";
import { showSource } from "./show_source.ts";

export interface CellChange {
  /** The new source as a whole. */
  readonly source?: string | undefined;
  /** Text inside the source, and what to put in its place. */
  readonly find?: string | undefined;
  readonly replace?: string | undefined;
  /** Every place where `find` occurs; without it there must be exactly one. */
  readonly replaceAll?: boolean | undefined;
  /** The source that the caller believes the cell has. */
  readonly expectedSource?: string | undefined;
  readonly type?: CellType | undefined;
}

const mostLines = 10;

export function editCell(reference: CellReference, change: CellChange): Edit {
  return (notebook) => {
    const { index, cell } = findCell(notebook, reference);
    checkExpected(cell, change.expectedSource);
    const source = newSource(cell, change);
    const edited = source === cell.source ? cell : { ...cell, source };
    return replaceCell(notebook, index, withType(edited, change.type ?? cell.cell_type));
  };
}

function checkExpected(cell: Cell, expected: string | undefined): void {
  if (expected === undefined || normalizeLineEnds(expected) === normalizeLineEnds(cell.source)) return;
  throw new AppError("conflict", `Cannot edit cell "${cell.id}": its source is not the expected one`, {
    hint: "Look at `actual_source`, and call again with it as expected_source if the edit still makes sense",
    details: { actual_source: showSource(cell.source) },
  });
}

function newSource(cell: Cell, { source, find, replace, replaceAll = false }: CellChange): string {
  if (source !== undefined) return withLineEndsOf(source.toWellFormed(), cell.source);
  if (find === undefined) return cell.source;
  const wanted = normalizeLineEnds(find);
  const old = normalizeLineEnds(cell.source);
  const parts = wanted === "" ? [] : old.split(wanted);
  const count = parts.length - 1;
  if (count < 1) throw notThere(cell, find);
  if (count > 1 && !replaceAll) throw ambiguous(cell, count, linesOf(parts, wanted));
  return withLineEndsOf(parts.join(normalizeLineEnds(replace ?? "")).toWellFormed(), cell.source);
}

/** The one-based lines where the parts were joined. */
function linesOf(parts: readonly string[], wanted: string): number[] {
  const lineBreaks = (text: string) => text.split("\n").length - 1;
  let line = 1;
  return parts.slice(0, -1).map((part) => {
    line += lineBreaks(part);
    const found = line;
    line += lineBreaks(wanted);
    return found;
  });
}

function notThere(cell: Cell, find: string): AppError {
  const what = find === ""
    ? 'argument "find" is empty'
    : `its source does not have ${JSON.stringify(showSource(find, 200))}`;
  return new AppError("invalid_argument", `Cannot edit cell "${cell.id}": ${what}`, {
    hint: "Copy the text to find from `actual_source`, with its spaces and line breaks",
    details: { actual_source: showSource(cell.source) },
  });
}

function ambiguous(cell: Cell, count: number, lines: readonly number[]): AppError {
  return new AppError(
    "invalid_argument",
    `Cannot edit cell "${cell.id}": the text to find occurs ${count} times`,
    {
      hint: "Give more of the text around the place in `find`, or set replace_all to change all of them",
      details: { lines: lines.slice(0, mostLines) },
    },
  );
}
