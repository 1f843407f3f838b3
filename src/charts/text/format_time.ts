/** Times in words, in UTC, as fine as the data is. */

import type { Language } from "../../base/language.ts";
import { type Grain, partsOf, type TimeParts } from "../table/calendar.ts";

export const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

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
