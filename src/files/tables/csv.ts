/** Splits delimited text into records, as RFC 4180 has it, and finds the delimiter. */

export interface Records {
  readonly records: readonly (readonly string[])[];
  /** Characters that the records take; what follows is a record that is not whole. */
  readonly length: number;
  /** Whether the text ended within quotation marks. */
  readonly isQuoteOpen: boolean;
}

export interface CsvOptions {
  readonly delimiter: string;
  /** Stops after this many records. */
  readonly limit?: number;
  /** Whether the text ends where the file does, so that its last record is whole. */
  readonly isWhole: boolean;
}

const delimiters = [",", "\t", ";", "|"] as const;
/** Characters of a text by which its delimiter is found. */
const sampled = 100_000;
/** The line that Excel takes for the delimiter, and not for a part of the table. */
const delimiterLine = /^sep=(.)\r?\n/i;

export interface OpenedCsv {
  /** What follows the mark of its encoding and the line that names its delimiter. */
  readonly text: string;
  readonly delimiter: string;
  /** Lines before the header. */
  readonly skipped: number;
}

/** The delimiter of a text: the one that its first line names, else the usual one if there is one, else the likeliest. */
export function openCsv(
  given: string,
  { isWhole, usual }: Pick<CsvOptions, "isWhole"> & { readonly usual?: string | undefined },
): OpenedCsv {
  const marked = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const [line = "", said] = delimiterLine.exec(marked) ?? [];
  const text = marked.slice(line.length);
  const delimiter = said ?? usual ??
    findDelimiter(text.slice(0, sampled), isWhole && text.length <= sampled);
  return { text, delimiter, skipped: line === "" ? 0 : 1 };
}

/** The records of a text; empty lines are passed over. */
export function parseCsv(text: string, { delimiter, limit = Infinity, isWhole }: CsvOptions): Records {
  const records: string[][] = [];
  let length = 0;
  let isQuoteOpen = false;
  for (let at = 0; at < text.length && records.length < limit;) {
    const record = readRecord(text, at, delimiter);
    if (record.isOpen && !isWhole) break;
    isQuoteOpen = record.isQuoteOpen;
    at = record.end;
    length = at;
    if (record.fields.length > 1 || record.fields[0] !== "") records.push(record.fields);
  }
  return { records, length, isQuoteOpen };
}

interface Read {
  readonly fields: string[];
  /** Where the next record begins. */
  readonly end: number;
  /** Whether the text ended before a line end. */
  readonly isOpen: boolean;
  readonly isQuoteOpen: boolean;
}

function readRecord(text: string, start: number, delimiter: string): Read {
  const fields: string[] = [];
  for (let at = start;;) {
    const field = text[at] === '"' ? quoted(text, at) : { value: "", end: at, isClosed: true };
    const end = endOfField(text, field.end, delimiter);
    fields.push(field.value + text.slice(field.end, end));
    if (text[end] === delimiter) at = end + 1;
    else if (end >= text.length) {
      return { fields, end: text.length, isOpen: true, isQuoteOpen: !field.isClosed };
    } else {
      const next = text.startsWith("\r\n", end) ? end + 2 : end + 1;
      return { fields, end: next, isOpen: false, isQuoteOpen: false };
    }
  }
}

interface Quoted {
  readonly value: string;
  readonly end: number;
  readonly isClosed: boolean;
}

/** A field in quotation marks, in which a doubled one stands for one. */
function quoted(text: string, start: number): Quoted {
  let value = "";
  for (let at = start + 1;;) {
    const end = text.indexOf('"', at);
    if (end < 0) return { value: value + text.slice(at), end: text.length, isClosed: false };
    value += text.slice(at, end);
    if (text[end + 1] !== '"') return { value, end: end + 1, isClosed: true };
    value += '"';
    at = end + 2;
  }
}

function endOfField(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === delimiter || char === "\n" || char === "\r") return at;
  }
  return text.length;
}

/** The delimiter that makes the most records of the same length, of more than one field. */
export function findDelimiter(text: string, isWhole: boolean): string {
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const { records } = parseCsv(text, { delimiter, limit: 50, isWhole });
    const width = records[0]?.length ?? 0;
    if (width < 2) continue;
    const alike = records.filter((record) => record.length === width).length / records.length;
    // A field of text may hold a comma in every line; the delimiter makes more of them.
    const score = alike * 100 + Math.min(width, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
