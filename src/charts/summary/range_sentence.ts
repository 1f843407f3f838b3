/** Between what several lines lie over all their times, and where the ends of that are. */

import { type Context, say } from "../context.ts";
import { formatTime } from "./text/format_time.ts";
import type { TimeSeries } from "../values/time_series.ts";
import type { Extremes } from "./extremes.ts";

interface Course {
  readonly name: string;
  readonly series: { readonly values: Float64Array };
  readonly found: Extremes;
}

export function rangeSentence(
  { page }: Context,
  data: TimeSeries,
  { courses, number }: { readonly courses: readonly Course[]; readonly number: (value: number) => string },
): string {
  const ends = (end: "low" | "high") =>
    courses.map(({ name, series, found }) => ({
      name,
      at: found[end],
      value: series.values[found[end]] ?? NaN,
    }));
  const [high] = ends("high").toSorted((a, b) => b.value - a.value);
  const [low] = ends("low").toSorted((a, b) => a.value - b.value);
  if (high === undefined || low === undefined || data.times.length < 2 || high.value === low.value) return "";
  const when = ({ at }: { readonly at: number }) =>
    formatTime(data.times[at] ?? 0, data.grain, page.language);
  return say(page, {
    ja: `全体では${high.name}の${when(high)}の${number(high.value)}が最大、${low.name}の${when(low)}の${
      number(low.value)
    }が最小です。`,
    en: `Over all times the highest is ${number(high.value)} (${high.name}, ${when(high)}), the lowest ${
      number(low.value)
    } (${low.name}, ${when(low)}).`,
  });
}
