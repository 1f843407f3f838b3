/**
 * Small files with tables that are made to hold a reader for minutes or to fill the memory. They are made anew for each
 * run, and are the same each time.
 */

import { CompressionType, setCompressionCodec, tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { gzipSync, strToU8, zipSync } from "fflate";

export interface HostileTable {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What is shown of it: the number of columns, or the code of the error. */
  readonly answer: { readonly columns: number } | { readonly code: string };
}

export function hostileTables(): readonly HostileTable[] {
  return [...texts(), ...workbooks(), ...columnar()].map(({ name, content, ...rest }) => ({
    name,
    bytes: typeof content === "string" ? strToU8(content) : content,
    answer: "code" in rest ? { code: rest.code } : { columns: rest.columns },
  }));
}

type Made =
  & { readonly name: string; readonly content: string | Uint8Array }
  & (
    | { readonly columns: number }
    | { readonly code: string }
  );

function texts(): readonly Made[] {
  const rows = "1\n".repeat(900);
  const keys = (row: number) =>
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`${row}.${at}`, 1]));
  return [
    { name: "equal_names.csv", content: `${"a,".repeat(40_000)}\n${"1,".repeat(40_000)}\n`, columns: 2_000 },
    { name: "numbered_names.csv", content: `${"a,a.1,".repeat(20_000)}\n1\n`, columns: 2_000 },
    { name: "one_wide_row.csv", content: `a\n${rows}${",".repeat(3_000_000)}\n`, columns: 2_000 },
    { name: "digits.csv", content: `a\n${"1".repeat(500_000)}x\n`, columns: 1 },
    { name: "open_quote.csv", content: `a\n${'"'.repeat(300_001)}`, columns: 1 },
    { name: "spaces.json", content: `{"a": 1,${" ".repeat(300_000)}"b": 2}`, columns: 2 },
    { name: "empty_lines.json", content: `{"a": 1}${"\n".repeat(300_000)}{"a": 2}`, columns: 1 },
    {
      name: "other_keys.json",
      content: JSON.stringify(Array.from({ length: 600 }, (_, row) => keys(row))),
      columns: 2_000,
    },
    {
      name: "split.json",
      content: `{"columns":[${Array.from({ length: 50_000 }, (_, at) => `"c${at}"`).join()}],"data":[${
        "[1],".repeat(100_000)
      }[1]]}`,
      columns: 2_000,
    },
    { name: "deep.json", content: "[".repeat(200_000), code: "not_a_table" },
    { name: "strings.jsonl", content: `${'"\\'.repeat(300_000)}NaN`, code: "not_a_table" },
    { name: "compressed_often.csv.gz", content: compressedOften(), code: "unsupported" },
    { name: "zeros.csv.gz", content: gzipSync(new Uint8Array(100_000_000)), code: "unsupported" },
  ];
}

function compressedOften(): Uint8Array {
  let bytes = strToU8("a\n1\n");
  for (let time = 0; time < 50; time++) bytes = gzipSync(bytes);
  return bytes;
}

function workbooks(): readonly Made[] {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const small = `<row>${cell("a")}</row><row><c><v>1</v></c></row>`;
  const sheet = (rows: string, before = "") =>
    `<worksheet>${before}<sheetData>${rows}</sheetData></worksheet>`;
  const styles = (code: string) =>
    `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts><cellXfs>${
      '<xf numFmtId="200"/>'.repeat(50)
    }</cellXfs></styleSheet>`;
  return [
    {
      name: "equal_headers.xlsx",
      content: workbook({ sheet: sheet(`<row>${cell("a").repeat(16_384)}</row>`) }),
      columns: 2_000,
    },
    {
      name: "long_format.xlsx",
      content: workbook({ sheet: sheet(small), styles: styles("[".repeat(200_000)) }),
      columns: 1,
    },
    {
      name: "long_dimension.xlsx",
      content: workbook({ sheet: sheet(small, `<dimension ref="${"1".repeat(300_000)}x"/>`) }),
      columns: 1,
    },
    {
      name: "many_rows.xlsx",
      content: workbook({ sheet: sheet(small + "<row><c><v>1</v></c></row>".repeat(3_000_000)) }),
      columns: 1,
    },
    {
      name: "one_row_of_many_cells.xlsx",
      content: workbook({ sheet: sheet(`<row>${'<c r="A1"><v>1</v></c>'.repeat(3_500_000)}</row>`) }),
      columns: 1,
    },
    {
      name: "one_long_cell.xlsx",
      content: workbook({ sheet: sheet(`<row>${cell("a".repeat(80_000_000))}</row>`) }),
      columns: 1,
    },
    {
      name: "far_string.xlsx",
      content: workbook({
        sheet: sheet('<row><c t="s"><v>9000000</v></c></row>'),
        sharedStrings: `<sst>${"<si><t>a</t></si>".repeat(5_000_000)}</sst>`,
      }),
      columns: 1,
    },
  ];
}

