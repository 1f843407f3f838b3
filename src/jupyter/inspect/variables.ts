/** What a kernel's variables hold: their list, one value, a table's description, a table's rows; all of them bounded. */

import { z } from "zod";
import type { Kernel } from "../kernel/kernel.ts";
import { inspect } from "./inspection.ts";
import { inspectPath } from "./refusal.ts";
import { formatPath, type VariablePath } from "./variable_path.ts";
import { jsonBytes } from "../../base/text.ts";

/** Milliseconds after which the kernel counts as busy. */
const limit = 30_000;

interface ListVariablesOptions {
  /** Include modules, functions, classes and names that begin with an underscore. */
  readonly all: boolean;
  readonly start: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

const listSchema = z.object({
  variables: z.array(z.looseObject({ name: z.string(), type: z.string() })),
  total: z.number(),
  /** Number of variables left out, by kind. */
  left_out: z.record(z.string(), z.number()),
});

type VariableList = z.infer<typeof listSchema>;

export function listVariables(kernel: Kernel, options: ListVariablesOptions): Promise<VariableList> {
  const { signal, ...args } = options;
  return inspect(kernel, "variables", { args, schema: listSchema, signal });
}

interface TableInfoOptions {
  readonly headRows: number;
  /** Whether the caller explicitly requested the head: a lazy table is computed only then. */
  readonly askedForHead: boolean;
  readonly columns?: readonly string[] | undefined;
  readonly signal?: AbortSignal;
}

/** Wider tables get statistics and a head for their first columns only. */
const maxColumns = 100;

const tableSchema = z.looseObject({
  shape: z.array(z.number().nullable()),
  columns: z.array(z.string()),
  // Fields keyed by column name are passed through unparsed: a zod record would lose a column named "__proto__".
});

export type TableInfo = z.infer<typeof tableSchema>;

export function tableInfo(kernel: Kernel, path: VariablePath, options: TableInfoOptions): Promise<TableInfo> {
  const { signal, ...wanted } = options;
  const args = tableArguments(wanted);
  return inspectPath(kernel, { name: "tableInfo", path, args, schema: tableSchema, limit, signal });
}

/** The arguments of the program that describes tables. */
function tableArguments({ headRows, askedForHead, columns }: Omit<TableInfoOptions, "signal">) {
  return {
    head_rows: headRows,
    asked_for_head: askedForHead,
    columns: columns ?? null,
    most_columns: maxColumns,
  };
}

interface ValueOptions {
  readonly maxDepth: number;
  readonly maxItems: number;
  readonly maxChars: number;
  /** Bytes of the whole response. */
  readonly maxBytes: number;
  /** Number of items or characters to skip. */
  readonly start: number;
  readonly signal?: AbortSignal;
}

const imageSchema = z.object({
  png: z.string(),
  width: z.number(),
  height: z.number(),
  mode: z.string().optional(),
});

const figureSchema = z.object({ form: z.enum(["plotly", "vega-lite"]), json: z.string() });

const valueSchema = z.union([
  z.object({ table: tableSchema }),
  z.object({ type: z.string(), picture: imageSchema }),
  z.object({ type: z.string(), figure: figureSchema }),
  z.object({
    type: z.string(),
    value: z.unknown(),
    size: z.string().optional(),
    /** The characters of a figure that is too large to be read as one. */
    large_figure: z.object({ size: z.number(), limit: z.number() }).optional(),
    /** What was left out, and where: a path, or the name of a part that has no path. */
    cut: z.array(
      z.looseObject({ path: z.string().optional(), part: z.string().optional(), left_out: z.string() }),
    ),
  }),
]);

type VariableValue = z.infer<typeof valueSchema>;

export async function variableValue(
  kernel: Kernel,
  path: VariablePath,
  options: ValueOptions,
): Promise<VariableValue> {
  for (let chars = totalChars(options);;) {
    const found = await inspectValue(kernel, path, { ...options, chars });
    const bytes = "value" in found ? jsonBytes(JSON.stringify(found)) : 0;
    if (bytes <= options.maxBytes || chars <= fewestChars) return found;
    // Some characters take several bytes: what is left out is decided in the kernel.
    chars = Math.floor(chars * Math.min(0.9, options.maxBytes / bytes * 0.95));
  }
}

function inspectValue(
  kernel: Kernel,
  path: VariablePath,
  options: ValueOptions & { readonly chars: number },
): Promise<VariableValue> {
  const args = {
    shown_path: formatPath(path),
    max_depth: options.maxDepth,
    max_items: options.maxItems,
    max_chars: options.maxChars,
    max_in_all: options.chars,
    start: options.start,
    ...tableArguments({ headRows: 5, askedForHead: false }),
  };
  const { signal } = options;
  return inspectPath(kernel, { name: "value", path, args, schema: valueSchema, limit, signal });
}

/** Characters that a model reads comfortably at once. */
const defaultMaxChars = 25_000;
const fewestChars = 500;
/** Minimum characters per item if many are requested. */
const charsPerItem = 200;

/** Characters of the whole value, shared by its parts: more if more of each part is requested. */
function totalChars({ maxItems, maxChars, maxBytes }: ValueOptions): number {
  return Math.min(Math.max(defaultMaxChars, maxChars, maxItems * charsPerItem), maxBytes);
}

interface TableRowsOptions {
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

const rowsSchema = z.object({
  columns: z.array(z.object({ name: z.string(), dtype: z.string() })),
  /** One list per row, in the order of `columns`: JSON values, null for NaN, ISO dates. */
  rows: z.array(z.array(z.unknown())),
  /** Null if a lazy table does not know. */
  rows_total: z.number().nullable(),
  /** Which rows these are: all, a random sample, or the first of a lazy table. */
  taken: z.enum(["all", "sample", "first"]),
});

export type TableRows = z.infer<typeof rowsSchema>;

/** Rows for a program such as a chart, sampled at random if there are too many. */
export function tableRows(
  kernel: Kernel,
  path: VariablePath,
  { maxRows, maxBytes, signal }: TableRowsOptions,
): Promise<TableRows> {
  const args = { max_rows: maxRows, max_bytes: maxBytes };
  return inspectPath(kernel, { name: "tableRows", path, args, schema: rowsSchema, limit, signal });
}
