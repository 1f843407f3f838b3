/**
 * Splits delimited text into records as RFC 4180 defines them, and finds the delimiter.
 *
 * 1. Only the ends of the records are found at first; a field is cut out of the text when it is read. So a large text
 *    costs one pass, and columns that nobody reads cost nothing.
 * 2. Every pass takes linear time, whatever the text holds.
 */

export interface CsvOptions {
  readonly delimiter: string;
  /** Stops after this many records. */
  readonly limit?: number;
  /** Whether the text ends where the file does, so that its last record is complete. */
  readonly isWhole: boolean;
  /**
   * For text that people type: fields are trimmed, spaces may precede an opening quotation mark, what follows a closing
   * one is ignored, lines of white space are skipped, and a lone carriage return ends a line only if no line feed does.
   */
  readonly isLenient?: boolean;
}

export interface CsvRecords {
  /** Number of records; empty lines are not records. */
  readonly count: number;
  /** Characters that the records take; what follows is an incomplete record. */
  readonly length: number;
  /** Whether the text ended within quotation marks. */
  readonly isQuoteOpen: boolean;
  /** All fields of a record. */
  fields(record: number): string[];
  /** One field of a record; null if the record has fewer. */
  field(record: number, column: number): string | null;
}

const delimiters = [",", "\t", ";", "|"] as const;
/** Characters from which the delimiter is detected. */
const sampled = 100_000;
/** The line with which Excel names the delimiter; it is not part of the table. */
const delimiterLine = /^sep=(.)\r?\n/i;

const space = 32;
const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * The text after the byte order mark and the line that names the delimiter, the number of lines before the header, and
 * the delimiter: the one that is named, else `usual`, else the most likely one.
 */
export function openCsv(
  given: string,
  { isWhole, usual }: Pick<CsvOptions, "isWhole"> & { readonly usual?: string | undefined },
) {
  const marked = given.charCodeAt(0) === 0xfeff ? given.slice(1) : given;
  const [line = "", named] = delimiterLine.exec(marked) ?? [];
  const text = marked.slice(line.length);
  const delimiter = named ?? usual ??
    findDelimiter(text.slice(0, sampled), isWhole && text.length <= sampled);
  return { text, delimiter, skipped: line === "" ? 0 : 1 };
}