function workbook(
  parts: { readonly sheet: string; readonly styles?: string; readonly sharedStrings?: string },
) {
  const files = {
    "xl/workbook.xml": '<workbook><sheets><sheet name="one" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/worksheets/sheet1.xml": parts.sheet,
    ...(parts.styles === undefined ? {} : { "xl/styles.xml": parts.styles }),
    ...(parts.sharedStrings === undefined ? {} : { "xl/sharedStrings.xml": parts.sharedStrings }),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    level: 1,
  });
}

const encodings = { plain: 0, dictionary: 8, deltaBytes: 7, rle: 3 } as const;
const types = { boolean: 0, int32: 1, bytes: 6 } as const;

function columnar(): readonly Made[] {
  const billion = varint(2 ** 30);
  const run = [...billion, 1];
  // Definition levels: four bytes of their length, then one run.
  const levels = [run.length, 0, 0, 0, ...run];
  return [
    // Two values whose levels, or places in the dictionary, are said to be a billion.
    {
      name: "levels.parquet",
      content: parquet({ optional: true, page: page({ bytes: levels }) }),
      code: "not_a_table",
    },
    {
      name: "runs.parquet",
      content: parquet({ page: page({ bytes: [1, ...run], encoding: encodings.dictionary }) }),
      code: "not_a_table",
    },
    {
      name: "booleans.parquet",
      content: parquet({ type: types.boolean, page: page({ bytes: levels, encoding: encodings.rle }) }),
      code: "not_a_table",
    },
    {
      name: "values.parquet",
      content: parquet({ page: page({ bytes: [0], values: 2 ** 31 - 1, encoding: encodings.dictionary }) }),
      columns: 1,
    },
    {
      name: "size.parquet",
      content: parquet({ codec: 1, page: page({ bytes: [0, 0], size: 2 ** 31 - 1 }) }),
      columns: 1,
    },
    { name: "texts.parquet", content: parquet({ type: types.bytes, page: growingTexts() }), columns: 1 },
    { name: "zeros.feather", content: zeros(), columns: 60 },
  ];
}

/** 400,000 texts, each of which is the one before and a letter: 80 GB. */
function growingTexts(): Uint8Array {
  const count = 400_000;
  const head = (first: number) => [...varint(128), ...varint(4), ...varint(count), first << 1];
  // In blocks of 128 values whose differences are all the same.
  const blocks = (difference: number) =>
    Array.from({ length: Math.ceil((count - 1) / 128) }, () => [difference << 1, 0, 0, 0, 0]).flat();
  const bytes = [...head(0), ...blocks(1), ...head(1), ...blocks(0), ...new Uint8Array(count).fill(97)];
  return page({ bytes, values: count, encoding: encodings.deltaBytes });
}

interface Page {
  readonly bytes: ArrayLike<number>;
  readonly values?: number;
  readonly encoding?: number;
  /** Bytes that it says to have when it is decompressed. */
  readonly size?: number;
}

