/** Times in words, in UTC, as fine as the data is. */

import type { Language } from "../../base/language.ts";
import { type Grain, partsOf, type TimeParts } from "../table/calendar.ts";

export const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

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
  return grain === "step" ? `${time}` : written[language][grain](partsOf(time));
}

type Written = Readonly<Record<Exclude<Grain, "step">, (parts: TimeParts) => string>>;

const quarterOf = (month: number) => Math.ceil(month / 3);
const nameOf = (month: number) => monthNames[month - 1] ?? "";

const written: Readonly<Record<Language, Written>> = {
  ja: {
    year: ({ year }) => `${year}年`,
    fiscal_year: ({ year }) => `${year}年度`,
    fiscal_quarter: ({ year, month }) => `${year}年度第${quarterOf(month)}四半期`,
    half: ({ year, month }) => `${year}年${month < 7 ? "上" : "下"}半期`,
    semester: ({ year, month }) => `${year}年${month < 7 ? "前" : "後"}期`,
    term: ({ year, month }) => `${year}年第${quarterOf(month)}学期`,
    season: ({ year, month }) => `${year}年${seasons.ja[seasonOf(month)]}`,
    quarter: ({ year, month }) => `${year}年第${quarterOf(month)}四半期`,
    month: ({ year, month }) => `${year}年${month}月`,
    week: ({ year, month, date }) => `${year}年${month}月${date}日の週`,
    day: ({ year, month, date }) => `${year}年${month}月${date}日`,
    time: ({ year, month, date, clock }) => `${year}年${month}月${date}日 ${clock}`,
    quarter_of_year: ({ month }) => `第${quarterOf(month)}四半期`,
    month_of_year: ({ month }) => `${month}月`,
    day_of_year: ({ month, date }) => `${month}月${date}日`,
    time_of_day: ({ clock }) => clock,
    hour_of_day: ({ clock }) => `${Number(clock.slice(0, 2))}時`,
  },
  en: {
    year: ({ year }) => `${year}`,
    fiscal_year: ({ year }) => `FY${year}`,
    fiscal_quarter: ({ year, month }) => `FY${year} Q${quarterOf(month)}`,
    half: ({ year, month }) => `H${month < 7 ? 1 : 2} ${year}`,
    semester: ({ year, month }) => `Semester ${month < 7 ? 1 : 2} ${year}`,
    term: ({ year, month }) => `Term ${quarterOf(month)} ${year}`,
    season: ({ year, month }) => `${seasons.en[seasonOf(month)]} ${year}`,
    quarter: ({ year, month }) => `Q${quarterOf(month)} ${year}`,
    month: ({ year, month }) => `${nameOf(month)} ${year}`,
    week: ({ year, month, date }) => `week of ${nameOf(month)} ${date}, ${year}`,
    day: ({ year, month, date }) => `${nameOf(month)} ${date}, ${year}`,
    time: ({ year, month, date, clock }) => `${nameOf(month)} ${date}, ${year} ${clock}`,
    quarter_of_year: ({ month }) => `Q${quarterOf(month)}`,
    month_of_year: ({ month }) => nameOf(month),
    day_of_year: ({ month, date }) => `${nameOf(month)} ${date}`,
    time_of_day: ({ clock }) => clock,
    hour_of_day: ({ clock }) => `${Number(clock.slice(0, 2))}:00`,
  },
};