/** The delimiter that makes the most records of the same length, of more than one field. */
export function findDelimiter(text: string, isWhole: boolean): string {
  let best: { readonly delimiter: string; readonly score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const records = parseCsv(text, { delimiter, limit: 50, isWhole });
    const widths = Array.from({ length: records.count }, (_, record) => records.fields(record).length);
    const [width = 0] = widths;
    if (width < 2) continue;
    const alike = widths.filter((one) => one === width).length / widths.length;
    // A text field may contain a comma in every line; the delimiter makes more fields.
    const score = alike * 100 + Math.min(width, 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

export function parseCsv(text: string, options: CsvOptions): CsvRecords {
  const { delimiter, isLenient = false } = options;
  const { starts, ends, length, isQuoteOpen } = findRecords(text, options);
  const hasQuotes = text.includes('"');
  const nextDelimiter = finder(text, delimiter);

  /** Where the opening quotation mark of a field is; -1 if it has none. */
  const openingQuote = (at: number, end: number): number => {
    if (!hasQuotes) return -1;
    let open = at;
    if (isLenient) { while (open < end && text.charCodeAt(open) === space) open++; }
    return open < end && text.charCodeAt(open) === quote ? open : -1;
  };
  /** Where the next field begins; beyond `end` after the last one. */
  const skip = (at: number, end: number): number => {
    const open = openingQuote(at, end);
    const close = open < 0 ? at : closingQuote(text, open);
    return close < 0 ? end + 1 : Math.min(nextDelimiter(close), end) + 1;
  };
  const value = (at: number, end: number): string => {
    const open = openingQuote(at, end);
    if (open < 0) {
      const plain = text.slice(at, Math.min(nextDelimiter(at), end));
      return isLenient ? plain.trim() : plain;
    }
    const inner = quoted(text, open, end);
    if (isLenient) return inner.value.trim();
    return inner.value + text.slice(inner.end, Math.min(nextDelimiter(inner.end), end));
  };
  return {
    count: starts.length,
    length,
    isQuoteOpen,
    fields(record) {
      const end = ends[record] ?? 0;
      const found: string[] = [];
      for (let at = starts[record] ?? 0; at <= end; at = skip(at, end)) found.push(value(at, end));
      return found;
    },
    field(record, column) {
      const end = ends[record] ?? 0;
      let at = starts[record] ?? 0;
      for (let skipped = 0; skipped < column; skipped++) {
        at = skip(at, end);
        if (at > end) return null;
      }
      return value(at, end);
    },
  };
}

/** Where a character comes next; it remembers the last answer, because the rest of a text may not contain it at all. */
function finder(text: string, character: string): (at: number) => number {
  let from = 0;
  let found = -1;
  return (at) => {
    if (at < from || at > found) {
      const next = text.indexOf(character, at);
      from = at;
      found = next < 0 ? Infinity : next;
    }
    return found;
  };
}

/** A field in quotation marks, in which a doubled one stands for one; `end` is the place after the closing one. */
function quoted(text: string, open: number, end: number): { readonly value: string; readonly end: number } {
  let value = "";
  for (let at = open + 1;;) {
    const close = text.indexOf('"', at);
    if (close < 0 || close >= end) return { value: value + text.slice(at, end), end };
    value += text.slice(at, close);
    if (text.charCodeAt(close + 1) !== quote) return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}

function findRecords(text: string, { delimiter, limit = Infinity, isWhole, isLenient = false }: CsvOptions) {
  const starts: number[] = [];
  const ends: number[] = [];
  const endOf = lineEnds(text, { delimiter, isLenient });
  let length = 0;
  let isQuoteOpen = false;
  for (let at = 0; at < text.length && starts.length < limit;) {
    const found = endOf(at);
    if (found.end >= text.length && !isWhole) break;
    isQuoteOpen = found.isQuoteOpen;
    const isCrLf = text.charCodeAt(found.end) === lineFeed &&
      text.charCodeAt(found.end - 1) === carriageReturn;
    const end = isCrLf ? Math.max(at, found.end - 1) : found.end;
    if (!isBlank(text.slice(at, Math.min(end, at + longestBlank + 1)), isLenient)) {
      starts.push(at);
      ends.push(end);
    }
    at = Math.min(text.length, found.end + 1);
    length = at;
  }
  return { starts, ends, length, isQuoteOpen };
}

/** Characters of a line that is skipped for being blank. */
const longestBlank = 64;

function isBlank(line: string, isLenient: boolean): boolean {
  if (!isLenient) return line === "" || line === '""' || line === '"';
  return line.length <= longestBlank && line.trim() === "";
}

/**
 * Finds the end of the record that begins at a place: the last character of the line end, or the length of the text if
 * there is none.
 */
function lineEnds(
  text: string,
  { delimiter, isLenient }: { readonly delimiter: string; readonly isLenient: boolean },
): (start: number) => { readonly end: number; readonly isQuoteOpen: boolean } {
  const endsAtReturn = !isLenient || !text.includes("\n");
  const isLoneReturn = (at: number) =>
    endsAtReturn && text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) !== lineFeed;
  if (!text.includes('"')) {
    const nextFeed = finder(text, "\n");
    const nextReturn = endsAtReturn ? finder(text, "\r") : () => Infinity;
    return (start) => {
      let back = nextReturn(start);
      if (back < nextFeed(start) && !isLoneReturn(back)) back++;
      return { end: Math.min(nextFeed(start), back, text.length), isQuoteOpen: false };
    };
  }
  const separator = delimiter.charCodeAt(0);
  return (start) => {
    let isFieldStart = true;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote && isFieldStart) {
        at = closingQuote(text, at);
        if (at < 0) return { end: text.length, isQuoteOpen: true };
        isFieldStart = false;
        continue;
      }
      if (code === lineFeed || isLoneReturn(at)) return { end: at, isQuoteOpen: false };
      isFieldStart = code === separator || (isLenient && isFieldStart && code === space);
    }
    return { end: text.length, isQuoteOpen: false };
  };
}

/** The place of the quotation mark that closes the one at `open`; -1 if none does. */
function closingQuote(text: string, open: number): number {
  for (let at = open + 1;;) {
    const close = text.indexOf('"', at);
    if (close < 0 || text.charCodeAt(close + 1) !== quote) return close;
    at = close + 2;
  }
}
