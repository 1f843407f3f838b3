/**
 * Finds out what the columns of a table hold. A column's kind is decided from a sample of rows spread over the table.
 * The values of all rows are read when a chart needs them, so that sums are complete.
 */

// @ts-types="@types/d3-array"
import { extent } from "d3-array";
import { usesDecimalComma } from "../../files/tables/values.ts";
import { addPeriods, day, type Grain, startOf } from "./calendar.ts";
import { cleanText, shortNames } from "./clean_text.ts";
import type { Categories, CategoryColumn, Column, Table, TimeColumn } from "./column.ts";
import { durationsIn, type Numbers } from "./durations.ts";
import { areNumberedNames } from "./numbered_names.ts";
import { parseNumber } from "./parse_number.ts";
import { timeReaderFor } from "./parse_time.ts";
import { type Cell, numbersOf, once, type RawTable, spreadRows } from "./raw_table.ts";

export interface Understood extends Table {
  /** Columns whose numbers, times or order are doubtful, and why. */
  readonly doubts: readonly Doubt[];
}

export type Doubt =
  | { readonly kind: "not_numbers"; readonly column: string; readonly count: number }
  | { readonly kind: "date_order"; readonly column: string; readonly order: string };

const mostSampled = 10_000;
const mostSampledCells = 1_000_000;
/** Share of cells that may fail to be numbers in a column of numbers. */
const tolerated = 0.1;

const emptyMarks = new Set("|na|n/a|nan|null|none|nil|-|--|—|－|#n/a|欠損|欠損値|欠測|欠測値".split("|"));

export function understandTable(raw: RawTable): Understood {
  const sample = spreadRows(
    raw.rows,
    Math.min(mostSampled, Math.floor(mostSampledCells / raw.names.length)),
  );
  const doubts: Doubt[] = [];
  const columns = raw.names.map((name, index) => understandColumn(raw, { index, name, sample, doubts }));
  return {
    rows: raw.rows,
    columns,
    sampledRows: sample.length < raw.rows ? sample.length : null,
    doubts,
  };
}

interface Place {
  readonly index: number;
  readonly name: string;
  readonly sample: readonly number[];
  readonly doubts: Doubt[];
}

function understandColumn(raw: RawTable, place: Place): Column {
  const { index, name, sample } = place;
  const cells = raw.read(index, sample);
  const present = cells.filter((cell) => !isEmpty(cell));
  const texts = present.map(String);
  const named = { index, name, distinct: new Set(texts).size };
  const candidate = { named, texts, cells, doubts: place.doubts, read: () => raw.read(index) };
  const numbers = durationsIn(name, texts) ?? timeColumn(candidate) ?? numbersIn(candidate);
  if (numbers === null) return categoryColumn(candidate);
  if ("kind" in numbers) return numbers;
  const { unit, toNumber } = numbers;
  const values = cells.map(toNumber).filter((value) => !Number.isNaN(value));
  const [least = NaN, most = NaN] = extent(values);
  return {
    ...named,
    kind: "number",
    unit,
    integer: values.every(Number.isInteger),
    least,
    most,
    values: once(() => numbersOf(candidate.read(), toNumber)),
  };
}

interface Candidate {
  readonly named: Pick<Column, "index" | "name" | "distinct">;
  /** Of the rows that are looked at. */
  readonly cells: readonly Cell[];
  /** Those that are not empty. */
  readonly texts: readonly string[];
  readonly doubts: Doubt[];
  /** All cells of the column. */
  readonly read: () => readonly Cell[];
}

/** The share of cells above which "none" is a category of its own, such as people without insurance, not a missing value. */
const leastNone = 0.05;

/** A column of texts, in which "none" or "NA" may be a name like the others. */
function categoryColumn(candidate: Candidate): CategoryColumn {
  const { cells, named, texts, read } = candidate;
  const isName = nameIn(candidate);
  const distinct = new Set([...texts, ...cells.filter(isName).map(String)]).size;
  const values = once(() => categoriesOf(read(), (cell) => !isEmpty(cell) || isName(cell)));
  return { ...named, distinct, kind: "category", values };
}

/** Returns a check for cells that count as empty in other columns but are names in this one. */
function nameIn({ cells, named, texts }: Candidate): (cell: Cell) => boolean {
  const isNone = (cell: Cell) => typeof cell === "string" && /^\s*none\s*$/i.test(cell);
  const nones = cells.filter(isNone).length;
  const isFrequent = nones > 1 && nones >= cells.length * leastNone;
  // If names hardly repeat, they are names of single things, and "none" means that a thing has no name.
  const hasNone = isFrequent && texts.length > 0 && named.distinct * 2 <= texts.length;
  const hasRegions = areRegions(new Set(texts));
  const isNorthAmerica = (cell: Cell) => typeof cell === "string" && cell.trim() === "NA";
  return (cell) => (hasNone && isNone(cell)) || (hasRegions && isNorthAmerica(cell));
}

function timeColumn({ named, texts, read, doubts }: Candidate): TimeColumn | null {
  const reader = timeReaderFor(named.name, texts.map(plainText));
  if (reader === null) return null;
  // The same times repeat often, and parsing one is slow.
  const known = new Map<string, number>();
  const toTime = (cell: Cell) => {
    if (cell === null) return NaN;
    const text = String(cell);
    const before = known.get(text);
    if (before !== undefined) return before;
    const time = isEmpty(cell) ? NaN : reader.read(plainText(text)) ?? NaN;
    if (known.size < 100_000) known.set(text, time);
    return time;
  };
  if (reader.doubt !== undefined) {
    doubts.push({ kind: "date_order", column: named.name, order: reader.doubt });
  }
  const times = texts.map(toTime).filter((time) => !Number.isNaN(time));
  return {
    ...named,
    kind: "time",
    grain: refineGrain(reader.grain, times),
    values: once(() => numbersOf(read(), toTime)),
  };
}

