/** Times in words, in UTC, as fine as the data is. */

import type { Language } from "../../base/language.ts";
import { type Grain, partsOf, type TimeParts } from "../table/calendar.ts";

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

const seasons = { ja: ["冬", "春", "夏", "秋"], en: ["Winter", "Spring", "Summer", "Fall"] } as const;

/** A winter begins its year or ends it. */
function seasonOf(month: number): 0 | 1 | 2 | 3 {
  if (month < 4 || month === 12) return 0;
  return month < 7 ? 1 : month < 10 ? 2 : 3;
}

/** The same without the year. */
export function partOfYear(time: number, grain: Grain, language: Language): string {
  return formatTime(time, grain, language).replace(/^\d+年| ?\d+$/, "");
}

export function formatTime(time: number, grain: Grain, language: Language): string {
  if (grain === "step") return `${time}`;
  const parts = partsOf(time);
  return language === "ja" ? japanese(parts, grain) : english(parts, grain);
}

function japanese({ year, month, date, clock }: TimeParts, grain: Exclude<Grain, "step">): string {
  switch (grain) {
    case "year":
      return `${year}年`;
    case "fiscal_year":
      return `${year}年度`;
    case "fiscal_quarter":
      return `${year}年度第${Math.ceil(month / 3)}四半期`;
    case "half":
      return `${year}年${month < 7 ? "上" : "下"}半期`;
    case "semester":
      return `${year}年${month < 7 ? "前" : "後"}期`;
    case "term":
      return `${year}年第${Math.ceil(month / 3)}学期`;
    case "season":
      return `${year}年${seasons.ja[seasonOf(month)]}`;
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

function english({ year, month, date, clock }: TimeParts, grain: Exclude<Grain, "step">): string {
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
    case "semester":
      return `Semester ${month < 7 ? 1 : 2} ${year}`;
    case "term":
      return `Term ${Math.ceil(month / 3)} ${year}`;
    case "season":
      return `${seasons.en[seasonOf(month)]} ${year}`;
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
