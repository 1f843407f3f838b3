/** The head of a table in the form that a model reads: names, types, rows as objects, within the budget. */

import { mostColumns, type TableHead } from "../files/tables/table_head.ts";
import { columnNames } from "../files/tables/column_names.ts";
import { cutLong } from "../files/tables/plain_value.ts";
import { plural } from "../base/text.ts";

/** Columns whose values are shown. */
const mostShown = 200;

export interface PreviewOptions {
  readonly path: string;
  readonly maxBytes: number;
}

export function tablePreview(
  table: TableHead,
  { path, maxBytes }: PreviewOptions,
): Readonly<Record<string, unknown>> {
  const listed = columnNames(table.columns.slice(0, mostColumns).map(({ name }) => cutLong(name)));
  const width = table.width ?? table.columns.length;
  const shown = listed.slice(0, mostShown);
  const objects = table.head.map((row) =>
    Object.fromEntries(shown.map((name, index) => [name, row[index] ?? null]))
  );
  const head = fitting(objects, maxBytes / 3);
  const notes = [
    ...table.notes ?? [],
    ...(width > shown.length ? [`The head shows the first ${shown.length} of ${width} columns`] : []),
    ...(width > listed.length ? [`Only the first ${listed.length} columns are listed`] : []),
    ...(head.length < objects.length
      ? [`The head shows ${head.length} ${plural(head.length, "row")}: more would not fit`]
      : []),
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

/** As many rows as fit, one at least. */
function fitting(rows: readonly object[], budget: number): readonly object[] {
  let left = budget;
  const count = rows.findIndex((row) => (left -= JSON.stringify(row).length) < 0);
  return count < 0 ? rows : rows.slice(0, Math.max(1, count));
}