function plainText(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text.trim() : text.normalize("NFKC").trim();
}

function numbersIn({ named, texts, doubts }: Candidate): Numbers | null {
  const comma = usesDecimalComma(texts);
  const written = texts.map((text) => parseNumber(text, comma));
  const units = new Set(written.flatMap((number) => number === null ? [] : [number.unit]));
  const failed = written.filter((number) => number === null).length;
  const infinite = texts.filter(isInfinity).length;
  units.delete("");
  if (
    texts.length === 0 || units.size > 1 || failed - infinite > texts.length * tolerated ||
    infinite * 2 > texts.length ||
    isCode(named.name, texts) || areDecades(named.name, texts)
  ) return null;
  const values = written.flatMap((number) => number === null ? [] : [number.value]);
  const unit = [...units][0] ?? "";
  if (values.length === 0 || areNumberedNames({ name: named.name, unit, values })) return null;
  if (failed > 0) doubts.push({ kind: "not_numbers", column: named.name, count: failed });
  const toNumber = (cell: Cell) => {
    if (typeof cell === "number") return Number.isFinite(cell) ? cell : NaN;
    if (typeof cell === "string" && cell !== "" && !comma) {
      const value = Number(cell);
      if (Number.isFinite(value) && !/[xob]/i.test(cell)) return value;
    }
    return isEmpty(cell) ? NaN : parseNumber(String(cell), comma)?.value ?? NaN;
  };
  return { unit, toNumber };
}

/** Whether the texts are decades of ages or years (20s, 1990s). In a column whose name means a duration, 20s is 20 seconds. */
function areDecades(name: string, texts: readonly string[]): boolean {
  const seconds = texts.filter((text) => /^\d+\s?['’]?s$/i.test(text.trim()));
  return seconds.length > texts.length / 2 && !durations.test(name) &&
    seconds.every((text) => /^(?:1?\d0|(?:18|19|20)\d0)['’]?s$/i.test(text.trim()));
}

const durations =
  /time|durat|latenc|elapsed|sec|wait|interval|delay|lap|window|length|ttl|time?out|時間|秒|所要|間隔|遅延|期間/i;

/** Digits that name something: postal codes, ids with leading zeros. */
function isCode(name: string, texts: readonly string[]): boolean {
  return texts.some((text) => /^0\d+$/.test(text)) ||
    (/(^|[_\s])(zip|postal|phone|isbn|sku)|郵便|電話/i.test(name));
}

function isInfinity(text: string): boolean {
  return /^[-+−]?(?:inf(?:inity)?|∞)$/i.test(text.trim()) || Math.abs(Number(text)) === Infinity;
}

/** Texts as indices into the list of distinct texts, in the order in which they appear. */
function categoriesOf(cells: readonly Cell[], isNamed: (cell: Cell) => boolean): Categories {
  const positions = new Map<string, number>();
  const known = new Map<string, number>();
  const codeOf = (text: string): number => {
    const code = positions.get(text) ?? positions.size;
    positions.set(text, code);
    return code;
  };
  const codes = new Int32Array(cells.length);
  for (const [row, cell] of cells.entries()) {
    if (cell === null) {
      codes[row] = -1;
      continue;
    }
    const raw = String(cell);
    const code = known.get(raw) ?? (isNamed(cell) ? codeOf(cleanText(raw)) : -1);
    known.set(raw, code);
    codes[row] = code;
  }
  return { codes, labels: shortNames([...positions.keys()]) };
}

function isEmpty(cell: Cell): boolean {
  if (cell === null) return true;
  return typeof cell === "string" && (cell.length < 7 && emptyMarks.has(cell.toLowerCase().trim()));
}

/** Dates that only ever name the start or the end of a month or a year are months or years. */
function refineGrain(grain: Grain, times: readonly number[]): Grain {
  if (times.length < 2) return grain;
  const every = (test: (time: number) => boolean) => times.every(test);
  if (grain === "time" && every((time) => time % day === 0)) return refineGrain("day", times);
  if (grain !== "day") return grain;
  const starts = (period: "year" | "month") => every((time) => startOf(time, period) === time);
  const ends = (period: "year" | "month") =>
    every((time) => addPeriods(startOf(time, period), period, 1) - day === time);
  if (new Set(times).size < 2) return grain;
  if (starts("year") || ends("year")) return "year";
  return starts("month") || ends("month") ? "month" : grain;
}

/** Names of world regions in business tables. In a column of these, NA means North America, not a missing value. */
const regions = new RegExp(
  `^(?:${
    [
      "EU|EMEA|EMEIA|APAC|APJ|JAPAC|LATAM|LAC|MEA|MENA|ANZ|ASEAN|DACH|CEE|ROW",
      "(?:(?:north|south|east|west|central|latin)(?:ern)? )?(?:america|europe|asia|africa)",
      "(?:asia[ -]?)?pacific|oceania|middle east",
      "(?:EU|APAC|EMEA|LATAM) (?:north|south|east|west|central)",
    ].join("|")
  })$`,
  "i",
);

/** Whether half of the names are such regions. Country codes do not count: among them NA may be Namibia or missing. */
function areRegions(names: ReadonlySet<string>): boolean {
  const known = [...names].filter((name) => regions.test(name.trim()));
  return known.length > 0 && known.length * 2 >= names.size;
}
