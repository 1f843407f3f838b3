/** Edits of cells: change source or type, insert, delete, move. Metadata, attachments, outputs and unknown fields stay. */

import { z } from "zod";
import { AppError } from "../../base/errors.ts";
import { newCellId } from "./cell_ids.ts";
import { plural } from "../../base/text.ts";
import { type CellReference, findCell } from "./find_cells.ts";
import { type Cell, type CellType, type Edit, jsonObject, type Notebook } from "./notebook.ts";
import { normalizeLineEnds, withLineEndsOf } from "./source_text.ts";
import { withoutUnshown } from "./widget_state.ts";

export interface CellEditRequest {
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

/** Throws if a change says nothing, or two things at once. */
export function checkChange({ source, find, replace, type }: CellEditRequest): void {
  const isEdit = source === undefined ? find !== undefined || type !== undefined : find === undefined;
  if (isEdit && (replace === undefined) === (find === undefined)) return;
  throw new AppError("invalid_argument", "Cannot edit the cell: give either source, or find and replace", {
    hint: 'cell_type alone changes the type; replace "" deletes what is found',
  });
}

export function editCell(reference: CellReference, change: CellEditRequest): Edit {
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
  throw new AppError("conflict", `Cannot edit cell "${cell.id}": its source differs from expected_source`, {
    hint: "Look at `actual_source`, and call again with it as expected_source if the edit still makes sense",
    details: { actual_source: showSource(cell.source) },
  });
}

function newSource(cell: Cell, { source, find, replace, replaceAll = false }: CellEditRequest): string {
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

export interface NewCell {
  readonly id: string;
  readonly type: CellType;
  readonly source: string;
}

interface GivenCells {
  readonly type?: CellType | undefined;
  readonly source?: string | undefined;
  readonly cells?: readonly { readonly cell_type: CellType; readonly source: string }[] | undefined;
}

/** The cells that a caller gives: one, or several. */
export function givenCells({ type, source, cells }: GivenCells): readonly NewCell[] {
  if ((source === undefined) === (cells === undefined) || (cells !== undefined && type !== undefined)) {
    throw new AppError("invalid_argument", "Cannot add a cell: give either source, or cells", {
      hint: "cells is a list of {source, cell_type}",
    });
  }
  const all = cells ?? [{ cell_type: type ?? "code", source: source ?? "" }];
  return all.map(({ cell_type, source }) => ({ id: newCellId(), type: cell_type, source }));
}

/** A cell that was never run. Half a surrogate pair is not text, and no file can hold it. */
export function newCell({ id, type, source }: NewCell): Cell {
  const cell = { id, cell_type: type, source: source.toWellFormed(), metadata: {} };
  return type === "code" ? { ...cell, outputs: [], execution_count: null } : cell;
}

/** Where cells go: an index, which counts from the end if it is negative, or beside the cell of an id. */
export type Place = number | { readonly after: string } | { readonly before: string };

/** Inserts a cell; at the end by default. */
export function insertCell(cell: NewCell, place?: Place): Edit {
  return insertCells([cell], place);
}

/** Inserts cells in a row; at the end by default. */
export function insertCells(cells: readonly NewCell[], place?: Place): Edit {
  return (notebook) => {
    const at = typeof place === "object"
      ? "after" in place ? findCell(notebook, place.after).index + 1 : findCell(notebook, place.before).index
      : insertionPoint(place, notebook.cells.length);
    return { ...notebook, cells: notebook.cells.toSpliced(at, 0, ...cells.map(newCell)) };
  };
}

function insertionPoint(position: number | undefined, count: number): number {
  if (position === undefined) return count;
  const at = position < 0 ? count + position : position;
  if (Number.isInteger(position) && at >= 0 && at <= count) return at;
  throw new AppError(
    "invalid_argument",
    `Cannot insert a cell: argument "position" is ${position}, and the notebook has ${count} ${
      plural(count, "cell")
    }`,
    { hint: `Use 0 to ${count}, a negative number to count from the end, or leave it out for the end` },
  );
}

/** Deletes every named cell; all are looked up before the first goes, so that indices mean what the caller saw. */
export function deleteCells(references: readonly CellReference[]): Edit {
  return withoutUnshown((notebook) => {
    const gone = new Set(references.map((reference) => findCell(notebook, reference).index));
    return gone.size === 0
      ? notebook
      : { ...notebook, cells: notebook.cells.filter((_, index) => !gone.has(index)) };
  });
}

/** Moves a cell so that its index becomes `to`, which counts from the end if it is negative. */
export function moveCell(reference: CellReference, to: number): Edit {
  return (notebook) => {
    const { index, cell } = findCell(notebook, reference);
    const count = notebook.cells.length;
    const target = to < 0 ? count + to : to;
    if (!Number.isInteger(to) || target < 0 || target >= count) {
      throw new AppError("invalid_argument", `Cannot move cell "${cell.id}": there is no index ${to}`, {
        hint: `Use 0 to ${count - 1}, or -1 for the last place`,
      });
    }
    if (target === index) return notebook;
    return { ...notebook, cells: notebook.cells.toSpliced(index, 1).toSpliced(target, 0, cell) };
  };
}

const keptUnder = "jupyter_mcp";
const kept = z.looseObject({ attachments: jsonObject });

/**
 * Changes the type of a cell.
 *
 * The format has no place for attachments in a code cell: those of a text cell that becomes one are kept in its metadata, and
 * come back when it becomes text again.
 */
function withType(cell: Cell, type: string): Cell {
  if (cell.cell_type === type) return cell;
  const { outputs: _, execution_count: __, execution_state: ___, ...rest } = cell;
  return type === "code" ? asCode(rest) : { ...withAttachments(rest), cell_type: type };
}

function asCode({ attachments, ...cell }: Cell): Cell {
  const code = { ...cell, cell_type: "code", outputs: [], execution_count: null };
  if (attachments === undefined) return code;
  const ours = jsonObject.catch({}).parse(cell.metadata[keptUnder]);
  return { ...code, metadata: { ...cell.metadata, [keptUnder]: { ...ours, attachments } } };
}

function withAttachments(cell: Cell): Cell {
  const ours = kept.safeParse(cell.metadata[keptUnder]).data;
  if (ours === undefined || cell["attachments"] !== undefined) return cell;
  const { attachments, ...more } = ours;
  const { [keptUnder]: _, ...metadata } = cell.metadata;
  const isEmpty = Object.keys(more).length === 0;
  return { ...cell, attachments, metadata: isEmpty ? metadata : { ...metadata, [keptUnder]: more } };
}

/** Replaces the cell at an index; the same notebook if the cell is the same. */
export function replaceCell(notebook: Notebook, index: number, cell: Cell): Notebook {
  return notebook.cells[index] === cell ? notebook : { ...notebook, cells: notebook.cells.with(index, cell) };
}

const longestShown = 4_000;

/** A source, or a text that was looked for in one, as an error shows it: whole if it is short enough, otherwise its beginning. */
export function showSource(text: string, longest = longestShown): string {
  const more = text.length - longest;
  return more <= 0
    ? text
    : `${text.slice(0, longest).toWellFormed()}… [${more} more ${plural(more, "character")}]`;
}

export interface EditTrace {
  readonly before: Notebook;
  readonly after: Notebook;
}

interface TracedEdit {
  readonly edit: Edit;
  /** Undefined as long as it was not made. */
  readonly made: () => EditTrace | undefined;
}

/** An edit that reports what it was applied to, and the result. It may be applied again to a newer state: the last time counts. */
export function traceEdit(edit: Edit): TracedEdit {
  let made: EditTrace | undefined;
  return {
    edit: (before) => {
      const after = edit(before);
      made = { before, after };
      return after;
    },
    made: () => made,
  };
}
