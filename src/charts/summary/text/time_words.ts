/** Phrases about times and how rows were put together, for titles, subtitles and sentences. */

import type { Language } from "../../../base/chart_terms.ts";
import type { Aggregation } from "../../read/find_intent.ts";
import type { Grain } from "../../table/calendar.ts";
import { aggregationName } from "../../values/aggregation_for.ts";
import type { TimeSeries } from "../../values/time_series.ts";
import { formatTime } from "./format_time.ts";
import { capital } from "./headline.ts";

const stepNames: Readonly<Record<Language, Readonly<Record<Grain, string>>>> = {
  ja: {
    year: "年",
    fiscal_year: "年度",
    fiscal_quarter: "四半期",
    half: "半期",
    semester: "学期",
    term: "学期",
    season: "季節",
    quarter: "四半期",
    month: "月",
    week: "週",
    day: "日",
    time: "時刻",
    quarter_of_year: "四半期",
    month_of_year: "月",
    day_of_year: "日",
    hour_of_day: "時間帯",
    time_of_day: "時刻",
    step: "ステップ",
  },
  en: {
    year: "year",
    fiscal_year: "fiscal year",
    fiscal_quarter: "fiscal quarter",
    half: "half-year",
    semester: "semester",
    term: "term",
    season: "season",
    quarter: "quarter",
    month: "month",
    week: "week",
    day: "day",
    time: "time",
    quarter_of_year: "quarter",
    month_of_year: "month",
    day_of_year: "day",
    hour_of_day: "hour",
    time_of_day: "time",
    step: "step",
  },
};

export function stepName(grain: Grain, language: Language): string {
  return stepNames[language][grain];
}

/** "2024年1月〜12月", "Jan 2024 – Dec 2024". */
export function rangeText({ times, grain }: Pick<TimeSeries, "times" | "grain">, language: Language): string {
  const first = formatTime(times[0] ?? 0, grain, language);
  const last = formatTime(times[times.length - 1] ?? 0, grain, language);
  if (first === last) return first;
  return language === "ja" ? `${first}〜${last}` : `${first} – ${last}`;
}

/** "月ごとの合計", "sum per month"; empty where rows were left as they are. */
export function aggregationText(kind: Aggregation | null, grain: Grain, language: Language): string {
  if (kind === null) return "";
  const name = aggregationName(kind, language);
  const step = stepName(grain, language);
  return language === "ja" ? `${step}ごとの${name}` : capital(`${name} per ${step}`);
}

/** The parts that are there, with a dot between them. */
export function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}
