/** The rows of the days of the week that a sentence names: by a column of days, or by one of their names. */

import { languageOf } from "../../base/chart_terms.ts";
import type { CategoryColumn, Column, Table, TimeColumn } from "../table/column.ts";
import { pickRows } from "../table/pick_rows.ts";
import { fewLabels } from "./few_labels.ts";
import { plain } from "./plain.ts";
import { saidWeekdays, weekdayOf } from "./said_weekdays.ts";
import { holdsWeekdays, weekdayColumnName } from "./weekday_column.ts";

export interface WeekdayRestriction {
  readonly kind: "weekdays" | "no_such_weekdays";
  readonly days: readonly number[];
  readonly wanted: boolean;
  readonly column: string;
}

export interface OnWeekdays {
  readonly table: Table;
  readonly rest: string;
  readonly restriction:
    | WeekdayRestriction
    | { readonly kind: "unclear"; readonly texts: readonly string[] }
    | null;
  /** Days beside them that no calendar of ours knows. */
  readonly unclear: readonly string[];
}

export function restrictWeekdays(query: string, table: Table): OnWeekdays {
  const nothing = { table, rest: query, restriction: null, unclear: [] };
  const said = saidWeekdays(query);
  if (said === null || isOther(said.text, table)) return nothing;
  const column = daysColumn(table);
  // Neither months nor tables without times know of days of the week.
  if (column === null) {
    return { table, rest: said.rest, restriction: { kind: "unclear", texts: [said.text] }, unclear: [] };
  }
  const dayOf = readerOf(column);
  const days = new Set(said.days);
  const left = pickRows(table, (row) => {
    const day = dayOf(row);
    return day !== null && days.has(day) === said.wanted;
  });
  const isEmpty = left.rows === 0;
  return {
    table: isEmpty ? table : left,
    rest: said.compared ? `${said.rest} ${grouping(query, column)}` : said.rest,
    restriction: {
      kind: isEmpty ? "no_such_weekdays" : "weekdays",
      days: said.days,
      wanted: said.wanted,
      column: column.name,
    },
    unclear: said.text.includes("祝") ? ["祝日"] : [],
  };
}

/** Words by which several days that are named are told from each other. */
function grouping(query: string, column: Column): string {
  const isJapanese = languageOf(query) === "ja";
  const name = column.kind === "category" ? column.name : weekdayColumnName(isJapanese);
  return isJapanese ? `${name}別` : `by ${name}`;
}

/** Whether the words are those of a group: 平日, Black Friday. */
function isOther(text: string, { columns }: Table): boolean {
  const said = text.toLowerCase();
  const holds = (name: string) => plain(name).includes(said);
  return columns.some((column) =>
    (column.index >= 0 && holds(column.name)) ||
    fewLabels(column).some((label) => weekdayOf(label) === null && holds(label))
  );
}

function daysColumn({ columns }: Table): TimeColumn | CategoryColumn | null {
  const named = columns.find((column) => column.index >= 0 && holdsWeekdays(column));
  const dated = columns.find((column) =>
    column.kind === "time" && (column.grain === "day" || column.grain === "time")
  );
  if (named?.kind === "category") return named;
  return dated?.kind === "time" ? dated : null;
}

function readerOf(column: TimeColumn | CategoryColumn): (row: number) => number | null {
  if (column.kind === "time") {
    const times = column.values();
    return (row) => {
      const day = new Date(times[row] ?? NaN).getUTCDay();
      return Number.isNaN(day) ? null : (day + 6) % 7;
    };
  }
  const { codes, labels } = column.values();
  const days = labels.map(weekdayOf);
  return (row) => days[codes[row] ?? -1] ?? null;
}
