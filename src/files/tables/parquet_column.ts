/**
 * The first values of a column of a Parquet file, page by page.
 *
 * 1. What a page declares (bytes, values, lengths of runs and texts) is checked before anything of that size is made:
 *    a run of a billion values takes five bytes, and the library makes what it says.
 * 2. A column that would take too much is left out with {@linkcode TooMuch}; one that contradicts itself is an error.
 */

import { Buffer } from "node:buffer";
import type { DecodedArray, PageHeader } from "hyparquet";
import { parquetHeader, readPage } from "hyparquet/src/column.js";
import { convert } from "hyparquet/src/convert.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, isFlatColumn } from "hyparquet/src/schema.js";
import { viewOf } from "./read_part.ts";

/** How a column is decoded. */
export type ColumnDecoder = Parameters<typeof readPage>[2];

/** Bytes of a column's pages when they are decompressed, and its values; texts and parts of lists cost more each. */
export const columnLimits = { plainBytes: 48_000_000, values: 2_000_000, costly: 500_000 } as const;
/** Values that a run may say beyond those of its page: writers fill the last group up. */
const runSlack = 1_024;
const deepest = 32;

/** The column is sound, but too large to be shown. */
export class TooMuch extends Error {}

/** Decodes pages until there are as many rows as wanted; `bytes` begins with the column's first page. */
export function firstValues(
  bytes: Uint8Array,
  decoder: ColumnDecoder,
  rows: number,
): readonly DecodedArray[] {
  const check = pageChecks(decoder);
  const isFlat = isFlatColumn(decoder.schemaPath);
  const reader = { view: viewOf(bytes), offset: 0 };
  const spent = { plainBytes: 0, values: 0 };
  const chunks: DecodedArray[] = [];
  const plainDecoder: ColumnDecoder = { ...decoder, codec: "UNCOMPRESSED" };
  let dictionary: DecodedArray | undefined;
  let last: DecodedArray | undefined;
  let found = 0;
  while (reader.offset < bytes.length - 1 && (!isFlat || found < rows)) {
    const header = parquetHeader(reader);
    spend(spent, header, decoder);
    const end = reader.offset + header.compressed_page_size;
    if (header.compressed_page_size < 0 || end > bytes.length) {
      throw new Error("a page outside of its column");
    }
    const page = plainPage(bytes.subarray(reader.offset, end), header, decoder);
    reader.offset = end;
    check(page);
    const from = { view: viewOf(page.bytes), offset: 0 };
    const { data } = readPage(from, page.header, plainDecoder, dictionary, last, 0);
    if (data === undefined) continue;
    if (header.type === "DICTIONARY_PAGE") dictionary = convert(data, plainDecoder);
    else {
      // A row of lists may continue on the next page.
      if (data !== last) chunks.push(data);
      last = data;
      found = chunks.reduce((sum, { length }) => sum + length, 0);
    }
  }
  return chunks;
}

function spend(
  spent: { plainBytes: number; values: number },
  header: PageHeader,
  { type, schemaPath }: ColumnDecoder,
): void {
  const { data_page_header, data_page_header_v2, dictionary_page_header } = header;
  const innerHeader = data_page_header ?? data_page_header_v2 ?? dictionary_page_header;
  const values = innerHeader?.num_values ?? 0;
  if (values < 0 || header.uncompressed_page_size < 0) throw new Error("a page of less than nothing");
  spent.plainBytes += header.uncompressed_page_size;
  spent.values += values;
  const isCostly = schemaPath.length > 2 || type.endsWith("BYTE_ARRAY") && !isIndexed(header);
  const most = isCostly ? columnLimits.costly : columnLimits.values;
  if (schemaPath.length > deepest || spent.plainBytes > columnLimits.plainBytes || spent.values > most) {
    throw new TooMuch("a column that takes too much");
  }
}

/** Whether the values are places in a dictionary. */
function isIndexed({ data_page_header, data_page_header_v2 }: PageHeader): boolean {
  return (data_page_header ?? data_page_header_v2)?.encoding.endsWith("_DICTIONARY") ?? false;
}

interface PlainPage {
  readonly bytes: Uint8Array;
  readonly header: PageHeader;
}

/** The page as it would be without compression. */
function plainPage(bytes: Uint8Array, header: PageHeader, { codec, compressors }: ColumnDecoder): PlainPage {
  const second = header.data_page_header_v2;
  const size = header.uncompressed_page_size;
  if (second === undefined) {
    return withBytes(header, decompressPage(bytes, size, codec, compressors));
  }
  if (second.is_compressed === false) return withBytes(header, bytes);
  // The levels before the values are never compressed.
  const levels = second.repetition_levels_byte_length + second.definition_levels_byte_length;
  if (!(levels >= 0 && levels <= size)) throw new Error("levels outside of their page");
  const values = decompressPage(bytes.subarray(levels), size - levels, codec, compressors);
  const whole = new Uint8Array(Buffer.concat([bytes.subarray(0, levels), values]));
  return withBytes({ ...header, data_page_header_v2: { ...second, is_compressed: false } }, whole);
}

