/** Rows of a table in a kernel, for a program such as a chart: bounded, and taken at random where there are too many. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage } from "./language.ts";
import { inspectPython, inspectR } from "./look.ts";
import { pythonPrograms } from "./python/programs.ts";
import { rPrograms } from "./r/programs.ts";
import { translateRefusals } from "./refusal.ts";
import type { VariablePath } from "./variable_path.ts";

export interface TableRowsOptions {
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

const rowsSchema = z.object({
  columns: z.array(z.object({ name: z.string(), dtype: z.string() })),
  /** One list per row, in the order of `columns`: JSON values, null for NaN, ISO dates. */
  rows: z.array(z.array(z.unknown())),
  /** Null where a lazy table does not say. */
  rows_total: z.number().nullable(),
  /** Which of its rows these are: all, some from everywhere in it, or the first of a lazy one. */
  taken: z.enum(["all", "sample", "first"]),
});

export type TableRows = z.infer<typeof rowsSchema>;

export function tableRows(kernel: Kernel, path: VariablePath, options: TableRowsOptions): Promise<TableRows> {
  const args = { path, max_rows: options.maxRows, max_bytes: options.maxBytes };
  const look = { args, schema: rowsSchema, limit: 30_000, signal: options.signal };
  return translateRefusals({ path, news: kernel.stateLostNote }, () =>
    byLanguage(kernel, {
      python: () => inspectPython(kernel, { ...look, source: pythonPrograms.tableRows }),
      r: () => inspectR(kernel, { ...look, source: rPrograms.tableRows }),
    }));
}
