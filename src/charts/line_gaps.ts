/**
 * Where lines over time are broken. A row without a value is a gap; a time at which a series has no row at all is none:
 * it may only be a time of another series.
 */

import { type Context, say } from "./context.ts";
import { formatTime } from "./format_time.ts";
import type { TimeSeries } from "./time_series.ts";
import { listed } from "./summaries/ties.ts";

/** Positions of values that are not there, one in each gap that breaks the line. */
export function breaksOf(values: Float64Array, empty: ReadonlySet<number>): ReadonlySet<number> {
  if (empty.size === 0) return new Set();
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const steps = present.slice(1).map((at, index) => ({ from: present[index] ?? 0, to: at }));
  const lengths = steps.map(({ from, to }) => to - from).toSorted((a, b) => a - b);
  // What has a value at every third time only, such as quarters among months, is whole.
  const usual = steps.length < 2 ? 1 : lengths[Math.floor((lengths.length - 1) / 2)] ?? 1;
  const wide = steps.filter(({ from, to }) => to - from > usual).flatMap(({ from, to }) => {
    const between = Array.from({ length: to - from - 1 }, (_, index) => from + 1 + index);
    return between.find((at) => empty.has(at)) ?? [];
  });
  // A line that is more gap than line says nothing; it is drawn through, as one of scattered times.
  return new Set(wide.length > Math.max(2, steps.length / 3) ? [] : wide);
}

/** Says that values are missing, and what the lines do there. */
export function warnOfGaps({ page, warn }: Context, name: string, data: TimeSeries): void {
  const gaps = data.series.flatMap(({ values, other }, index) => {
    const empty = data.empty[index] ?? new Set<number>();
    return other || empty.size === 0 ? [] : [{ empty, course: courseOf(values, empty) }];
  });
  const places = gaps.flatMap(({ empty }) => [...empty]);
  if (places.length === 0) return;
  const times = [...new Set(places)].toSorted((a, b) => a - b).map((at) =>
    formatTime(data.times[at] ?? 0, data.grain, page.language)
  );
  const [quoted, where] = [JSON.stringify(name), listed(times, page.language)];
  const courses = new Set(gaps.map(({ course }) => course));
  const course = courses.has("joined") ? "joined" : courses.has("broken") ? "broken" : "short";
  warn(say(page, {
    ja: `${quoted}の値が${places.length}個ありません（${where}）${courseTexts[course].ja}`,
    en: `${quoted} lacks ${places.length} ${places.length === 1 ? "value" : "values"} (${where})${
      courseTexts[course].en
    }`,
  }));
}

/** What a line does where values are missing: it may also only begin later or end before. */
type GapCourse = "joined" | "broken" | "short";

const courseTexts: Readonly<Record<GapCourse, { readonly ja: string; readonly en: string }>> = {
  joined: { ja: "。線は前後の値を結んでいます", en: ": lines join the values around them" },
  broken: { ja: "。線はそこで途切れます", en: ": lines are broken there" },
  short: { ja: "", en: "" },
};

function courseOf(values: Float64Array, empty: ReadonlySet<number>): GapCourse {
  if (breaksOf(values, empty).size > 0) return "broken";
  const first = values.findIndex((value) => !Number.isNaN(value));
  const last = values.findLastIndex((value) => !Number.isNaN(value));
  return [...empty].some((at) => at > first && at < last) ? "joined" : "short";
}
