/**
 * What a moving average takes together: so many points, or all within so long a time. Points are counted where they
 * follow each other evenly, as nobody sees a difference then; where some are missing, a week is a week all the same.
 */

import { type Context, say } from "../context.ts";
import type { AuxiliaryWish, WindowUnit } from "../read/auxiliary_wish.ts";
import { addPeriods, type Grain } from "../table/calendar.ts";

export interface MovingWindow {
  /** What the average is called after. */
  readonly label: string;
  /** The first place that is taken together with one; null before there are enough. */
  readonly from: (place: number) => number | null;
}

interface Points {
  /** When each of them is, in their order. */
  readonly times: Float64Array;
  readonly grain: Grain;
}

export function movingWindow(context: Context, asked: AuxiliaryWish["window"], points: Points): MovingWindow {
  const { page, warn } = context;
  const usual = usualCount(points);
  if (asked === undefined) return ofPoints(context, usual);
  const { count, unit } = asked;
  const steps = stepsOf(points.times);
  const step = steps[Math.floor(steps.length / 2)] ?? 0;
  const evenly = unit === null || step === 0
    ? count
    : Math.max(1, Math.round(count * hours[unit] / (step / hour)));
  if (evenly >= 2 && evenly < points.times.length) {
    // Among working days, those of a week are five.
    const isUneven = (steps.at(-1) ?? 0) > step * 1.5 && !(unit === "day" && areWorkdays(points));
    return unit === null || !isUneven
      ? ofPoints(context, evenly)
      : ofTime(context, { count, unit }, { times: points.times, step });
  }
  warn(say(page, {
    ja: `指定の期間の移動平均は描けないため、${usual}点の移動平均にしました`,
    en: `the data cannot carry the moving average asked for: it is of ${usual} points`,
  }));
  return ofPoints(context, usual);
}

const hour = 3_600_000;
const hours: Readonly<Record<WindowUnit, number>> = {
  hour: 1,
  day: 24,
  week: 168,
  month: 730.5,
  quarter: 2191.5,
  year: 8766,
};

/** The lengths of the steps between times, the shortest first. */
function stepsOf(times: Float64Array): Float64Array {
  return times.slice(1).map((time, at) => time - (times[at] ?? 0)).sort();
}

function areWorkdays({ times, grain }: Points): boolean {
  return grain === "day" && !times.some((time) => new Date(time).getUTCDay() % 6 === 0);
}

/** What rhythms go round in: a week of days, a year of quarters, a day of hours. */
function usualCount(points: Points): number {
  const { times } = points;
  const round = roundOf(points);
  // Else there is more that it begins with than what it shows.
  if (round !== null && round * 2 <= times.length) return round;
  if (round !== null || times.length < 12) return 3;
  return times.length < 30 ? 5 : 7;
}

/** How many of its steps go round; null where nothing is known to. */
function roundOf({ times, grain }: Points): number | null {
  if (grain === "step") return null;
  const steps = stepsOf(times);
  const step = (steps[Math.floor(steps.length / 2)] ?? 0) / (24 * hour);
  return rounds.find(({ days }) => step > days * 0.9 && step < days * 1.1)?.count ?? null;
}

const rounds = [
  { days: 1 / 24, count: 24 },
  { days: 1, count: 7 },
  { days: 7, count: 4 },
  { days: 30.4, count: 3 },
  { days: 91.3, count: 4 },
  { days: 182.6, count: 3 },
  { days: 365.2, count: 3 },
] as const;

function ofPoints({ page }: Context, count: number): MovingWindow {
  return {
    label: say(page, { ja: `移動平均（${count}点）`, en: `${count}-point moving average` }),
    from: (place) => place < count - 1 ? null : place - count + 1,
  };
}

const unitsJa: Readonly<Record<WindowUnit, string>> = {
  hour: "時間",
  day: "日",
  week: "週",
  month: "か月",
  quarter: "四半期",
  year: "年",
};

function ofTime(
  { page }: Context,
  { count, unit }: { readonly count: number; readonly unit: WindowUnit },
  { times, step }: { readonly times: Float64Array; readonly step: number },
): MovingWindow {
  const first = times[0] ?? 0;
  // Months differ in length, and so do steps of them.
  const enough = first - step * 1.1;
  return {
    label: say(page, { ja: `移動平均（${count}${unitsJa[unit]}）`, en: `${count}-${unit} moving average` }),
    from: (place) => {
      const before = addPeriods(times[place] ?? 0, unit, -count);
      return before < enough ? null : firstAfter(times, before);
    },
  };
}

/** The place of the first time after another. */
function firstAfter(times: Float64Array, before: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > before) high = middle;
    else low = middle + 1;
  }
  return low;
}
