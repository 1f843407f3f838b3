/** The least distance between the ticks of an axis that says something: that of what stands on it. */

import { day } from "./durations.ts";
import { type Step, sunday } from "./tick_step.ts";

const shortestMonth = 28 * day;

/** Of numbers: bars stand where they stand, and years are whole. */
export function leastOfNumbers(numbers: readonly number[], bars: readonly number[]): Step | null {
  const areYears = numbers.length > 1 &&
    numbers.every((number) => Number.isInteger(number) && number >= 1500 && number <= 2200);
  return gapStep(bars) ?? (areYears ? { kind: "even", size: 1, from: 0 } : null);
}

/** Of times: days where all are whole days, months where all are the first of one or bars at its end, years likewise. */
export function leastOfTimes(times: readonly number[], bars: readonly number[]): Step | null {
  const gap = gapStep(bars);
  if (times.length < 2 || times.some((time) => time % day !== 0)) return gap;
  const from = Date.UTC(2000, 0, 1);
  const dates = times.map((time) => new Date(time));
  if (dates.every((date) => date.getUTCDate() === 1)) {
    const isYearly = dates.every((date) => date.getUTCMonth() === 0);
    return { kind: "months", count: isYearly ? 12 : 1, from };
  }
  if (bars.length > 1 && bars.every((time) => new Date(time + day).getUTCDate() === 1)) {
    return { kind: "months", count: 1, from: Date.UTC(2000, 0, 31) };
  }
  // The distances of months differ.
  return gap !== null && gap.size < shortestMonth ? gap : { kind: "even", size: day, from: sunday };
}

/** As far apart as the nearest two of some bars. */
function gapStep(bars: readonly number[]): (Step & { readonly kind: "even" }) | null {
  const places = [...new Set(bars)].toSorted((a, b) => a - b);
  const [first, ...rest] = places;
  const size = rest.reduce(
    (least, place, index) => Math.min(least, place - (places[index] ?? place)),
    Infinity,
  );
  return first !== undefined && Number.isFinite(size) ? { kind: "even", size, from: first } : null;
}
