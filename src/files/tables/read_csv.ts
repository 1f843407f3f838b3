/**
 * The head of a delimited text. A small file is read whole, a large one only in part; its number of rows is estimated
 * from the length of rows in several places.
 */

import type { AppError } from "../../base/errors.ts";
import type { ByteSource } from "../byte_source.ts";
import { decodeText, type Encoding, guessNote, replacedNote } from "../encoding.ts";
import { cannotPreview, columnNames, longestText, mostColumns, shortenText } from "../table_head.ts";
import type { FoundLayout, HeadOptions, TableHead } from "../table_head.ts";
import { noBytesIfTooLarge } from "../text_file.ts";
import { type CsvRecords, openCsv, parseCsv } from "./csv.ts";
import { listedColumns, readBeginning, shortNote } from "./read_part.ts";
import { type TextColumn, textColumn } from "./values.ts";

/** Bytes up to which a file is read whole and its rows are counted. */
const smallFile = 8_000_000;
const headBytes = 512_000;
/** Rows from which types are guessed. */
const typedRows = 1_000;
const probes = 9;
const probeBytes = 64_000;
/** Too few rows in all places together to estimate the length of one: most are longer than a place. */
const fewRows = 20;

export async function readCsv(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const found = await beginning(source, options);
  const { text, encoding, delimiter, isWhole, parsed, header, rows } = found;
  if (parsed.count === 0) throw unreadable(source, isWhole);
  const replaced = replacedNote(isWhole ? text : text.slice(0, parsed.length));
  const { notes, hasDecimalComma, ...shown } = table(header, rows, options.rows);
  const facts = { encoding: encoding.name, delimiter, ...(hasDecimalComma ? { decimal: "," } : {}) };
  return {
    ...shown,
    format: delimiter === "\t" ? "tsv" : "csv",
    rows: await countRows(source, found),
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
  const { encoding, delimiter, skipped, header, rows } = found;
  const note = guessNote(encoding);
  const misread = whyMisread(header, rows, delimiter);
  const hasDecimalComma = misread === undefined && textColumns(header.length, rows).some(hasComma);
  return {
    layout: {
      encoding: encoding.name,
      delimiter,
      ...(skipped === 0 ? {} : { skipped }),
      ...(hasDecimalComma ? { decimal: "," } : {}),
    },
    ...(misread === undefined ? {} : { misread }),
    ...(note === undefined ? {} : { note }),
    rows: await countRows(source, found),
  };
}

function whyMisread(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  delimiter: string,
): string | undefined {
  // pandas would take the first fields for names of rows, and show them nowhere.
  if (rows.some((row) => row.length > header.length)) return "rows have more fields than the header";
  const columns = textColumns(header.length, rows);
  if (!columns.some(hasComma)) return undefined;
  const hasPoint = (index: number) => rows.some((row) => row[index]?.includes("."));
  const isMixed = columns.some(({ dtype }, index) => dtype === "float64" && hasPoint(index));
  return isMixed || delimiter === "," ? "numbers have decimal commas, and not in one way" : undefined;
}

function hasComma({ hasDecimalComma }: TextColumn): boolean {
  return hasDecimalComma;
}

function textColumns(count: number, rows: readonly (readonly string[])[]): readonly TextColumn[] {
  return Array.from(
    { length: Math.min(count, mostColumns) },
    (_, index) => textColumn(rows.map((row) => row[index] ?? "")),
  );
}

/** The header, and the rows from which types are guessed, or more if more are wanted. */
async function beginning(source: ByteSource, { encoding, rows: wanted }: HeadOptions) {
  const opened = (text: string, isWhole: boolean) =>
    openCsv(text, { isWhole, usual: isTabs(source.path) ? "\t" : undefined });
  const all = await readBeginning(source, {
    encoding,
    smallFile,
    headBytes,
    isEnough(part) {
      const { text, delimiter } = opened(part, false);
      return parseCsv(text, { delimiter, isWhole: false, limit: wanted + 1 }).count > wanted;
    },
  });
  const { text, delimiter, skipped } = opened(all.text, all.isWhole);
  const limit = Math.max(typedRows, wanted) + 1;
  const parsed = parseCsv(text, { delimiter, isWhole: all.isWhole, ...(all.isWhole ? {} : { limit }) });
  const records = Array.from({ length: Math.min(parsed.count, limit) }, (_, record) => parsed.fields(record));
  const [header = [], ...rows] = records;
  return { ...all, text, delimiter, skipped, parsed, header, rows };
}

function table(header: readonly string[], rows: readonly (readonly string[])[], shown: number) {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
  const readings = textColumns(width, rows);
  const names = columnNames(readings.map((_, index) => header[index]));
  const columns = readings.map((reading, index) => ({ ...reading, name: names[index] ?? "" }));
  let isCut = false;
  const cell = (row: number, { value }: TextColumn, index: number) => {
    const found = value(rows[row]?.[index] ?? "");
    if (typeof found !== "string") return found;
    isCut ||= found.length > longestText;
    return shortenText(found);
  };
  const listed = listedColumns(columns, { rows: Math.min(shown, rows.length), cell, width });
  const ragged = rows.filter((row) => row.length !== header.length).length;
  const notes = [
    ...(ragged > 0 ? [raggedNote(ragged, rows.length)] : []),
    ...(isCut ? [`Texts are cut after ${longestText} characters`] : []),
  ];
  return { ...listed, notes, hasDecimalComma: readings.some(hasComma) };
}

function raggedNote(ragged: number, rows: number): string {
  const those = rows === 1 ? "The first row" : `${ragged} of the first ${rows} rows`;
  return `${those} ${ragged === 1 ? "has" : "have"} another number of fields`;
}

/**
 * Rows of a file; of a large one its size divided by the length of a row, sampled in several places, or at its beginning
 * if rows are long.
 */
async function countRows(
  source: ByteSource,
  { text, parsed, encoding, delimiter, isWhole }: Awaited<ReturnType<typeof beginning>>,
): Promise<number> {
  if (isWhole) return Math.max(0, parsed.count - 1);
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
