/** A table and its cells as text and bars. */

import type { ColumnKind, TableOutline } from "../../base/view_messages.ts";

/** A cell as the person reads it; undefined if it is missing. */
export function cellText(value: unknown, kind: ColumnKind = "text"): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (kind === "time" && typeof value === "string") return value.replace("T", " ");
  if (typeof value === "number") return shortNumber(value);
  return fullText(value);
}

/** A cell with all of its digits. */
export function fullText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Digits behind the point, or in all of a number below 1, that are shown; those before it are never rounded. */
const shownDigits = 6;

function shortNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const before = Math.max(0, Math.floor(Math.log10(Math.abs(value))) + 1);
  return String(Number(value.toPrecision(Math.min(17, before + shownDigits))));
}

/** Where the bar of a number begins and how long it is, in percent of its column; bars begin at zero. */
export function barOf(
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
): { readonly left: number; readonly width: number } | undefined {
  const [from, to] = [Math.min(0, low), Math.max(0, high)];
  if (!Number.isFinite(value) || !(to > from)) return undefined;
  const share = (one: number) => Math.min(1, Math.max(0, (one - from) / (to - from))) * 100;
  const left = share(Math.min(0, value));
  return { left, width: share(Math.max(0, value)) - left };
}

export function isRightAligned(kind: ColumnKind): boolean {
  return kind === "number";
}

/** The type of a column in few letters: libraries write some of them at length. */
export function shortType(dtype: string): string {
  return dtype.replace(/\(.*\)$/s, "").replace(/^timestamp\[.*\]$/, "timestamp");
}

/** The size of a table, and how much of it is shown. */
export function aboutTable(
  { rows, width, type, is_first, columns }: TableOutline,
  { columnsShown, rowsInFile }: { readonly columnsShown: number; readonly rowsInFile?: number | undefined },
): string {
  const all = is_first && rowsInFile !== undefined
    ? `${rows.toLocaleString()} of about ${count(rowsInFile, "row")}`
    : count(rows, "row");
  const part = columnsShown < width ? `${columnsShown.toLocaleString()} of ` : "";
  const size = `${all} × ${part}${count(width, "column")}`;
  const listed = columns.length < width ? ` (the first ${columns.length.toLocaleString()} can be shown)` : "";
  return `${is_first ? "first " : ""}${size}${listed} · ${type}`;
}

/** What a person reads of columns that a view does not know; empty if there are none. */
export function unlistedColumns({ columns, width }: Pick<TableOutline, "columns" | "width">): string {
  if (columns.length >= width) return "";
  const known = columns.length.toLocaleString();
  return `Only the first ${known} of ${
    count(width, "column")
  } can be shown, sorted and compared here; a text is searched in all of them.`;
}

/** `1 row`, `1,200 matching rows`. */
export function count(number: number, word: string): string {
  return `${number.toLocaleString()} ${word}${number === 1 ? "" : "s"}`;
}
