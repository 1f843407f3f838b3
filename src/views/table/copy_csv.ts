/** Copies rows as CSV, whole, and says what of the table was not copied. */

import type { TableOutline, TableQuery } from "../../base/view_messages.ts";
import type { Bridge, ToolFailure } from "../bridge.ts";
import { element } from "../elements.ts";
import { aboutCopy, toCsv } from "./csv.ts";
import { readPage } from "./table_data.ts";

const mostRows = 1_000;
const pageRows = 200;
/** Characters after which a copy ends. */
const mostChars = 5_000_000;

interface ShownTable {
  readonly query: TableQuery;
  /** Rows that meet the condition of the query. */
  readonly matching: number;
  readonly outline: TableOutline;
}

/** Copies the shown columns of the rows that match, in their order; returns what the person reads of it. */
export async function copyCsv(
  bridge: Bridge,
  handle: string,
  { query, matching, outline }: ShownTable,
): Promise<string | ToolFailure> {
  const names = query.places.map((place) => outline.columns[place]?.name ?? "");
  let [csv, rows, isShortened] = [toCsv([names]), 0, false];
  while (rows < Math.min(matching, mostRows) && csv.length < mostChars) {
    const limit = Math.min(pageRows, mostRows - rows);
    const answer = await readPage(bridge, handle, { ...query, offset: rows, limit, exact: true });
    if (answer.kind === "error") return answer;
    if (answer.data.rows.length === 0) break;
    csv += toCsv(answer.data.rows);
    rows += answer.data.rows.length;
    isShortened ||= answer.data.is_shortened === true;
  }
  if (!await copyText(csv)) return "This client does not let views copy";
  const { width, is_first: isFirst } = outline;
  const isFiltered = query.condition !== null;
  return aboutCopy({ rows, matching, isFiltered, columns: names.length, width, isShortened, isFirst });
}

async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    const area = element("textarea", { "aria-hidden": "true" });
    area.value = content;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
