/**
 * Which cells a caller means: one by its id or by a zero-based index, which counts from the end if it is negative; a list, a
 * range, or all.
 */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { bySimilarity, similarity } from "../../base/similarity.ts";
import { storesIds } from "./cell_ids.ts";
import type { Cell, Notebook } from "./notebook.ts";

export type CellReference = string | number;

export interface FoundCell {
  readonly index: number;
  readonly cell: Cell;
}

const mostListed = 10;

/** The cell that `reference` names; throws `cell_not_found` listing what is near. */
export function findCell(notebook: Notebook, reference: CellReference): FoundCell {
  const { cells } = notebook;
  const named = cells.findIndex((cell) => cell.id === reference);
  const number = indexIn(reference);
  const index = named >= 0 || number === undefined ? named : number < 0 ? cells.length + number : number;
  const cell = cells[index];
  if (cell === undefined) throw cellNotFound(notebook, reference, number);
  return { index, cell };
}

/** A number, or a text that is one: models send both. */
export function indexIn(reference: CellReference): number | undefined {
  const number = typeof reference === "number"
    ? reference
    : /^\s*-?\d{1,9}\s*$/.test(reference)
    ? Number(reference)
    : NaN;
  return Number.isInteger(number) ? number : undefined;
}

function cellNotFound(notebook: Notebook, reference: CellReference, number: number | undefined): AppError {
  const { cells } = notebook;
  const count = `${cells.length} ${plural(cells.length, "cell")}`;
  const near = number === undefined
    ? similarCells(cells, String(reference))
    : number < 0
    ? first(cells)
    : last(cells);
  return new AppError(
    "cell_not_found",
    `Cannot find cell ${JSON.stringify(reference)}: the notebook has ${count}`,
    {
      hint: cells.length === 0
        ? "Add one with notebook_add_cell"
        : `Use an id or an index from 0 to ${
          cells.length - 1
        }; notebook_get with detail "outline" lists the cells${
          number === undefined && !storesIds(notebook) ? `. ${temporaryIdsNote(notebook)}` : ""
        }`,
      details: { available: near },
    },
  );
}

function temporaryIdsNote({ nbformat, nbformat_minor }: Notebook): string {
  return `Files of format ${nbformat}.${nbformat_minor} store no cell ids: the ids shown hold until this server ` +
    "ends, for cells that it can recognise by their content or place";
}

interface Listed {
  readonly index: number;
  readonly id: string | undefined;
  readonly first_line: string;
}

function listed(cells: readonly Cell[], start: number): Listed[] {
  return cells.slice(start, start + mostListed).map((cell, place) => ({
    index: start + place,
    id: cell.id,
    first_line: firstLine(cell.source),
  }));
}

function first(cells: readonly Cell[]): Listed[] {
  return listed(cells, 0);
}

function last(cells: readonly Cell[]): Listed[] {
  return listed(cells, Math.max(0, cells.length - mostListed));
}

/** Cells whose id is alike, most alike first, then those whose source has the text, then the first ones. */
function similarCells(cells: readonly Cell[], text: string): Listed[] {
  const all = cells.map((cell, index) => ({ index, id: cell.id, source: cell.source }));
  const near = bySimilarity(all, text, ({ id }) => id ?? "").filter(({ id }) =>
    similarity(id ?? "", text) > 0
  );
  const having = text === "" ? [] : all.filter(({ source }) => source.includes(text));
  const found = [...new Set([...near, ...having, ...all])].slice(0, mostListed);
  return found.map(({ index, id, source }) => ({ index, id, first_line: firstLine(source) }));
}

/** Whether an error says that a cell is not, or no longer, in its notebook. */
export function isCellNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === "cell_not_found";
}

export interface CellPick {
  /** A cell, several, or "all". */
  readonly cell?: CellReference | readonly CellReference[] | undefined;
  /** First and last cell of a range, both included. */
  readonly from?: CellReference | undefined;
  readonly to?: CellReference | undefined;
}

/**
 * Ids of the picked code cells, in the notebook's order for ranges and in the given order for lists.
 *
 * @param find Finds the cell that a reference means, if it does not refer to the notebook as it is.
 */
export function pickCells(
  notebook: Notebook,
  { cell, from, to }: CellPick,
  find: (reference: CellReference) => FoundCell = (reference) => findCell(notebook, reference),
): string[] {
  if (cell !== undefined && (from !== undefined || to !== undefined)) {
    throw new AppError("invalid_argument", "Cannot pick cells: both cell and a range are given", {
      hint: "Give either cell, or from and to",
    });
  }
  if (cell === undefined && from === undefined && to === undefined) {
    throw new AppError("invalid_argument", 'Cannot pick cells: argument "cell" is missing', {
      hint: 'A cell id, an index, a list of these, or "all"; or from and to',
    });
  }
  return indices(notebook, { cell, from, to }, find).flatMap((index) => {
    const picked = notebook.cells[index];
    return picked?.cell_type === "code" && picked.id !== undefined ? [picked.id] : [];
  });
}

function indices(
  notebook: Notebook,
  { cell, from, to }: CellPick,
  find: (reference: CellReference) => FoundCell,
): number[] {
  if (cell !== undefined && cell !== "all") {
    const wanted: readonly CellReference[] = typeof cell === "object" ? cell : [cell];
    return wanted.map((reference) => find(reference).index);
  }
  const { start, end } = cellRange(notebook, {
    from: from === undefined ? undefined : find(from).index,
    to: to === undefined ? undefined : find(to).index,
  });
  return notebook.cells.map((_, index) => index).slice(start, end);
}

interface CellRange {
  readonly from?: CellReference | undefined;
  readonly to?: CellReference | undefined;
}

/**
 * The range of cells that a caller means, both ends included, as the index of the first and the one after the last; all cells if
 * neither end is given.
 */
export function cellRange(notebook: Notebook, { from, to }: CellRange): { start: number; end: number } {
  const start = from === undefined ? 0 : findCell(notebook, from).index;
  const end = to === undefined ? notebook.cells.length : findCell(notebook, to).index + 1;
  if (start < end || notebook.cells.length === 0) return { start, end };
  throw new AppError(
    "invalid_argument",
    `Cannot pick cells: from is cell ${start}, to is cell ${end - 1} before it`,
    { hint: "Both ends are included; give the smaller index as from" },
  );
}

const longest = 80;

/** The first line that is not blank, cut to 80 characters. */
export function firstLine(source: string): string {
  const line = /\S[^\r\n]*/.exec(source)?.[0].trimEnd() ?? "";
  if (line.length <= longest) return line;
  const chars = [...line.slice(0, longest * 2 + 2)];
  return chars.length <= longest ? line : `${chars.slice(0, longest - 1).join("")}…`;
}
