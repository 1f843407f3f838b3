/** A table and its cells as text, bars and CSV. */

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

/** Whole numbers stay whole; others get six digits. */
function shortNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
  return String(Number(value.toPrecision(6)));
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

/** Rows as CSV (RFC 4180). */
export function toCsv(names: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => cells.map((cell) => quoted(fullText(cell))).join(",");
  return [line(names), ...rows.map(line)].join("\r\n") + "\r\n";
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The type of a column in few letters: libraries write some of them at length. */
export function shortType(dtype: string): string {
  return dtype.replace(/\(.*\)$/s, "").replace(/^timestamp\[.*\]$/, "timestamp");
}

/** The size of a table, and how much of it is shown. */
export function aboutTable(
  { rows, width, type, is_first }: TableOutline,
  { columnsShown, rowsInFile }: { readonly columnsShown: number; readonly rowsInFile?: number | undefined },
): string {
  const all = is_first && rowsInFile !== undefined ? ` of about ${rowsInFile.toLocaleString()}` : "";
  const part = columnsShown < width ? `${columnsShown.toLocaleString()} of ` : "";
  const size = `${rows.toLocaleString()}${all} rows × ${part}${width.toLocaleString()} columns`;
  return `${is_first ? "first " : ""}${size} · ${type}`;
}
