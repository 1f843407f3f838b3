/** Which cell a caller means: an id, or a zero-based index that counts from the end where it is negative. */

import { AppError } from "../../base/errors.ts";
import { plural } from "../../base/text.ts";
import { bySimilarity, similarity } from "../../base/similarity.ts";
import { storesIds } from "./cell_ids.ts";
import { firstLine } from "./first_line.ts";
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
    ? alike(cells, String(reference))
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
          number === undefined && !storesIds(notebook) ? `. ${passingIds(notebook)}` : ""
        }`,
      details: { available: near },
    },
  );
}

function passingIds({ nbformat, nbformat_minor }: Notebook): string {
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
function alike(cells: readonly Cell[], text: string): Listed[] {
  const all = cells.map((cell, index) => ({ index, id: cell.id, source: cell.source }));
  const near = bySimilarity(all, text, ({ id }) => id ?? "").filter(({ id }) =>
    similarity(id ?? "", text) > 0
  );
  const having = text === "" ? [] : all.filter(({ source }) => source.includes(text));
  const found = [...new Set([...near, ...having, ...all])].slice(0, mostListed);
  return found.map(({ index, id, source }) => ({ index, id, first_line: firstLine(source) }));
}

/** Whether an error says that a cell is not, or no longer, in its notebook. */
export function isCellGone(error: unknown): boolean {
  return error instanceof AppError && error.code === "cell_not_found";
}
