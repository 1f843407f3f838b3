/**
 * The head of a delimited text. A small file is read whole, a large one only in part; its number of rows is estimated
 * from the length of rows in several places.
 */

import type { AppError } from "../../base/errors.ts";
import type { ByteSource } from "../byte_source.ts";
import { decodeText, type Encoding, guessNote, replacedNote } from "../encoding.ts";
import { cannotPreview, columnNames, longestText, mostColumns, shortenText } from "../table_head.ts";
import type { FoundLayout, HeadOptions, TableHead } from "../table_head.ts";
import { noBytesIfTooLarge, openText } from "../text_file.ts";
import { type CsvRecords, openCsv, parseCsv } from "./csv.ts";
import { readHead, shortNote } from "./read_part.ts";
import { guessTextDtype, textValue } from "./values.ts";

/** Bytes up to which a file is read whole and its rows are counted; of a larger one no more is read for the head. */
const smallFile = 8_000_000;
const headBytes = 512_000;
/** Rows from which types are guessed. */
const typedRows = 1_000;
const probes = 9;
const probeBytes = 64_000;
/** Too few rows in all places together to estimate the length of one: most are longer than a place. */
const fewRows = 20;

export async function readCsv(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, encoding, delimiter, isWhole } = await beginning(source, options);
  const limit = Math.max(typedRows, options.rows) + 1;
  const parsed = parseCsv(text, { delimiter, isWhole, ...(isWhole ? {} : { limit }) });
  if (parsed.count === 0) throw unreadable(source, isWhole);
  const [header = [], ...rows] = firstRecords(parsed, limit);
  const facts = { encoding: encoding.name, delimiter };
  const replaced = replacedNote(isWhole ? text : text.slice(0, parsed.length));
  const { notes, ...shown } = table(header, rows, options.rows);
  return {
    ...shown,
    format: delimiter === "\t" ? "tsv" : "csv",
    rows: isWhole ? parsed.count - 1 : await estimateRows(source, { text, parsed, encoding, delimiter }),
    isRowsExact: isWhole,
    facts,
    notes: [
      ...notes,
      ...[replaced, guessNote(encoding)].filter((note) => note !== undefined),
      ...(parsed.isQuoteOpen
        ? ["A quotation mark is never closed: the last row holds all that follows it"]
        : []),
      ...(isWhole ? [] : shortNote(parsed.count - 1, options.rows, smallFile)),
    ],
  };
}

export async function csvLayout(source: ByteSource, named?: string): Promise<FoundLayout> {
  const found = await beginning(source, { encoding: named, rows: 1 });
  const { text, encoding, delimiter, isWhole, skipped } = found;
  const parsed = parseCsv(text, { delimiter, isWhole, ...(isWhole ? {} : { limit: typedRows + 1 }) });
  const [header = [], ...rows] = firstRecords(parsed, typedRows + 1);
  const note = guessNote(encoding);
  return {
    layout: { encoding: encoding.name, delimiter, ...(skipped === 0 ? {} : { skipped }) },
    isRagged: rows.some((row) => row.length > header.length),
    ...(note === undefined ? {} : { note }),
    rows: isWhole ? Math.max(0, parsed.count - 1) : await estimateRows(source, { ...found, parsed }),
  };
}

/** The header and the rows from which types are guessed, or more if more are wanted. */
function firstRecords({ count, fields }: CsvRecords, limit: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.min(count, limit) }, (_, record) => fields(record));
}

async function beginning(source: ByteSource, { encoding: named, rows }: HeadOptions) {
  const encoding = await openText(source, named);
  const isWhole = source.size <= smallFile;
  const opened = (all: string) => openCsv(all, { isWhole, usual: isTabs(source.path) ? "\t" : undefined });
  const all = await readHead(source, {
    first: isWhole ? smallFile : headBytes,
    most: smallFile,
    decode: (bytes) => decodeText(bytes, encoding),
    isEnough(part) {
      const { text, delimiter } = opened(part);
      return parseCsv(text, { delimiter, isWhole, limit: rows + 1 }).count > rows;
    },
  });
  return { ...opened(all), encoding, isWhole };
}

