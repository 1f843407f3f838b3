/** Reads the table of a chart from a file instead of the request. Runs in the renderer only. */

import { z } from "zod";
import { tableJson } from "../base/json.ts";
import { AppError } from "../base/errors.ts";
import type { ChartRequest } from "../base/protocol.ts";
import type { ByteSource } from "../files/byte_source.ts";
import { decodeText } from "../files/encoding.ts";
import type { TableHead } from "../files/table_head.ts";
import { readTable } from "../files/tables/read_table.ts";
import { openText } from "../files/text_file.ts";

/** Bytes of a text that is read, and rows of a table in any other format. */
const mostBytes = 50 * 1024 * 1024;
const mostRows = 50_000;

export async function chartFile(file: ByteSource): Promise<Pick<ChartRequest, "data" | "part" | "sheet">> {
  if (/\.(?:csv|tsv|txt|json|jsonl|ndjson)$/i.test(file.path)) {
    if (file.size > mostBytes) {
      throw new AppError("too_large", `Cannot draw "${file.path}": it has ${file.size} bytes, over 50 MB`, {
        hint: "Read it in a kernel with execute_code, then pass session_id and variable_name",
      });
    }
    const encoding = await openText(file);
    return { data: decodeText(await file.read(0, file.size), encoding) };
  }
  const table = await readTable(file, { rows: mostRows });
  const isCut = table.rows !== null && table.rows > table.head.length;
  return {
    data: tableJson(table.columns, table.head),
    part: isCut ? { taken: "first", total: table.rows } : undefined,
    sheet: sheetOf(table),
  };
}

/** The sheet of a workbook that has several. */
function sheetOf({ facts }: TableHead): ChartRequest["sheet"] {
  const found = sheetFacts.safeParse(facts);
  return found.success && found.data.sheets.length > 1
    ? { name: found.data.sheet, all: found.data.sheets }
    : undefined;
}

const sheetFacts = z.object({ sheet: z.string(), sheets: z.array(z.string()) });
