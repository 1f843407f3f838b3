/** The text of `data`, CSV or JSON, as a table. */

import { AppError } from "../../base/errors.ts";
import { parseCsv } from "./parse_csv.ts";
import { parseJson } from "./parse_json.ts";
import type { RawTable } from "./raw_table.ts";

/** A chart of more takes longer than a person waits for it on a busy machine. */
const mostBytes = 50 * 1024 * 1024;

export function parseData(data: string): RawTable {
  // A text has at least as many bytes as half its characters; counting them is for those near the limit.
  if (data.length > mostBytes || (data.length > mostBytes / 3 && byteLength(data) > mostBytes)) {
    throw new AppError("too_large", 'Cannot draw "data": it is over 50 MB', {
      hint: "Aggregate or sample it first, for instance with execute_code",
    });
  }
  const start = data.slice(0, 1000).replace(/^\ufeff/, "").trimStart();
  if (start === "" && data.trim() === "") {
    throw new AppError("invalid_argument", 'Cannot draw "data": it is empty', {
      hint: "Send CSV with a header row, or JSON with a list of objects",
    });
  }
  if (data.includes("\u0000")) {
    throw new AppError(
      "invalid_argument",
      'Cannot draw "data": it holds zero bytes, so it is no UTF-8 text',
      {
        hint: "Convert it to UTF-8 text first",
      },
    );
  }
  return /^[[{]/.test(start) ? parseJson(data.replace(/^\ufeff/, "")) : parseCsv(data);
}

function byteLength(text: string): number {
  const chunk = 1_000_000;
  const encoder = new TextEncoder();
  let bytes = 0;
  for (let at = 0; at < text.length; at += chunk) bytes += encoder.encode(text.slice(at, at + chunk)).length;
  return bytes;
}
