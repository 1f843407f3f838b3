/** The first and the last period of rows that are put together, where the data begins or ends in the middle of one. */

import { type Context, say } from "../context.ts";
import { addPeriods, type Grain } from "../table/calendar.ts";
import type { TimeColumn } from "../table/column.ts";
import { formatTime } from "../summary/text/format_time.ts";
import { stepName } from "../summary/text/time_words.ts";
import { bucketOf } from "./time_buckets.ts";

interface Periods {
  /** The beginnings of the periods that have a row. */
  readonly times: Float64Array;
  readonly grain: Grain;
}

/** A part of a period that may be missing: weekends and holidays are no sign of an early end. */
const most = 0.3;

/** Says that the ends are of a part of their period; empty where they are whole. */
export function warnOfPartial(
  { page, warn, spanTimes }: Context,
  column: TimeColumn,
  periods: Periods,
): string {
  const { begins, ends } = cutEnds(column, { ...periods, span: spanTimes() });
  const name = stepName(periods.grain, page.language);
  const time = (at: number) => formatTime(at, column.grain, page.language);
  const first = {
    ja: `最初の${name}は${time(begins)}から`,
    en: `the data of the first ${name} begins at ${time(begins)}`,
  };
  const last = {
    ja: `最後の${name}は${time(ends)}まで`,
    en: `the data of the last ${name} ends at ${time(ends)}`,
  };
  const parts = [...(Number.isNaN(begins) ? [] : [first]), ...(Number.isNaN(ends) ? [] : [last])];
  if (parts.length === 0) return "";
  const text = say(page, {
    ja: `${parts.map(({ ja }) => ja).join("、")}のデータだけです`,
    en: `${parts.map(({ en }) => en).join(" and ")}: ${
      parts.length === 1 ? "it is" : "they are"
    } not complete`,
  });
  warn(text);
  return text;
}

/** When the data begins and ends, each NaN where that is at the end of a period. */
function cutEnds(
  column: TimeColumn,
  { times, grain, span }: Periods & { readonly span: Float64Array },
): { begins: number; ends: number } {
  const own = column.grain;
  const isPeriod = grain === "year" || grain === "quarter" || grain === "month" || grain === "week" ||
    grain === "day";
  const [start, end] = [times[0], times.at(-1)];
  if (!isPeriod || grain === own || start === undefined || end === undefined) {
    return { begins: NaN, ends: NaN };
  }
  if (isOneEach(span, grain)) return { begins: NaN, ends: NaN };
  // A day whose last error is at noon goes on without any, where the table does.
  const given = [column.values(), span];
  const first = Math.min(
    ...given.map((some) => some.reduce((least, time) => time < least ? time : least, Infinity)),
  );
  const last = Math.max(
    ...given.map((some) => some.reduce((latest, time) => time > latest ? time : latest, -Infinity)),
  );
  const step = own === "month" || own === "quarter" || own === "week" || own === "day" ? own : "hour";
  const share = (from: number, to: number, period: number) =>
    (to - from) / (addPeriods(period, grain, 1) - period);
  return {
    begins: share(start, first, start) > most ? first : NaN,
    ends: share(addPeriods(last, step, 1), addPeriods(end, grain, 1), end) > most ? last : NaN,
  };
}

/** Whether every period has a single time, which then stands for all of it: weeks by their Mondays. */
function isOneEach(span: Float64Array, grain: Grain): boolean {
  const times = new Set(span.filter((time) => !Number.isNaN(time)));
  return times.size > 1 && new Set(Array.from(times, (time) => bucketOf(time, grain))).size === times.size;
}
