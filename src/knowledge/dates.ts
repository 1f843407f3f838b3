/** Dates as people write them, as milliseconds. A time without a zone is UTC, so that every machine reads it alike. */

const pattern =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?)?)?$/i;

export interface Span {
  /** The first millisecond. */
  readonly from: number;
  /** The first millisecond after it. */
  readonly until: number;
}

/** The time that a text names: a year, a month, a day, or a moment; undefined if it names none. */
export function parseSpan(text: string): Span | undefined {
  const match = pattern.exec(text.trim());
  if (match === null) return undefined;
  const [, year = "", month, day, hour, minute, second, fraction = "", zone] = match;
  const written = `${year}-${month ?? "01"}-${day ?? "01"}T${hour ?? "00"}:${minute ?? "00"}:${
    second ?? "00"
  }`;
  const from = Date.parse(`${written}Z`);
  // The 30th of February is not the 1st of March, and years before 100 are not written so.
  if (Number(year) < 100 || Number.isNaN(from) || !new Date(from).toISOString().startsWith(written)) {
    return undefined;
  }
  if (month === undefined) return { from, until: Date.UTC(Number(year) + 1, 0, 1) };
  if (day === undefined) return { from, until: Date.UTC(Number(year), Number(month), 1) };
  if (hour === undefined) return { from, until: from + 86_400_000 };
  const moment = from + Number(fraction.padEnd(3, "0").slice(0, 3)) - offsetOf(zone);
  const length = second === undefined ? 60_000 : fraction === "" ? 1_000 : 1;
  return { from: moment, until: moment + length };
}

/** The moment that a day or a time begins; undefined if the text is neither. */
export function parseMoment(text: string): number | undefined {
  return text.trim().length < 10 ? undefined : parseSpan(text)?.from;
}

function offsetOf(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const sign = zone.startsWith("-") ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000;
}
