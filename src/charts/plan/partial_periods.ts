/** The first and last period of a time axis, if the data begins or ends within it: sums and counts of it are too low. */

import { addPeriods } from "../table/calendar.ts";
import type { Keys } from "./keys.ts";
import { isCyclicUnit } from "./time_units.ts";
import { distinctValues } from "./values.ts";

/** Share of a period that may be without data at its end or beginning. */
const mostMissing = 0.1;

/** Labels of incomplete periods. `times` are those of the rows. */
export function partialPeriods({ at, unit, labels }: Keys, times: Float64Array): string[] {
  if (at === null || at.length < 2 || unit === null || isCyclicUnit(unit)) return [];
  const [first = NaN, last = NaN] = [at[0], at.at(-1)];
  const distinct = distinctValues(times);
  const [start = NaN, end = NaN] = [distinct[0], distinct.at(-1)];
  const [firstStop, lastStop] = [addPeriods(first, unit, 1), addPeriods(last, unit, 1)];
  const usual = (end - start) / Math.max(1, distinct.length - 1);
  const isMissing = (length: number, period: number) => length > Math.max(2.5 * usual, mostMissing * period);
  return [
    ...(isMissing(start - first, firstStop - first) ? [labels[0] ?? ""] : []),
    ...(isMissing(lastStop - end, lastStop - last) ? [labels.at(-1) ?? ""] : []),
  ];
}
