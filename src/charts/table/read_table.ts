/** The table of a request: its text parsed, its columns understood, a year and a month in two columns joined. */

import type { Language } from "../../base/language.ts";
import type { Column, Table } from "./column.ts";
import { DataError } from "./data_error.ts";
import { headerTimes, joinTimeColumns, longTable } from "./made_columns.ts";
import { parseData } from "./parse_data.ts";
import type { RawTable } from "./raw_table.ts";
import { understandTable, type Understood } from "./understand_table.ts";

export interface ReadTable {
  readonly raw: RawTable;
  readonly understood: Understood;
  /** What charts are drawn from. */
  readonly table: Table;
  /** Columns named by times that were melted into one. */
  readonly melted: readonly string[];
}

interface TableRequest {
  readonly data: string;
  /** What errors call the table. */
  readonly source?: string | undefined;
  readonly language: Language;
  /** Columns that the options name: these stay as they are. */
  readonly named: readonly string[];
}

/** Names for the columns that are made from the header. */
const madeNames = { ja: { value: "値", time: "時期" }, en: { value: "value", time: "time" } } as const;

export function readTable({ data, source, language, named }: TableRequest): ReadTable {
  const { raw, understood } = namingSource(source, () => {
    const raw = parseData(data);
    const understood = understandTable(raw);
    checkValues(understood);
    return { raw, understood };
  });
  const wide = { ...understood, columns: joinTimeColumns(understood.columns) };
  const timed = headerTimes(wide.columns);
  if (timed === null || timed.columns.some(({ name }) => named.includes(name))) {
    return { raw, understood, table: wide, melted: [] };
  }
  const table = longTable(wide, timed, freeNames(wide.columns, language));
  return { raw, understood, table, melted: timed.columns.map(({ name }) => name) };
}

/** Names that no column has. */
function freeNames(columns: readonly Column[], language: Language) {
  const free = (name: string) => columns.some((column) => column.name === name) ? `${name}_` : name;
  const { value, time } = madeNames[language];
  return { value: free(value), time: free(time) };
}

function checkValues({ columns }: Understood): void {
  if (columns.some(({ distinct }) => distinct > 0)) return;
  throw new DataError("invalid_argument", "all cells are empty", {
    hint: "Send rows with values",
  });
}

/** Makes errors about a table name the file or variable that it came from, instead of the argument. */
function namingSource<T>(source: string | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw source !== undefined && error instanceof DataError ? error.of(source) : error;
  }
}
