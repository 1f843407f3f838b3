/**
 * The head of a table in a file: read by the kernel if one is given and able to, else by the renderer; as names, types
 * and rows within the budget.
 */

import { AppError } from "../base/errors.ts";
import { replacedNote } from "../files/encoding.ts";
import {
  columnNames,
  encodingRefusal,
  type FoundLayout,
  type HeadOptions,
  looksDelimited,
  mostColumns,
  notebookRefusal,
  sheetRefusal,
  shortenText,
  type TableHead,
} from "../files/table_head.ts";
import type { RemoteFile } from "../jupyter/files/remote_file.ts";
import { previewInKernel } from "../jupyter/inspect/file_preview.ts";
import type { Kernel } from "../jupyter/kernel/kernel.ts";
import type { Tables } from "../services.ts";

/** Formats that have an encoding. */
const textFormats = new Set(["csv", "tsv", "json", "jsonl"]);

interface PreviewFileOptions extends HeadOptions {
  readonly tables: Tables;
  readonly kernel: Kernel | undefined;
  readonly signal: AbortSignal;
}

export async function previewFile(file: RemoteFile, options: PreviewFileOptions): Promise<TableHead> {
  if (file.path.toLowerCase().endsWith(".ipynb")) throw notebookRefusal(file.path);
  try {
    return await preview(file, options);
  } catch (error) {
    throw error instanceof AppError ? withFittingHint(error, options) : error;
  }
}

/** Readers do not know who asks: a hint must not suggest what was already done. */
function withFittingHint(error: AppError, { kernel }: PreviewFileOptions): AppError {
  const hint = error.hint?.includes("data_preview")
    ? "It is not text, whatever its name says: use file_get for its bytes"
    : kernel !== undefined && error.hint?.includes("session_id")
    ? "Read it in the kernel with execute_code, with a library for such files"
    : undefined;
  return hint === undefined
    ? error
    : new AppError(error.code, error.message, { hint, details: error.details, cause: error });
}

async function preview(file: RemoteFile, options: PreviewFileOptions): Promise<TableHead> {
  const { kernel, rows, sheet, signal } = options;
  if (kernel === undefined || file.size === 0) return readHere(file, options);
  const text = !looksDelimited(file.path)
    ? undefined
    : file.isServed
    ? await options.tables.csvLayout(file, options.encoding, signal)
    : usualLayout(file.path, options.encoding);
  if (text?.misread !== undefined) {
    return await readHere(file, options, [`Not read by the kernel: ${text.misread}`]);
  }
  const csv = text?.layout;
  const found = await previewInKernel(kernel, file, { rows, sheet, csv, signal });
  if (found.kind === "not_read") {
    return await readHere(file, options, [`Not read by the kernel: ${found.reason}`]);
  }
  const { table } = found;
  if (sheet !== undefined && table.format !== "excel") throw sheetRefusal(file.path, sheet);
  if (options.encoding !== undefined && !textFormats.has(table.format)) throw encodingRefusal(file.path);
  const replaced = csv === undefined ? undefined : replacedNote(JSON.stringify(table.head));
  return {
    format: table.format,
    columns: table.columns,
    head: table.head,
    rows: table.rows ?? text?.rows ?? null,
    isRowsExact: table.rows_exact,
    facts: { ...table.facts, read_by: "kernel" },
    notes: [replaced, text?.note].filter((note) => note !== undefined),
  };
}

/** The layout of a text that only the kernel can read, by its name. */
function usualLayout(path: string, encoding = "utf-8"): Omit<FoundLayout, "rows"> & Partial<FoundLayout> {
  return { layout: { encoding, delimiter: /\.(tsv|tab)$/i.test(path) ? "\t" : "," } };
}

async function readHere(
  file: RemoteFile,
  { tables, signal, ...options }: PreviewFileOptions,
  notes: readonly string[] = [],
): Promise<TableHead> {
  const table = await tables.readTable(file, options, signal);
  return {
    ...table,
    facts: { ...table.facts, read_by: "jupyter-mcp" },
    notes: [...notes, ...table.notes ?? []],
  };
}

/** Columns whose values are shown. */
const mostShown = 200;

export function tablePreview(table: TableHead, path: string): Readonly<Record<string, unknown>> {
  const listed = columnNames(table.columns.slice(0, mostColumns).map(({ name }) => shortenText(name)));
  const width = table.width ?? table.columns.length;
  const shown = listed.slice(0, mostShown);
  const head = table.head.map((row) =>
    Object.fromEntries(shown.map((name, index) => [name, row[index] ?? null]))
  );
  const notes = [
    ...table.notes ?? [],
    ...(width > shown.length ? [`The head shows the first ${shown.length} of ${width} columns`] : []),
    ...(width > listed.length ? [`Only the first ${listed.length} columns are listed`] : []),
  ];
  return {
    path,
    format: table.format,
    columns: listed,
    dtypes: Object.fromEntries(listed.map((name, index) => [name, table.columns[index]?.dtype ?? "unknown"])),
    head,
    rows: table.rows,
    rows_exact: table.isRowsExact,
    ...table.facts,
    ...(notes.length === 0 ? {} : { notes }),
  };
}
