/** Time as numbers: milliseconds since 1970 in UTC, so that no chart depends on where it is drawn. */

/**
 * How fine a column's times are. School terms and seasons are stored as the quarters of their year. Fiscal years are
 * stored as the first of January of their year, whenever they begin, and their quarters three months apart from there.
 * Cyclic grains have no year: their dates are in {@linkcode cyclicYear}. Steps, such as training epochs, are whole
 * numbers instead of times.
 */
export type Grain =
  | "year"
  | "fiscal_year"
  | "fiscal_quarter"
  | "half"
  | "semester"
  | "term"
  | "season"
  | "quarter"
  | "month"
  | "week"
  | "day"
  | "time"
  | "quarter_of_year"
  | "month_of_year"
  | "day_of_year"
  | "hour_of_day"
  | "time_of_day"
  | "step";

export const cyclicYear = 2001;

export const day = 86_400_000;

/** A date from its parts; null if there is no such day. */
export function utc(year: number, month = 1, date = 1): number | null {
  if (month < 1 || month > 12 || date < 1 || date > 31) return null;
  const time = Date.UTC(2000, month - 1, date);
  const shifted = new Date(time);
  shifted.setUTCFullYear(year, month - 1, date);
  return shifted.getUTCMonth() === month - 1 ? shifted.getTime() : null;
}

const cyclic: ReadonlySet<Grain> = new Set(
  ["quarter_of_year", "month_of_year", "day_of_year", "hour_of_day", "time_of_day", "step"] as const,
);

export function isCyclic(grain: Grain): boolean {
  return cyclic.has(grain);
}

/** The start of the period that a time lies in. Weeks start on Monday. */
export function startOf(
  time: number,
  period: "year" | "half" | "quarter" | "month" | "week" | "day" | "hour",
): number {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  switch (period) {
    case "year":
      return utc(year) ?? time;
    case "half":
      return utc(year, month < 6 ? 1 : 7) ?? time;
    case "quarter":
      return utc(year, Math.floor(month / 3) * 3 + 1) ?? time;
    case "month":
      return utc(year, month + 1) ?? time;
    case "week":
      return Math.floor(time / day) * day - ((date.getUTCDay() + 6) % 7) * day;
    case "day":
      return Math.floor(time / day) * day;
    case "hour":
      return Math.floor(time / 3_600_000) * 3_600_000;
  }
}

/** The start of the period that is a number of periods later. */
export function addPeriods(
  start: number,
  period: "year" | "quarter" | "month" | "week" | "day" | "hour",
  count: number,
): number {
  const date = new Date(start);
  switch (period) {
    case "year":
      return date.setUTCFullYear(date.getUTCFullYear() + count);
    case "quarter":
      return date.setUTCMonth(date.getUTCMonth() + 3 * count);
    case "month":
      return date.setUTCMonth(date.getUTCMonth() + count);
    case "week":
      return start + 7 * day * count;
    case "day":
      return start + day * count;
    case "hour":
      return start + 3_600_000 * count;
  }
}

/** The approximate length of one step of a grain. */
export function lengthOf(grain: Grain): number {
  switch (grain) {
    case "year":
    case "fiscal_year":
      return 365 * day;
    case "half":
    case "semester":
      return 182 * day;
    case "term":
    case "season":
    case "quarter":
    case "fiscal_quarter":
    case "quarter_of_year":
      return 91 * day;
    case "month":
    case "month_of_year":
      return 30 * day;
    case "week":
      return 7 * day;
    case "day":
    case "day_of_year":
      return day;
    case "hour_of_day":
      return 3_600_000;
    case "step":
      return 1;
    case "time":
    case "time_of_day":
      return 60_000;
  }
}

export interface TimeParts {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly clock: string;
}

export function partsOf(time: number): TimeParts {
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = at.getUTCSeconds() === 0 ? "" : `:${two(at.getUTCSeconds())}`;
  return {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    date: at.getUTCDate(),
    clock: `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}${seconds}`,
  };
}
