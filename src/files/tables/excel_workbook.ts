/** A workbook's sheets (names, files), its date styles, and the texts that its cells share. */

import { CellText, walkXml } from "./xml.ts";
import type { Zip } from "./zip.ts";

export interface Sheet {
  readonly name: string;
  /** Its file in the archive. */
  readonly part: string;
}

/** A day, a time of day or both, or hours that are counted on beyond a day. */
export type TimeStyle = "date" | "duration";

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
  /** What a number is shown as, by the number of the style; other styles show it as a number. */
  readonly timeStyles: ReadonlyMap<number, TimeStyle>;
}

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const found: { name: string; id: string }[] = [];
  let is1904 = false;
  await walkXml(zip.text("xl/workbook.xml"), {
    open(tag, attributes) {
      if (tag === "workbookPr") is1904 = /^(1|true)$/.test(attributes["date1904"] ?? "");
      if (tag === "sheet") found.push({ name: attributes["name"] ?? "", id: relationOf(attributes) });
    },
  });
  const parts = await readRelations(zip);
  const sheets = found.flatMap(({ name, id }) => {
    const part = parts.get(id);
    // Sheets that are charts have no cells.
    return part === undefined || /chartsheet/.test(part) ? [] : [{ name, part }];
  });
  return { sheets, is1904, timeStyles: await readTimeStyles(zip) };
}

function relationOf(attributes: Readonly<Record<string, string>>): string {
  const name = Object.keys(attributes).find((key) => /(^|:)id$/i.test(key) && key !== "sheetId");
  return attributes[name ?? ""] ?? "";
}

async function readRelations(zip: Zip): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  await walkXml(zip.text("xl/_rels/workbook.xml.rels"), {
    open(tag, { Id = "", Target = "" }) {
      if (tag !== "Relationship") return;
      parts.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target.replace(/^\.\//, "")}`);
    },
  });
  return parts;
}

async function readTimeStyles(zip: Zip): Promise<ReadonlyMap<number, TimeStyle>> {
  const found = new Map<number, TimeStyle>();
  if (zip.size("xl/styles.xml") === undefined) return found;
  const formats = new Map<number, string>();
  let isInStyles = false;
  let style = 0;
  await walkXml(zip.text("xl/styles.xml"), {
    open(tag, { numFmtId = "0", formatCode = "" }) {
      if (tag === "numFmt") formats.set(Number(numFmtId), formatCode.slice(0, longestFormat));
      if (tag === "cellXfs") isInStyles = true;
      if (tag !== "xf" || !isInStyles) return;
      const kind = timeStyle(Number(numFmtId), formats.get(Number(numFmtId)));
      if (kind !== null) found.set(style, kind);
      style++;
    },
    close(tag) {
      if (tag === "cellXfs") isInStyles = false;
    },
  });
  return found;
}

/** Characters that Excel takes for a format. */
const longestFormat = 255;
/** The format [h]:mm:ss that Excel has built in. */
const builtInDuration = 46;
const elapsed = /\[(h+|m+|s+)\]/i;

function timeStyle(id: number, code: string | undefined): TimeStyle | null {
  if (!isDateFormat(id, code)) return null;
  const isElapsed = code === undefined ? id === builtInDuration : elapsed.test(code);
  return isElapsed ? "duration" : "date";
}

/** The formats that Excel has built in, or those whose code shows a year, a month, a day or a time. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
  const bare = code.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]|"[^"]*"|\\./gi, "");
  return /[dmyhs年月日]/i.test(bare) && !/general/i.test(bare);
}

export async function readSharedStrings(
  parts: AsyncIterable<string>,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  const last = wanted.values().reduce((highest, one) => Math.max(highest, one), -1);
  let number = -1;
  const cell = new CellText();
  await walkXml(parts, {
    open(tag) {
      if (tag === "si") {
        number++;
        cell.value = "";
      }
      cell.open(tag);
    },
    text: (part) => cell.add(part),
    close(tag) {
      cell.close(tag);
      if (tag === "si" && wanted.has(number)) texts.set(number, cell.value);
    },
    isDone: () => number > last,
  });
  return texts;
}
