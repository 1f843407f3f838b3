/**
 * Widths of bins: numbers, or months of the calendar, and which of them Plotly takes for about so wide a bin.
 * https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`autoTicks`, `tickIncrement`)
 */

import { numberOf } from "../../base/plotly_values.ts";
import type { AxisKind } from "./axis.ts";
import { averageMonth, averageYear, day, hour, minute, second } from "./durations.ts";
import { roundUp } from "./tick_step.ts";

/** So many of the axis's own units (milliseconds of a date), or so many months. */
export type Step =
  | { readonly kind: "even"; readonly size: number }
  | { readonly kind: "months"; readonly months: number };

/** A width that a figure gives: a number, or months (`M3`); null for none. */
export function givenStep(value: unknown): Step | null {
  const months = typeof value === "string" ? /^M(\d{1,4})$/.exec(value)?.[1] : undefined;
  if (months !== undefined) return Number(months) > 0 ? { kind: "months", months: Number(months) } : null;
  const size = numberOf(value);
  return size > 0 ? { kind: "even", size } : null;
}

/** The next round width above one that was calculated, and a place at which such bins begin. */
export function roundStep(rough: number, kind: AxisKind): { readonly step: Step; readonly origin: number } {
  const even = (size: number): Step => ({ kind: "even", size });
  if (kind !== "date") return { step: even(roundUp(rough, powerBelow(rough), tens)), origin: 0 };
  const [origin, sunday] = [Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 2)];
  const doubled = 2 * rough;
  if (doubled > averageYear) {
    const years = roundUp(rough / averageYear, powerBelow(rough / averageYear), tens);
    return { step: { kind: "months", months: 12 * years }, origin };
  }
  if (doubled > averageMonth) {
    return { step: { kind: "months", months: roundUp(rough / averageMonth, 1, dozens) }, origin };
  }
  if (doubled > day) return { step: even(roundUp(rough, day, weeks)), origin: sunday };
  const parts = [[hour, dozens], [minute, sixties], [second, sixties]] as const;
  const [unit, factors] = parts.find(([size]) => doubled > size) ?? [powerBelow(rough), tens];
  return { step: even(roundUp(rough, unit, factors)), origin };
}

const tens = [2, 5, 10];
const dozens = [1, 2, 3, 6, 12];
const sixties = [1, 2, 5, 10, 15, 30];
const weeks = [1, 2, 3, 7, 14];

/** The power of ten that a number is not below. */
export function powerBelow(value: number): number {
  return 10 ** Math.floor(Math.log10(value));
}

/** The place so many steps on. */
export function stepped(place: number, step: Step, count = 1): number {
  if (step.kind === "even") return place + count * step.size;
  const time = ((place % day) + day) % day;
  // Bins may begin some hours before a month, and are to stay before the next one, however long it is.
  const date = new Date(place - time + 3 * day);
  return date.setUTCMonth(date.getUTCMonth() + count * step.months) + time - 3 * day;
}

/** The last beginning of a bin before a place, where one begins at the origin. */
export function binBefore(place: number, step: Step, origin: number): number {
  if (step.kind === "even") return (Math.ceil((place - origin) / step.size) - 1) * step.size + origin;
  const date = new Date(place);
  const months = (date.getUTCFullYear() - 2000) * 12 + date.getUTCMonth();
  const begins = (index: number) => Date.UTC(2000, index * step.months, 1);
  const index = Math.floor(months / step.months);
  return begins(begins(index) < place ? index : index - 1);
}

/** The last beginning of a bin that is not after a place, where one begins at the start. */
export function alignedBefore(place: number, step: Step, start: number): number {
  if (step.kind === "even") return start + Math.floor((place - start) / step.size + 1e-9) * step.size;
  const index = Math.floor((place - start) / (averageMonth * step.months));
  const [last = start] = [index + 1, index, index - 1].map((count) => stepped(start, step, count))
    .filter((edge) => edge <= place);
  return last;
}
