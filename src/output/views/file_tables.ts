/**
 * Tables in files that a person looks at: the first rows, kept here for the last few files, sorted and filtered as the
 * kernel does it for tables of its own (`jupyter/inspect/python/views`).
 */

import { AppError } from "../../base/errors.ts";
import { BoundedMap } from "../../base/bounded_map.ts";
import type {
  ColumnKind,
  ColumnProfile,
  Condition,
  TableOutline,
  TablePage,
  TableQuery,
} from "../../base/view_messages.ts";
import { longestText, type TableHead } from "../../files/table_head.ts";
import type { FileTables } from "../../services.ts";

type Row = readonly unknown[];

interface KeptTable {
  readonly outline: TableOutline;
  readonly kinds: readonly ColumnKind[];
  readonly rows: readonly Row[];
  /** The rows of the last question. */
  selected?: { readonly question: string; readonly rows: readonly Row[] };
}

/** Cells over all kept tables. */
const maxCells = 2_000_000;
const bins = 16;

/** Cells of one file that are read. */
const cellsOfFile = 500_000;
const mostRows = 10_000;
const mostListed = 1_000;
/** Items of a nested value that are read. */
const mostItems = 20;

/** Rows to read of a file with this number of columns. */
export function rowsToRead(columns: number): number {
  return Math.max(100, Math.min(mostRows, Math.floor(cellsOfFile / Math.max(1, columns))));
}

export class KeptFileTables implements FileTables {
  readonly #tables = new BoundedMap<KeptTable>({
    most: maxCells,
    weight: ({ kinds, rows }) => 1 + kinds.length * rows.length,
  });

  add({ columns, head, format, rows, width }: TableHead): { handle: string; outline: TableOutline } {
    const handle = `file:${crypto.randomUUID()}`;
    const described = columns.slice(0, mostListed).map(({ name, dtype }) => ({
      name,
      dtype,
      kind: kindOf(dtype),
    }));
    const outline = {
      type: format,
      rows: head.length,
      width: width ?? columns.length,
      columns: described,
      is_first: rows === null || rows > head.length,
    };
    this.#tables.set(handle, { outline, kinds: columns.map(({ dtype }) => kindOf(dtype)), rows: head });
    return { handle, outline };
  }

  page(handle: string, query: TableQuery): TablePage {
    const { offset, limit, places, sort, condition, outline, exact } = query;
    const table = this.#get(handle);
    const rows = selectRows(table, { sort, condition });
    // The view may ask for a row of the filter before.
    const start = Math.min(offset, Math.max(0, rows.length - 1));
    const shown = rows.slice(start, start + limit).map((row) => places.map((place) => row[place] ?? null));
    return {
      matching: rows.length,
      offset: start,
      rows: shown,
      ...(exact && shown.flat().some(isShortened) ? { is_shortened: true } : {}),
      ...(outline ? { outline: table.outline } : {}),
    };
  }

  profiles(handle: string, places: readonly number[]): { profiles: readonly ColumnProfile[] } {
    const { kinds, rows } = this.#get(handle);
    const known = places.filter((place) => place < kinds.length);
    return { profiles: known.map((place) => profileOf(place, rows.map((row) => row[place]), kinds[place])) };
  }

  #get(handle: string): KeptTable {
    const table = this.#tables.get(handle);
    if (table !== undefined) return table;
    throw new AppError("variable_not_found", "Cannot show the table: it is no longer kept", {
      hint: "Other files were shown since: call show_table again",
    });
  }
}

function kindOf(dtype: string): ColumnKind {
  if (/^(u?int|float|double|decimal)/.test(dtype)) return "number";
  if (/^(date|timestamp)/.test(dtype)) return "time";
  return dtype === "bool" ? "bool" : "text";
}

function selectRows(table: KeptTable, query: Pick<TableQuery, "sort" | "condition">): readonly Row[] {
  const { sort, condition } = query;
  const question = JSON.stringify([sort, condition]);
  if (table.selected?.question === question) return table.selected.rows;
  const found = condition === null
    ? table.rows
    : table.rows.filter((row) => meets(row, condition, table.kinds));
  const rows = sort === null ? found : sorted(found, sort, table.kinds[sort.place]);
  table.selected = { question, rows };
  return rows;
}

/** Missing values come last in both directions. */
function sorted(
  rows: readonly Row[],
  sort: NonNullable<TableQuery["sort"]>,
  kind: ColumnKind | undefined,
): readonly Row[] {
  const { place, descending } = sort;
  const direction = descending ? -1 : 1;
  const present = rows.filter((row) => isPresent(row[place]));
  const missing = rows.filter((row) => !isPresent(row[place]));
  return [...present.toSorted((a, b) => direction * compare(a[place], b[place], kind)), ...missing];
}

