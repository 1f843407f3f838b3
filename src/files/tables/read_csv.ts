/**
 * The head of a delimited text: a part of its beginning is read, and all of it only where it is small. The number of
 * rows of a large one is told from the length of rows in some places of it.
 */

import { AppError } from "../../errors.ts";
import { replacedNote } from "../broken_utf8.ts";
import type { ByteSource } from "../byte_source.ts";
import { type Encoding, guessNote } from "../encoding.ts";
import { nothingThere, openText } from "../open_text.ts";
import { columnNames } from "./column_names.ts";
import { guessTextDtype, textValue } from "./guess_dtype.ts";
import { findDelimiter, parseCsv } from "./parse_csv.ts";
import { cutLong, longestText } from "./plain_value.ts";
import type { HeadOptions, TableHead } from "./table_head.ts";

/** Bytes up to which a file is read whole and its rows are counted. */
const smallFile = 8_000_000;
const headBytes = 512_000;
/** Rows from which types are told. */
const typedRows = 1_000;
const probes = 9;
const probeBytes = 64_000;

/** How a delimited text is laid out; the names are those that pandas takes. */
export interface CsvLayout {
  readonly encoding: string;
  readonly delimiter: string;
  /** Lines before the header. */
  readonly skipped?: number;
}

/** The line that Excel takes for the delimiter, and not for a part of the table. */
const delimiterLine = /^sep=(.)\r?\n/i;

export async function readCsv(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const { text, encoding, delimiter, isWhole } = await beginning(source, options.encoding);
  const { records, isQuoteOpen } = parseCsv(text, {
    delimiter,
    isWhole,
    ...(isWhole ? {} : { limit: typedRows + 1 }),
  });
  const [header, ...rows] = records;
  if (header === undefined) throw unreadable(source, isWhole);
  const facts = { encoding: encoding.name, delimiter };
  const replaced = replacedNote(text);
  const { notes, ...shown } = table(header, rows.slice(0, typedRows), options.rows);
  return {
    ...shown,
    format: delimiter === "\t" ? "tsv" : "csv",
    rows: isWhole ? rows.length : await estimateRows(source, facts),
    isRowsExact: isWhole,
    facts,
    notes: [
      ...notes,
      ...[replaced, guessNote(encoding)].filter((note) => note !== undefined),
      ...(isQuoteOpen ? ["A quotation mark is never closed: the last row holds all that follows it"] : []),
      ...(!isWhole && rows.length === 0
        ? [`The first row is longer than ${headBytes} bytes and is not shown`]
        : []),
    ],
  };
}

/** How a text is laid out; `isRagged` where a row has more fields than the header. */
export async function csvLayout(source: ByteSource, named?: string) {
  const { text, encoding, delimiter, isWhole, skipped } = await beginning(source, named);
  const { records: [header, ...rows] } = parseCsv(text, { delimiter, isWhole, limit: typedRows + 1 });
  const isRagged = rows.some((row) => row.length > (header?.length ?? 0));
  const layout = { encoding: encoding.name, delimiter, ...(skipped === 0 ? {} : { skipped }) };
  return { layout, isRagged, note: guessNote(encoding) };
}

/** Whether a file is a delimited text by its name. */
export function looksDelimited(path: string): boolean {
  return /\.(csv|tsv|tab|psv|txt)$/i.test(path);
}

async function beginning(source: ByteSource, named?: string) {
  const encoding = await openText(source, named);
  const isWhole = source.size <= smallFile;
  const all = decode(await source.read(0, isWhole ? source.size : headBytes), encoding);
  const [line = "", said] = delimiterLine.exec(all) ?? [];
  const text = all.slice(line.length);
  const found = isTabs(source.path) ? "\t" : findDelimiter(text.slice(0, 100_000), isWhole);
  return { text, encoding, delimiter: said ?? found, isWhole, skipped: line === "" ? 0 : 1 };
}

function table(header: readonly string[], rows: readonly (readonly string[])[], shown: number) {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), header.length);
  const names = columnNames(Array.from({ length: width }, (_, index) => header[index]));
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
    ...(ragged > 0 ? [`${ragged} of the first ${rows.length} rows have another number of fields`] : []),
    ...(isCut ? [`Texts are cut after ${longestText} characters`] : []),
  ];
  const cut = head.map((row) => row.map((cell) => typeof cell === "string" ? cutLong(cell) : cell));
  return { columns, head: cut, notes };
}

/** Rows of a large file: its size by the length of a row in several places. */
export async function estimateRows(
  source: ByteSource,
  { delimiter, encoding: named }: CsvLayout,
): Promise<number> {
  const encoding = await openText(source, named);
  const step = Math.floor((source.size - probeBytes) / probes / 2) * 2;
  const starts = Array.from({ length: probes }, (_, index) => index * step);
  const places = await Promise.all(
    starts.map((start) => source.read(start, start + probeBytes).catch(nothingThere)),
  );
  // A place may begin within quotation marks: what follows the first line end is taken as it comes.
  const texts = places.map((bytes) => withoutFirst(decode(bytes, encoding)));
  let records = 0;
  let bytes = 0;
  for (const text of texts) {
    const parsed = parseCsv(text, { delimiter, isWhole: false });
    records += parsed.records.length;
    const rest = text.slice(parsed.length);
    // Part of a row that is longer than all others here. What has a line end is a row that was merely cut, and zeros
    // are a hole that nobody has written yet.
    const isLong = rest.length > parsed.length && !["\r", "\n", "\0"].some((one) => rest.includes(one));
    bytes += encodedLength(isLong ? text : text.slice(0, parsed.length), encoding);
  }
  return Math.max(1, Math.round(source.size * records / Math.max(1, bytes)) - 1);
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

function decode(bytes: Uint8Array, { label }: Encoding): string {
  return new TextDecoder(label).decode(bytes);
}

function isTabs(path: string): boolean {
  return /\.(tsv|tab)(\.gz)?$/i.test(path);
}

function unreadable(source: ByteSource, isWhole: boolean): AppError {
  return isWhole
    ? new AppError("not_a_table", `Cannot preview "${source.path}": it has no rows`, {
      hint: "Look at it with file_read",
    })
    : new AppError(
      "not_a_table",
      `Cannot preview "${source.path}": its first ${headBytes} bytes are no row`,
      {
        hint: "A quotation mark may be open; look at it with file_read",
      },
    );
}
