/** What is told of a table, by column name: `dtypes`, `nulls`, `describe`, and the rows of `head` as objects. */

import type { ToolResult } from "./tool_result.ts";

/** A reply of `get_dataframe_info` in this form; errors stay as they are. */
export function byColumn(result: ToolResult): ToolResult {
  const { columns, head, shape, ...rest } = result.json;
  if (!Array.isArray(columns) || !Array.isArray(columns[0])) return result;
  const [header, ...rows]: unknown[][] = columns;
  const at = (row: readonly unknown[], field: string) => row[header?.indexOf(field) ?? -1];
  const names = rows.map(([name]) => String(name));
  const of = (read: (row: readonly unknown[]) => unknown) =>
    Object.fromEntries(
      rows.map((row) => [String(row[0]), read(row)]).filter(([, value]) => value !== undefined),
    );
  const hasNulls = header?.includes("nulls") ?? false;
  const rowCount = Array.isArray(shape) ? Number(shape[0]) : NaN;
  const statistics = (row: readonly unknown[]) => {
    const own = (header ?? []).slice(hasNulls ? 3 : 2).map(String);
    const found = own.flatMap((name) =>
      (at(row, name) ?? null) === null ? [] : [[name, at(row, name)] as const]
    );
    const isLookedInto = typeof at(row, "nulls") === "number";
    return isLookedInto
      ? { count: rowCount - Number(at(row, "nulls")), ...Object.fromEntries(found) }
      : undefined;
  };
  const json = {
    ...rest,
    shape,
    columns: names,
    dtypes: of((row) => at(row, "dtype") ?? undefined),
    ...(hasNulls ? { nulls: of((row) => at(row, "nulls") ?? undefined), describe: of(statistics) } : {}),
    ...(Array.isArray(head)
      ? { head: head.map((row: unknown[]) => Object.fromEntries(row.map((cell, n) => [names[n], cell]))) }
      : {}),
  };
  return withJson(result, json);
}

function withJson(result: ToolResult, json: Readonly<Record<string, unknown>>): ToolResult {
  const at = (path: string) =>
    path.split(".").reduce<unknown>(
      (value, key) => Array.isArray(value) ? value.at(Number(key)) : Object(value)[key],
      json,
    );
  return { ...result, json, at, string: (path) => String(at(path)) };
}