function table(header: readonly string[], rows: readonly (readonly string[])[], shown: number) {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
  const listed = Math.min(width, mostColumns);
  const names = columnNames(Array.from({ length: listed }, (_, index) => header[index]));
  const columns = names.map((name, index) => ({
    name,
    dtype: guessTextDtype(rows.map((row) => row[index] ?? "")),
  }));
  const head = rows.slice(0, shown).map((row) =>
    columns.map(({ dtype }, index) => textValue(row[index] ?? "", dtype))
  );
  const isCut = head.some((row) => row.some((cell) => typeof cell === "string" && cell.length > longestText));
  const ragged = rows.filter((row) => row.length !== header.length).length;
  const notes = [
    ...(ragged > 0 ? [raggedNote(ragged, rows.length)] : []),
    ...(isCut ? [`Texts are cut after ${longestText} characters`] : []),
  ];
  const cut = head.map((row) => row.map((cell) => typeof cell === "string" ? shortenText(cell) : cell));
  return { columns, ...(width > listed ? { width } : {}), head: cut, notes };
}

function raggedNote(ragged: number, rows: number): string {
  const those = rows === 1 ? "The first row" : `${ragged} of the first ${rows} rows`;
  return `${those} ${ragged === 1 ? "has" : "have"} another number of fields`;
}

interface Sample {
  readonly text: string;
  readonly parsed: CsvRecords;
  readonly encoding: Encoding;
  readonly delimiter: string;
}

/** Rows of a large file: its size divided by the length of a row, sampled in several places, or at its beginning if rows are long. */
async function estimateRows(
  source: ByteSource,
  { text, parsed, encoding, delimiter }: Sample,
): Promise<number> {
  const sample = measured(text, parsed, encoding);
  const step = Math.floor((source.size - probeBytes) / probes / 2) * 2;
  const starts = Array.from({ length: probes }, (_, index) => index * step);
  const places = await Promise.all(
    starts.map((start) => source.read(start, start + probeBytes).catch(noBytesIfTooLarge)),
  );
  // A place may begin within quotation marks: what follows the first line end is taken as it comes.
  const texts = places.map((bytes) => withoutFirst(decodeText(bytes, encoding)));
  const measures = texts.map((text) =>
    measured(text, parseCsv(text, { delimiter, isWhole: false }), encoding)
  );
  const inPlaces = {
    records: measures.reduce((sum, { records }) => sum + records, 0),
    bytes: measures.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  // The header is not a row.
  const seen = Math.max(1, sample.records - 1);
  const guess = inPlaces.records < fewRows
    ? source.size * seen / Math.max(1, sample.bytes)
    : source.size * inPlaces.records / inPlaces.bytes - 1;
  return Math.max(seen, Math.round(guess));
}

/** Rows of a part of a file, and the bytes that they take. */
function measured(text: string, { count, length }: CsvRecords, encoding: Encoding) {
  const rest = text.slice(length);
  // Part of a row that is longer than all others here. What has a line end is a row that was merely cut, and zeros are
  // a hole in a sparse file.
  const isLong = rest.length > length && !["\r", "\n", "\0"].some((one) => rest.includes(one));
  return { records: count, bytes: encodedLength(isLong ? text : text.slice(0, length), encoding) };
}

function withoutFirst(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

/** Bytes of a text in its encoding; for those that cannot be encoded here, two for what is not ASCII. */
function encodedLength(text: string, { label }: Encoding): number {
  if (label.startsWith("utf-16")) return text.length * 2;
  if (label === "utf-8") return new TextEncoder().encode(text).length;
  if (label === "windows-1252") return text.length;
  return text.length + text.replace(/[ -~\s]/g, "").length;
}

function isTabs(path: string): boolean {
  return /\.(tsv|tab)(\.gz)?$/i.test(path);
}

function unreadable(source: ByteSource, isWhole: boolean): AppError {
  const state = isWhole ? "it has no rows" : `its first ${smallFile} bytes do not contain a whole row`;
  return cannotPreview(source.path, state, {
    hint: isWhole ? "Look at it with file_read" : "A quotation mark may be open; look at it with file_read",
  });
}