function compare(a: unknown, b: unknown, kind: ColumnKind | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const valueOf = kind === "number" ? numberOf : kind === "time" ? localTime : textOf;
  const [left, right] = [valueOf(a), valueOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Numbers that would lose digits, and infinite ones, are kept as text. */
function numberOf(value: unknown): number | bigint {
  const text = textOf(value).trim();
  return /^[-+]?\d+$/.test(text) ? BigInt(text.replace("+", "")) : Number(text.replace("inf", "Infinity"));
}

/** As the person reads it, in the zone of the value. */
function localTime(value: unknown): string {
  return textOf(value).replace(" ", "T").replace(/(?<=T.*)(Z|[-+]\d\d:?\d\d)$/, "");
}

function meets(row: Row, condition: Condition, kinds: readonly ColumnKind[]): boolean {
  if (condition.kind === "text") return kinds.some((kind, place) => holds(row[place], condition, kind));
  const value = row[condition.place];
  if (!isPresent(value)) return false;
  const found = condition.kind === "equal"
    ? textOf(value).toLowerCase() === condition.text.toLowerCase()
    : isWithin(value, condition, kinds[condition.place]);
  return found !== condition.negate;
}

function holds(value: unknown, condition: Extract<Condition, { kind: "text" }>, kind: ColumnKind): boolean {
  if (!isPresent(value)) return false;
  const { text, number, low, high } = condition;
  if (kind === "number") {
    if (typeof value !== "number" || typeof number !== "number") {
      return number !== null && compare(value, number, kind) === 0;
    }
    return Math.abs(value - number) <= Math.abs(number) * 1e-9;
  }
  if (kind === "time") {
    return low !== null && isWithin(value, { low, high, low_open: false, high_open: true }, kind);
  }
  const written = textOf(value).toLowerCase();
  return kind === "bool" ? written === text.toLowerCase() : written.includes(text.toLowerCase());
}

type Limits = Pick<Extract<Condition, { kind: "range" }>, "low" | "high" | "low_open" | "high_open">;

function isWithin(
  value: unknown,
  { low, high, low_open, high_open }: Limits,
  kind: ColumnKind | undefined,
): boolean {
  const fromLow = low === null ? 1 : compare(value, low, kind);
  const fromHigh = high === null ? -1 : compare(value, high, kind);
  return (low_open ? fromLow > 0 : fromLow >= 0) && (high_open ? fromHigh < 0 : fromHigh <= 0);
}

function profileOf(place: number, all: readonly unknown[], kind: ColumnKind | undefined): ColumnProfile {
  const values = all.filter(isPresent);
  const about = { place, nulls: all.length - values.length, nulls_exact: true, sampled: false };
  if (values.length === 0) return about;
  if (kind !== "number" && kind !== "time") return { ...about, ...mostFrequent(values.map(textOf)) };
  const numbers = values.map((value) =>
    kind === "number" ? Number(numberOf(value)) : Date.parse(textOf(value))
  )
    .filter(Number.isFinite);
  if (numbers.length === 0) return about;
  const ends = values.toSorted((a, b) => compare(a, b, kind));
  return { ...about, low: ends[0], high: ends.at(-1), histogram: histogram(numbers) };
}

function histogram(numbers: readonly number[]): number[] {
  const low = numbers.reduce((least, value) => Math.min(least, value), Infinity);
  const high = numbers.reduce((most, value) => Math.max(most, value), -Infinity);
  if (low === high) return [numbers.length];
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of numbers) {
    const bin = Math.min(bins - 1, Math.floor((value - low) / (high - low) * bins));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts;
}

function mostFrequent(texts: readonly string[]): Pick<ColumnProfile, "distinct" | "top" | "histogram"> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const top = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, bins);
  return {
    distinct: counts.size,
    top: top.slice(0, 3).map(([text, count]) => [text.slice(0, 60), count]),
    histogram: top.map(([, count]) => count),
  };
}

/** Whether the reader of the file may have shortened a value. */
function isShortened(value: unknown): boolean {
  if (typeof value === "string") return value.length > longestText || value.startsWith("…");
  if (typeof value !== "object" || value === null) return false;
  const parts: readonly unknown[] = Object.values(value);
  return parts.length >= mostItems || parts.some(isShortened);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}
