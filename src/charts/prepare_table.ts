/** The table that a chart is planned from: the data understood, with the columns that the sentence calls for. */

import { AppError } from "../base/errors.ts";
import type { ChartRequest } from "../base/protocol.ts";
import type { Language } from "../base/chart_terms.ts";
import { findIntent } from "./read/find_intent.ts";
import { withHeaderNames } from "./read/header_names.ts";
import { withHours } from "./read/hour_column.ts";
import { mentionedColumns } from "./read/mentioned_columns.ts";
import { withNamedNumbers } from "./read/named_numbers.ts";
import { withoutNumberOf } from "./read/number_as_group.ts";
import { withRatio } from "./read/said_ratio.ts";
import { withWeekdays } from "./read/weekday_column.ts";
import type { CategoryColumn, Column, Table, TimeColumn } from "./table/column.ts";
import { headerTimes, withHeaderTimes } from "./table/header_times.ts";
import { joinTimeColumns } from "./table/joined_time.ts";
import { namingSource } from "./table/named_source.ts";
import { parseData } from "./table/parse_data.ts";
import type { RawTable } from "./table/raw_table.ts";
import { schoolReader } from "./table/school_times.ts";
import { understandTable, type Understood } from "./table/understand_table.ts";

export interface PreparedTable {
  readonly raw: RawTable;
  readonly understood: Understood;
  readonly table: Table;
  /** The sentence, with the names of columns that it means by times. */
  readonly query: string;
  /** The columns with times for names that were put below each other. */
  readonly stacked: readonly string[];
}

/** Names for columns that are made. */
export const madeNames = {
  ja: { value: "値", series: "系列", time: "時期" },
  en: { value: "value", series: "series", time: "time" },
} as const;

export function prepareTable(request: ChartRequest, language: Language): PreparedTable {
  const { raw, understood } = namingSource(request.source, () => {
    const raw = parseData(request.data);
    const understood = understandTable(raw);
    checkValues(understood);
    return { raw, understood };
  });
  const dated = withWeekdays(joinTimeColumns(withTerms(understood.columns, request)), request.query);
  const named = withNamedNumbers(withHours(dated, request.query), request.query);
  const { columns, query } = withRatio(named, withoutNumberOf(request.query, named));
  const wide = { ...understood, columns };
  const timed = headerTimes(columns);
  const asIs = { raw, understood, table: wide, query, stacked: [] };
  if (timed.length === 0 || isWished(request, timed)) return asIs;
  const isOverTime = wantsTime(request, columns);
  const renamed = isOverTime ? null : withHeaderNames(query, timed);
  if (renamed !== null) return { ...asIs, query: renamed };
  // A single month that is named stays a column.
  const isNamed = !isOverTime && mentionedColumns(request.query, timed).mentions.length > 0;
  const long = isNamed ? null : withHeaderTimes(wide, madeNames[language]);
  return long === null ? asIs : { ...asIs, table: long, stacked: timed.map(({ name }) => name) };
}

/** Whether the caller names one of the columns. */
function isWished({ x, y, color, facet }: ChartRequest, columns: readonly Column[]): boolean {
  return [x, y, color, facet].some((wish) => columns.some(({ name }) => name === wish));
}

function checkValues({ columns, sampledRows }: Understood): void {
  if (sampledRows !== null || columns.some(({ missing }) => missing < 1)) return;
  throw new AppError("invalid_argument", 'Cannot draw "data": none of its cells has a value', {
    hint: "Send at least one row with values",
  });
}

/** The columns, in which terms and seasons are times where these are asked for and there are no others. */
function withTerms(columns: readonly Column[], request: ChartRequest): readonly Column[] {
  if (columns.some(({ kind }) => kind === "time") || !wantsTime(request, columns)) return columns;
  return columns.map((column) => column.kind === "category" ? termTimes(column) ?? column : column);
}

/** Null where it names something else. */
function termTimes(column: CategoryColumn): TimeColumn | null {
  if (column.distinct > mostTerms) return null;
  const { codes, labels } = column.values();
  const reader = schoolReader(labels);
  if (reader === null) return null;
  const { index, name, distinct, missing } = column;
  const times = labels.map((label) => reader.read(label) ?? NaN);
  const values = Float64Array.from(codes, (code) => times[code] ?? NaN);
  return { index, name, distinct, missing, kind: "time", grain: reader.grain, values: () => values };
}

const mostTerms = 200;

/** Whether the sentence or the caller asks for change over time. */
function wantsTime({ query, pattern }: ChartRequest, columns: readonly Column[]): boolean {
  if (pattern !== undefined) return ["P01", "P12", "P13", "P21", "P31"].includes(pattern);
  const { senses } = findIntent(query, columns);
  return (["trend", "period", "line_chart", "cumulative"] as const).some((sense) => senses.has(sense));
}
