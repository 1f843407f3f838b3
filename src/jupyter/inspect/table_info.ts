/** What there is to say of a table in a kernel. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { byLanguage } from "./language.ts";
import { inspectPython, inspectR } from "./look.ts";
import { pythonPrograms } from "./python/programs.ts";
import { rPrograms } from "./r/programs.ts";
import { translateRefusals } from "./refusal.ts";
import type { VariablePath } from "./variable_path.ts";

export interface TableInfoOptions {
  readonly headRows: number;
  /** Whether the head was asked for in so many words: of a lazy table it is computed only then. */
  readonly askedForHead: boolean;
  readonly columns?: readonly string[] | undefined;
  readonly signal?: AbortSignal;
}

/** Of wider tables, statistics and head are told of the first ones only. */
const maxColumns = 100;

export const tableSchema = z.looseObject({
  shape: z.array(z.number().nullable()),
  columns: z.array(z.string()),
  // What goes by the names of columns stays as it came: a record of zod would lose one that is called "__proto__".
});

export type TableInfo = z.infer<typeof tableSchema>;

export function tableInfo(kernel: Kernel, path: VariablePath, options: TableInfoOptions): Promise<TableInfo> {
  const { signal, ...wanted } = options;
  const look = { args: { path, ...tableArguments(wanted) }, schema: tableSchema, limit: 30_000, signal };
  return translateRefusals({ path, news: kernel.stateLostNote }, () =>
    byLanguage(kernel, {
      python: () => inspectPython(kernel, { ...look, source: pythonPrograms.tableInfo }),
      r: () => inspectR(kernel, { ...look, source: rPrograms.tableInfo }),
    }));
}

/** What the program that describes tables wants to know. */
export function tableArguments({ headRows, askedForHead, columns }: Omit<TableInfoOptions, "signal">) {
  return {
    head_rows: headRows,
    asked_for_head: askedForHead,
    columns: columns ?? null,
    most_columns: maxColumns,
  };
}
