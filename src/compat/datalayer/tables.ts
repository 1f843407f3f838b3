/** Tables and cell listings in the words of Datalayer's server. */

import type { Cell, Notebook } from "../../jupyter/nbformat/notebook.ts";

/** Tab-separated lines under a header. */
export function tabTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? "No data to display" : [header, ...rows].map((row) => row.join("\t")).join("\n");
}

/** The lines of a source; a line end at the very end does not start a new line. */
export function sourceLines(source: string): string[] {
  const lines = source.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export function readableSource(source: string): string {
  return sourceLines(source).join("\n");
}

function countText({ execution_count: count }: Cell): string {
  return count ? String(count) : "N/A";
}

export function cellHeading(cell: Cell, index: number): string {
  return `=====Cell ${index} | type: ${cell.cell_type} | execution count: ${countText(cell)}=====`;
}

function overview(source: string): string {
  const [first = "", ...rest] = sourceLines(source);
  return rest.length === 0 ? first : `${first}...(${rest.length} lines hidden)`;
}

export interface CellRange {
  readonly start: number;
  /** Maximum number of cells; 0 for all. */
  readonly limit: number;
}

/** One line per cell. */
export function briefCells(notebook: Notebook, range: CellRange): string {
  const cells = cellsIn(notebook, range);
  if (typeof cells === "string") return cells;
  const rows = cells.map((cell, place) => [
    String(range.start + place),
    cell.cell_type,
    countText(cell),
    overview(cell.source),
  ]);
  return tabTable(["Index", "Type", "Count", "First Line"], rows);
}

/** Whole sources, without outputs. */
export function detailedCells(notebook: Notebook, range: CellRange): string {
  const cells = cellsIn(notebook, range);
  if (typeof cells === "string") return cells;
  return cells.flatMap((cell, place) => [
    `${cellHeading(cell, range.start + place)}\n`,
    readableSource(cell.source),
    "\n\n",
  ]).join("\n");
}

function cellsIn({ cells }: Notebook, { start, limit }: CellRange): readonly Cell[] | string {
  if (cells.length === 0) return "Notebook is empty";
  const shown = cells.slice(start, limit === 0 ? undefined : start + limit);
  return shown.length === 0 ? "No cells in the specified range" : shown;
}
