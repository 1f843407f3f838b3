/** Codes as groups, unless a sentence wants their sum or their average. */

import { isCode } from "../table/code_columns.ts";
import type { Column, NumberColumn } from "../table/column.ts";
import { numberAsCategory } from "../table/derive_column.ts";
import { mentionedColumns } from "./mentioned_columns.ts";
import { plain } from "./plain.ts";

interface Options {
  /** What the caller wants along y is measured, whatever it is called. */
  readonly measured?: string | undefined;
}

export function withCodes(
  columns: readonly Column[],
  query: string,
  { measured }: Options = {},
): readonly Column[] {
  return columns.map((column) =>
    column.kind === "number" && column.name !== measured && isCode(column) && !isMeasured(query, column)
      ? { ...numberAsCategory(column), codes: true }
      : column
  );
}

function isMeasured(query: string, column: NumberColumn): boolean {
  const text = plain(query);
  return mentionedColumns(text, [column]).mentions.some(({ words }) =>
    new RegExp(
      `\\b(?:average|mean|avg|median|sum|total|max|maximum|min|minimum)(?: value)?(?: of)?(?: the| all)? (?:${words})` +
        `|(?:${words})の?(?:平均|合計|中央値|最大|最小)|(?:平均|合計)の?(?:${words})`,
    ).test(text)
  );
}
