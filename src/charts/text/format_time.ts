/** Times in words, in UTC, as fine as the data is. */

import type { Language } from "../language.ts";
import { day, type Grain } from "../table/calendar.ts";

export const monthNames = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
];

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly date: number;
  readonly clock: string;
}

export function partsOf(time: number): Parts {
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

export function formatTime(time: number, grain: Grain, language: Language): string {
  if (grain === "step") return `${time}`;
  const parts = partsOf(time);
  return language === "ja" ? japanese(parts, grain) : english(parts, grain);
}

function japanese({ year, month, date, clock }: Parts, grain: Exclude<Grain, "step">): string {
  switch (grain) {
    case "year":
      return `${year}年`;
    case "fiscal_year":
      return `${year}年度`;
    case "fiscal_quarter":
      return `${year}年度第${Math.ceil(month / 3)}四半期`;
    case "half":
      return `${year}年${month < 7 ? "上" : "下"}半期`;
    case "quarter":
      return `${year}年第${Math.ceil(month / 3)}四半期`;
    case "month":
      return `${year}年${month}月`;
    case "week":
      return `${year}年${month}月${date}日の週`;
    case "day":
      return `${year}年${month}月${date}日`;
    case "time":
      return `${year}年${month}月${date}日 ${clock}`;
    case "quarter_of_year":
      return `第${Math.ceil(month / 3)}四半期`;
    case "month_of_year":
      return `${month}月`;
    case "day_of_year":
      return `${month}月${date}日`;
    case "time_of_day":
      return clock;
    case "hour_of_day":
      return `${Number(clock.slice(0, 2))}時`;
  }
}

function english({ year, month, date, clock }: Parts, grain: Exclude<Grain, "step">): string {
  const name = monthNames[month - 1] ?? "";
  switch (grain) {
    case "year":
      return `${year}`;
    case "fiscal_year":
      return `FY${year}`;
    case "fiscal_quarter":
      return `FY${year} Q${Math.ceil(month / 3)}`;
    case "half":
      return `H${month < 7 ? 1 : 2} ${year}`;
    case "quarter":
      return `Q${Math.ceil(month / 3)} ${year}`;
    case "month":
      return `${name} ${year}`;
    case "week":
      return `week of ${name} ${date}, ${year}`;
    case "day":
      return `${name} ${date}, ${year}`;
    case "time":
      return `${name} ${date}, ${year} ${clock}`;
    case "quarter_of_year":
      return `Q${Math.ceil(month / 3)}`;
    case "month_of_year":
      return name;
    case "day_of_year":
      return `${name} ${date}`;
    case "time_of_day":
      return clock;
    case "hour_of_day":
      return `${Number(clock.slice(0, 2))}:00`;
  }
}

/** How long one step of a grain is, about. */
export function lengthOf(grain: Grain): number {
  switch (grain) {
    case "year":
    case "fiscal_year":
      return 365 * day;
    case "half":
      return 182 * day;
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
