/** The head of a sheet of an Excel workbook (.xlsx, .xlsm): only the parts of the archive that it takes are read. */

import { plural } from "../../base/text.ts";
import type { ByteSource } from "../byte_source.ts";
import { cannotPreview, columnNames, type HeadOptions, mostColumns, type TableHead } from "../table_head.ts";
import { type RawCell, readSheetRows, type SheetRows } from "./excel_sheet.ts";
import {
  readSharedStrings,
  readWorkbook,
  type Sheet,
  type TimeStyle,
  type Workbook,
} from "./excel_workbook.ts";
import { explainErrors, listedColumns, unsupported } from "./read_part.ts";
import { ClockValue, guessDtype, isoDuration, isoTime, plainValue } from "./values.ts";
import { openZip, type Zip } from "./zip.ts";

/** Rows from which types are guessed. */
const typedRows = 500;
/** Compressed bytes of a sheet whose rows are all counted, and milliseconds for counting those of a larger one. */
const smallSheet = 300_000;
const largeCountTime = 500;
const millisecondsOfDay = 86_400_000;

export function readExcel(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  return explainErrors(read(source, options), source, {
    format: "Excel",
    hint: "It is cut off, damaged or protected by a password: open it in Excel, or read it in the kernel",
  });
}

async function read(source: ByteSource, options: HeadOptions): Promise<TableHead> {
  const zip = await openZip(source);
  if (zip.size("xl/workbook.xml") === undefined) {
    throw cannotPreview(source.path, "it is a ZIP archive, but not an Excel workbook", unsupported);
  }
  const workbook = await readWorkbook(zip);
  const sheet = pickSheet(source, workbook.sheets, options.sheet);
  const countTime = (zip.size(sheet.part) ?? 0) <= smallSheet ? Infinity : largeCountTime;
  const limit = Math.max(typedRows, options.rows) + 1;
  const found = await readSheetRows(zip.text(sheet.part), { limit, countTime });
  const values = await cellValues(zip, workbook, found.rows);
  const [header = [], ...rows] = values;
  const names = Array.from({ length: Math.min(found.width, mostColumns) }, (_, index) => header[index]);
  const columns = columnNames(names).map((name, index) => ({
    name,
    dtype: guessDtype(rows.slice(0, typedRows).map((row) => row[index] ?? null)),
  }));
  return {
    format: "excel",
    ...listedColumns(columns, {
      rows: Math.min(rows.length, options.rows),
      cell: (row, _, index) => plainValue(rows[row]?.[index]),
      width: found.width,
    }),
    rows: rowCount(found, zip.plainSize(sheet.part)),
    isRowsExact: found.total !== null,
    facts: { sheet: sheet.name, sheets: workbook.sheets.map(({ name }) => name) },
    notes: [
      ...(values.length === 0 ? ["The sheet is empty"] : []),
      ...(found.isCut
        ? [`The head shows ${rows.length} ${plural(rows.length, "row")}: the sheet is too large to read more`]
        : []),
    ],
  };
}

/** Rows without the header: counted, else as the sheet declares, else estimated from the part that was read. */
function rowCount({ total, declaredRows, counted }: SheetRows, size = 0): number {
  const all = total ?? declaredRows ?? Math.round(counted.rows * size / Math.max(1, counted.characters));
  return Math.max(0, all - 1);
}

function pickSheet({ path }: ByteSource, sheets: readonly Sheet[], wanted: HeadOptions["sheet"]): Sheet {
  const byName = sheets.find(({ name }) => name === wanted);
  const number = typeof wanted === "number"
    ? wanted
    : /^\d+$/.test(wanted ?? "0")
    ? Number(wanted ?? 0)
    : NaN;
  const found = byName ?? sheets[number];
  if (found !== undefined) return found;
  throw cannotPreview(path, `it has no sheet ${JSON.stringify(wanted ?? 0)}`, {
    code: "invalid_argument",
    hint: "Give a name of `available`, or a number from 0",
    details: { available: sheets.slice(0, 100).map(({ name }) => name) },
  });
}

async function cellValues(zip: Zip, workbook: Workbook, rows: readonly (readonly RawCell[])[]) {
  const wanted = new Set(rows.flat().filter(({ type }) => type === "s").map(({ text }) => Number(text)));
  const hasTexts = wanted.size > 0 && zip.size("xl/sharedStrings.xml") !== undefined;
  const texts: ReadonlyMap<number, string> = hasTexts
    ? await readSharedStrings(zip.text("xl/sharedStrings.xml"), wanted)
    : new Map();
  return rows.map((row) => {
    const values: unknown[] = [];
    for (const cell of row) values[cell.column] = cellValue(cell, workbook, texts);
    return Array.from(values, (value) => value ?? null);
  });
}

function cellValue(cell: RawCell, workbook: Workbook, texts: ReadonlyMap<number, string>): unknown {
  switch (cell.type) {
    case "s":
      return texts.get(Number(cell.text)) ?? null;
    case "b":
      return cell.text === "1";
    case "e":
      return null;
    case "n": {
      const number = Number(cell.text);
      const style = workbook.timeStyles.get(cell.style);
      return style === undefined ? number : timeOf(number, style, workbook);
    }
    case "d":
      return new Date(/Z|[+-]\d\d:\d\d$/.test(cell.text) ? cell.text : `${cell.text}Z`);
    default:
      return cell.text;
  }
}

/** A number of days: less than one is a time of day, since no calendar begins with a day 0. */
function timeOf(days: number, style: TimeStyle, { is1904 }: Workbook): Date | ClockValue {
  if (!Number.isFinite(days)) return new Date(NaN);
  const milliseconds = BigInt(Math.round(days * millisecondsOfDay));
  if (style === "duration") return new ClockValue("duration", isoDuration(milliseconds, "ms"));
  const isTime = days >= 0 && milliseconds < millisecondsOfDay;
  return isTime ? new ClockValue("time", isoTime(milliseconds, "ms")) : dateOf(days, is1904);
}

/** Days since the end of 1899, or of 1903; before March 1900 Excel counts a day that never was. */
function dateOf(days: number, is1904: boolean): Date {
  const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(Math.round(first + days * millisecondsOfDay));
}
