/** The first and last period of a time axis, if the data begins or ends within it: sums and counts of it are too low. */

import { periodEnd } from "./time_units.ts";
import type { Keys } from "./keys.ts";

/** Share of a period that may be without data at its end or beginning. */
const mostMissing = 0.1;

/** Labels of incomplete periods. `times` are those of the rows. */
export function partialPeriods({ at, unit, labels }: Keys, times: Float64Array): string[] {
  const [first, last] = [at?.[0], at?.at(-1)];
  const distinct = Float64Array.from(new Set(times.filter((time) => !Number.isNaN(time)))).sort();
  const [start, end] = [distinct[0], distinct.at(-1)];
  if (
    first === undefined || last === undefined || start === undefined || end === undefined || unit === null
  ) return [];
  const periodStop = periodEnd(last, unit);
  const firstStop = periodEnd(first, unit);
  if (periodStop === null || firstStop === null || first === last) return [];
  const usual = (end - start) / Math.max(1, distinct.length - 1);
  const isMissing = (length: number, period: number) => length > Math.max(2.5 * usual, mostMissing * period);
  return [
    ...(isMissing(start - first, firstStop - first) ? [labels[0] ?? ""] : []),
    ...(isMissing(periodStop - end, periodStop - last) ? [labels.at(-1) ?? ""] : []),
  ];
}
