/** The head of a table in a file: read by the kernel where one is given and can, else here. */

import { csvLayout, estimateRows, looksDelimited } from "../files/tables/read_csv.ts";
import { readTable } from "../files/tables/read_table.ts";
import type { HeadOptions, TableHead } from "../files/tables/table_head.ts";
import { previewInKernel } from "../jupyter/introspect/file_preview.ts";
import type { Kernel } from "../jupyter/kernel/kernel.ts";
import type { RemoteFile } from "../jupyter/remote_file.ts";

export interface PreviewFileOptions extends HeadOptions {
  readonly kernel: Kernel | undefined;
  readonly signal: AbortSignal;
}

export async function previewFile(file: RemoteFile, options: PreviewFileOptions): Promise<TableHead> {
  const { kernel, rows, sheet, signal } = options;
  if (kernel === undefined || file.size === 0) return readHere(file, options);
  const csv = looksDelimited(file.path) ? await csvLayout(file) : undefined;
  const found = await previewInKernel(kernel, file, { rows, sheet, csv, signal });
  if (found.kind === "not_read") {
    return await readHere(file, options, [`Not read by the kernel: ${found.reason}`]);
  }
  const { table } = found;
  return {
    format: table.format,
    columns: table.columns,
    head: table.head,
    rows: table.rows ?? (csv === undefined ? null : await estimateRows(file, csv)),
    isRowsExact: table.rows_exact,
    facts: { ...table.facts, read_by: "kernel" },
  };
}

async function readHere(
  file: RemoteFile,
  options: HeadOptions,
  notes: readonly string[] = [],
): Promise<TableHead> {
  const table = await readTable(file, options);
  return {
    ...table,
    facts: { ...table.facts, read_by: "jupyter-mcp" },
    notes: [...notes, ...table.notes ?? []],
  };
}