function withBytes(header: PageHeader, bytes: Uint8Array): PlainPage {
  const size = bytes.length;
  return { bytes, header: { ...header, compressed_page_size: size, uncompressed_page_size: size } };
}

/** The check of pages of a column: throws if one holds more than it declares. */
function pageChecks({ type, element, schemaPath }: ColumnDecoder): (page: PlainPage) => void {
  const most = {
    repetition: schemaPath.length > 1 ? getMaxRepetitionLevel(schemaPath) : 0,
    definition: getMaxDefinitionLevel(schemaPath),
  };

  /** Where the values begin, and how many of the page's values are not null. */
  const skipLevels = ({ bytes, header }: PlainPage, count: number): { at: number; present: number } => {
    const view = viewOf(bytes);
    const second = header.data_page_header_v2;
    let at = 0;
    let present = count;
    for (const kind of ["repetition", "definition"] as const) {
      const length = second?.[`${kind}_levels_byte_length`];
      if (most[kind] === 0) {
        at += length ?? 0;
        continue;
      }
      const start = length === undefined ? at + 4 : at;
      const end = start + (length ?? view.getUint32(at, true));
      const width = bitWidth(most[kind]);
      checkRuns(bytes, { start, end, width, count });
      if (kind === "definition" && second === undefined) {
        const levels = new Uint8Array(count);
        readRleBitPackedHybrid({ view, offset: start }, width, levels, end - start);
        present = levels.reduce((sum, level) => level === most.definition ? sum + 1 : sum, 0);
      }
      at = end;
    }
    return { at, present: second === undefined ? present : count - second.num_nulls };
  };

  return (page) => {
    const innerHeader = page.header.data_page_header ?? page.header.data_page_header_v2;
    if (innerHeader === undefined) return;
    const { bytes } = page;
    const count = innerHeader.num_values;
    const { at, present } = skipLevels(page, count);
    if (present < 0) throw new Error("more nulls than values");
    const isSecond = page.header.data_page_header_v2 !== undefined;
    if (isIndexed(page.header) || (innerHeader.encoding === "RLE" && type !== "BOOLEAN" && !isSecond)) {
      const width = bytes[at] ?? 0;
      // With no bits a first-version page has no runs either: all of its values are the first of the dictionary.
      if (width > 0 || isSecond) {
        checkRuns(bytes, { start: at + 1, end: bytes.length, width, count: present });
      }
    } else if (innerHeader.encoding === "RLE") {
      checkRuns(bytes, { start: at + 4, end: bytes.length, width: 1, count: present });
    } else if (innerHeader.encoding === "BYTE_STREAM_SPLIT") {
      if (present * (element.type_length ?? 4) > bytes.length) throw new Error("more values than bytes");
    } else if (innerHeader.encoding === "DELTA_BYTE_ARRAY" && present > 0) {
      const reader = { view: viewOf(bytes), offset: at };
      const [prefixes, suffixes] = [new Int32Array(present), new Int32Array(present)];
      for (const lengths of [prefixes, suffixes]) deltaBinaryUnpack(reader, present, lengths);
      const size = [prefixes, suffixes].reduce((sum, lengths) => sum + lengths.reduce((a, b) => a + b, 0), 0);
      if (size > columnLimits.plainBytes) throw new TooMuch("texts that take too much");
    } else if (type === "BOOLEAN" && innerHeader.encoding === "PLAIN" && present > bytes.length * 8) {
      throw new Error("more values than bytes");
    }
  };
}

interface Runs {
  readonly start: number;
  readonly end: number;
  /** Bits of a value. */
  readonly width: number;
  /** Values that the page has. */
  readonly count: number;
}

/** Goes through runs of repeated and of packed values without writing them out. */
function checkRuns(bytes: Uint8Array, { start, end, width, count }: Runs): void {
  if (width > 32) throw new Error("values of too many bits");
  let seen = 0;
  for (let at = start; at < end && seen < count;) {
    const header = varint(bytes, at);
    const groups = header.value >>> 1;
    const isPacked = (header.value & 1) === 1;
    seen += isPacked ? groups * 8 : groups;
    at = header.end + (isPacked ? groups * width : Math.ceil(width / 8));
    if (seen > count + runSlack) throw new Error("runs of more values than their page has");
  }
}

/** A number of seven bits a byte, of which the last 32 count, as the library has it. */
function varint(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = start, shift = 0;; at++, shift += 7) {
    const byte = bytes[at];
    if (byte === undefined) throw new Error("cut off");
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value: value >>> 0, end: at + 1 };
  }
}

function bitWidth(most: number): number {
  return 32 - Math.clz32(most);
}
