/** Rows as CSV, and what a person reads of a copy. */

import { count, fullText } from "./cells.ts";

/** Rows as CSV (RFC 4180). A text without characters is quoted, to tell it from a missing value. */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(value: unknown): string {
  const text = fullText(value);
  return value === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** What was copied of a table. */
interface Copy {
  readonly rows: number;
  /** Rows that could have been copied. */
  readonly matching: number;
  readonly isFiltered: boolean;
  readonly columns: number;
  /** Columns of the table. */
  readonly width: number;
  readonly isShortened: boolean;
  /** Whether there are more rows, which have not been read. */
  readonly isFirst: boolean;
}

/** What a person reads of a copy, and what it lacks. */
export function aboutCopy(copy: Copy): string {
  const { rows, matching, isFiltered, columns, width, isShortened, isFirst } = copy;
  const all = `${count(matching, isFiltered ? "matching row" : "row")}${isFirst ? " that were read" : ""}`;
  const parts = [
    rows < matching ? `the first ${rows.toLocaleString()} of ${all}` : all,
    ...(columns < width ? [`${columns.toLocaleString()} of ${count(width, "column")}`] : []),
    ...(isShortened ? ["long values shortened"] : []),
  ];
  return `Copied ${parts.join(", ")}`;
}
