/** Dates that only ever name the start or the end of a month, a quarter or a year are months, quarters or years. */

import { addPeriods, day, type Grain, startOf } from "./calendar.ts";

export function refineGrain(grain: Grain, times: readonly number[]): Grain {
  if (times.length < 2) return grain;
  const every = (test: (time: number) => boolean) => times.every(test);
  if (grain === "time" && every((time) => time % day === 0)) return refineGrain("day", times);
  if (grain !== "day") return grain;
  const starts = (period: "year" | "month") => every((time) => startOf(time, period) === time);
  const ends = (period: "year" | "month") =>
    every((time) => addPeriods(startOf(time, period), period, 1) - day === time);
  if (new Set(times).size < 2) return grain;
  if (starts("year") || ends("year")) return "year";
  return starts("month") || ends("month") ? "month" : grain;
}
