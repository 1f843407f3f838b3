/** Tables that a person looks at: opened by the model, which learns only their shape, and read by the view page by page. */

import { counted } from "../../base/text.ts";
import type { ColumnProfile, TableOutline, TablePage, TableQuery } from "../../base/view_messages.ts";
import { RemoteFile } from "../../jupyter/files/remote_file.ts";
import { pathIn } from "../../jupyter/inspect/inspection.ts";
import {
  goneError,
  openTable,
  snapshotPage,
  snapshotProfiles,
} from "../../jupyter/inspect/table_snapshots.ts";
import { pathOfFile } from "../../jupyter/rest/file_path.ts";
import type { Services } from "../../services.ts";
import type { Call } from "../../tool.ts";
import { previewFile } from "../data_preview.ts";
import { rowsToRead } from "./file_tables.ts";

interface KernelTable {
  readonly session_id: string;
  readonly variable_name: string;
  /** Rows of a lazy table to compute. */
  readonly lazyRows?: number | undefined;
}

/** Takes a snapshot of a variable; returns what model and view learn of it. */
export async function openKernelTable(
  { session_id, variable_name, lazyRows }: KernelTable,
  { sessions }: Services,
  signal: AbortSignal,
) {
  const { sessionId, kernel } = await sessions.kernelOf(session_id, { signal });
  // The session is part of it: the snapshot outlives this process.
  const handle = `table:${sessionId}:${crypto.randomUUID().slice(0, 8)}`;
  const outline = await openTable(kernel, pathIn(kernel, variable_name), { handle, lazyRows, signal });
  return shownTable(outline, { handle, title: variable_name });
}

interface FileTable {
  readonly path: string;
  readonly sheet?: string | number | undefined;
}

/** Bytes that may be loaded of a file. */
const budget = 128_000_000;

/** Reads the first rows of a file; returns what model and view learn of it. */
export async function openFileTable({ path, sheet }: FileTable, services: Services, signal: AbortSignal) {
  const { http, tables, fileTables } = services;
  const file = await RemoteFile.open(http, pathOfFile(path), { budget, signal });
  const options = { sheet, tables, kernel: undefined, signal };
  const narrow = await previewFile(file, { ...options, rows: 1 });
  const head = await previewFile(file, { ...options, rows: rowsToRead(narrow.columns.length) });
  const { handle, outline } = fileTables.add(head);
  return {
    ...shownTable(outline, { handle, title: file.path }),
    ...(outline.is_first
      ? {
        rows_in_file: head.rows,
        rows_exact: head.isRowsExact,
        hint: "To show all rows, read the file into a variable with execute_code and show that",
      }
      : {}),
  };
}

/** Columns that the model learns of. */
const mostNamed = 50;

function shownTable(outline: TableOutline, { handle, title }: { handle: string; title: string }) {
  const { type, rows, width, columns, is_first } = outline;
  const size = `${counted(width, "column")} × ${is_first ? "the first " : ""}${counted(rows, "row")}`;
  return {
    shown: "table",
    handle,
    title,
    type,
    rows,
    width,
    ...(is_first ? { is_first } : {}),
    columns: Object.fromEntries(columns.slice(0, mostNamed).map(({ name, dtype }) => [name, dtype])),
    note: `${size} are shown to the person; do not repeat them`,
  };
}

/** What a view asks of a table: rows, or how the values of columns are distributed. */
type TableRequest = TableQuery & { readonly profile: boolean };

/** Some clients keep a larger answer from the view: two bytes for most of these characters are the exception. */
const maxPageChars = 80_000;
const maxCells = 5_000;

/** Reads for a view; throws an AppError if the table is no longer kept. */
export async function readTable(
  handle: string,
  { profile, ...query }: TableRequest,
  { services: { sessions, fileTables }, signal }: Pick<Call, "services" | "signal">,
): Promise<TablePage | { readonly profiles: readonly ColumnProfile[] }> {
  // As many rows as an answer has space for.
  const rows = Math.max(1, Math.floor(maxCells / Math.max(1, query.places.length)));
  const fitting = { ...query, limit: Math.min(query.limit, rows) };
  if (handle.startsWith("file:")) {
    return profile ? fileTables.profiles(handle, query.places) : fileTables.page(handle, fitting);
  }
  const [, session] = /^table:(.+):\w+$/.exec(handle) ?? [];
  if (session === undefined) throw goneError();
  const { kernel } = await sessions.kernelOf(session, { signal });
  const options = { handle, maxChars: maxPageChars, signal };
  return profile
    ? await snapshotProfiles(kernel, query.places, options)
    : await snapshotPage(kernel, fitting, options);
}