function page({ bytes, values = 2, encoding = encodings.plain, size = bytes.length }: Page): Uint8Array {
  const header = struct([
    [1, i32(0)],
    [2, i32(size)],
    [3, i32(bytes.length)],
    [5, { type: 12, bytes: struct([[1, i32(values)], [2, i32(encoding)], [3, i32(3)], [4, i32(3)]]) }],
  ]);
  return Uint8Array.from([...header, ...Array.from(bytes)]);
}

interface Parquet {
  readonly page: Uint8Array;
  readonly type?: number;
  readonly codec?: number;
  readonly optional?: boolean;
}

/** A file of one column of two rows, in one page. */
function parquet({ page, type = types.int32, codec = 0, optional = false }: Parquet): Uint8Array {
  const root = struct([[4, text("schema")], [5, i32(1)]]);
  const column = struct([[1, i32(type)], [3, i32(optional ? 1 : 0)], [4, text("v")]]);
  const meta = struct([
    [1, i32(type)],
    [2, list(5, [zigzag(0)])],
    [3, list(8, [[...varint(1), 118]])],
    [4, i32(codec)],
    [5, i64(2)],
    [6, i64(page.length)],
    [7, i64(page.length)],
    [9, i64(4)],
  ]);
  const chunk = struct([[2, i64(4)], [3, { type: 12, bytes: meta }]]);
  const group = struct([[1, list(12, [chunk])], [2, i64(page.length)], [3, i64(2)]]);
  const footer = struct([[1, i32(1)], [2, list(12, [root, column])], [3, i64(2)], [4, list(12, [group])]]);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, footer.length, true);
  const magic = strToU8("PAR1");
  return Uint8Array.from([...magic, ...page, ...footer, ...length, ...magic]);
}

/** A field of Thrift's compact protocol, in which Parquet describes itself. */
interface Field {
  readonly type: number;
  readonly bytes: readonly number[];
}

function struct(fields: readonly (readonly [number, Field])[]): number[] {
  let last = 0;
  const bytes = fields.flatMap(([id, field]) => {
    const step = id - last;
    last = id;
    return [step << 4 | field.type, ...field.bytes];
  });
  return [...bytes, 0];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(rest % 128 + 128);
  return [...bytes, rest];
}

function zigzag(value: number): number[] {
  return varint(value * 2);
}

function i32(value: number): Field {
  return { type: 5, bytes: zigzag(value) };
}

function i64(value: number): Field {
  return { type: 6, bytes: zigzag(value) };
}

function text(value: string): Field {
  return { type: 8, bytes: [...varint(value.length), ...strToU8(value)] };
}

function list(type: number, items: readonly (readonly number[])[]): Field {
  return { type: 9, bytes: [items.length << 4 | type, ...items.flat()] };
}

/** Sixty columns of a million zeros each: 480 MB. */
function zeros(): Uint8Array {
  setCompressionCodec(CompressionType.LZ4_FRAME, { encode: lz4OfZeros, decode: (bytes) => bytes });
  const column = new Float64Array(1_000_000);
  const columns = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}`, column]));
  const bytes = tableToIPC(tableFromArrays(columns), { format: "file", codec: CompressionType.LZ4_FRAME });
  if (bytes === null) throw new Error("no bytes");
  return bytes;
}

/** A frame of one block: a zero, then a match that repeats it. */
function lz4OfZeros(bytes: Uint8Array): Uint8Array {
  const { length } = bytes;
  if (length < 1_000) return bytes;
  const match = length - 1 - 5 - 4 - 15;
  const block = [
    0x1f,
    0,
    1,
    0,
    ...new Uint8Array(Math.floor(match / 255)).fill(255),
    match % 255,
    0x50,
    0,
    0,
    0,
    0,
    0,
  ];
  const size = block.length;
  return Uint8Array.from([
    0x04,
    0x22,
    0x4d,
    0x18,
    0x60,
    0x70,
    0,
    size & 255,
    size >> 8 & 255,
    size >> 16 & 255,
    0,
    ...block,
    0,
    0,
    0,
    0,
  ]);
}
