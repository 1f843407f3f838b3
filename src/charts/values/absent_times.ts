/**
 * Times at which a series has no row though it should: it has a clear step, and a stretch of several steps is missing.
 * Stretches that come again and again, such as nights and weekends, belong to its rhythm. Where rows are counted, no
 * row is a count of zero, and every time without one is missing.
 */

import type { Context } from "../context.ts";
import { day, type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import { bucketOf, type TimeBuckets } from "./time_buckets.ts";

/** More missing times than that stand for each other: nobody can tell them apart in a picture. */
const mostAbsent = 100_000;
/** Share of steps that are alike where a step is clear. */
const alike = 2 / 3;

interface Rows {
  readonly buckets: TimeBuckets;
  /** Of each series the times at which it has rows, in their order. */
  readonly own: readonly (readonly number[])[];
  readonly counted: boolean;
}

/** Of each series the times at which rows are missing. */
export function absentTimes(context: Context, { buckets: { grain, times }, own, counted }: Rows): number[][] {
  // Of a sample, and of times without a date, nobody knows what is missing.
  if (isCyclic(grain) || context.scale !== 1) return own.map(() => []);
  if (counted) {
    const each = uncounted(Array.from(times), grain).map((time) => [time]);
    const absent = notLeftOut(context, { grain, times, absent: each });
    return own.map(() => absent);
  }
  const found = own.map((series) => missingStretches(series, grain));
  return found.map((stretches) => notLeftOut(context, { grain, times, absent: stretches }));
}

/** How the times of a series follow each other. */
interface Rhythm {
  /** How many usual steps each time is after the one before. */
  readonly steps: readonly number[];
  /** The time so many usual steps later. */
  readonly later: (time: number, steps: number) => number;
  readonly isRegular: boolean;
}

/** The stretches without rows, each as the times that it should have. */
function missingStretches(times: readonly number[], grain: Grain): number[][] {
  if (times.length < 4) return [];
  const { steps, later, isRegular } = rhythmOf(times, grain);
  if (!isRegular) return [];
  const often = Math.max(3, steps.length / 60);
  const again = Map.groupBy(steps, (count) => count);
  const workdays = areWorkdays(times, grain);
  const stretches = steps.flatMap((count, index) => {
    if (count < 3 || (again.get(count)?.length ?? 0) >= often) return [];
    const stretch = between(times[index] ?? 0, count, later).filter((time) => !workdays || !isWeekend(time));
    // Holidays leave out some working days, but no whole week.
    return stretch.length >= (workdays ? 5 : 2) ? [stretch] : [];
  });
  return stretches;
}

/** All times without a row from the first to the last. */
function uncounted(times: readonly number[], grain: Grain): number[] {
  const own = rhythmOf(times, grain);
  if (grain === "time" && !own.isRegular) return [];
  const { steps, later } = own.isRegular ? own : rhythmOf(times, grain, naturalStep(grain));
  if (steps.reduce((sum, count) => sum + count, 0) > mostAbsent) return [];
  const workdays = areWorkdays(times, grain);
  return steps.flatMap((count, index) => between(times[index] ?? 0, count, later))
    .filter((time) => !workdays || !isWeekend(time));
}

function between(from: number, count: number, later: Rhythm["later"]): number[] {
  const every = Math.ceil(count / mostAbsent);
  return Array.from({ length: Math.ceil((count - 1) / every) }, (_, index) => later(from, 1 + index * every));
}

/** Counted in months where steps are that long, so that long and short ones are alike. */
function rhythmOf(times: readonly number[], grain: Grain, step = middle(jumpsOf(times))): Rhythm {
  const byMonth = grain !== "time" && step >= 28 * day;
  const jumps = jumpsOf(byMonth ? times.map(monthOf) : times);
  const usual = byMonth ? Math.round(step / (30.4 * day)) : step;
  const near = jumps.filter((jump) => Math.abs(jump - usual) <= usual * 0.2).length;
  return {
    steps: jumps.map((jump) => Math.max(1, Math.round(jump / usual))),
    later: (time, count) => byMonth ? monthsLater(time, count * usual) : time + count * usual,
    isRegular: jumps.length >= 3 && near >= jumps.length * alike,
  };
}

function jumpsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

/** How long a period is, where the times themselves have no clear step. */
function naturalStep(grain: Grain): number {
  return Math.max(day, lengthOf(grain));
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? NaN;
}

function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The same day of a later month, or its last one. */
function monthsLater(time: number, months: number): number {
  const date = new Date(time);
  const wanted = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(wanted, last));
}

function isWeekend(time: number): boolean {
  return new Date(time).getUTCDay() % 6 === 0;
}

function areWorkdays(times: readonly number[], grain: Grain): boolean {
  return grain === "day" && !times.some(isWeekend);
}

interface Found {
  readonly grain: Grain;
  readonly times: Float64Array;
  readonly absent: readonly (readonly number[])[];
}

/** Without the times that the table has and the sentence leaves out. */
function notLeftOut({ tableTimes }: Context, { grain, times, absent }: Found): number[] {
  if (absent.length === 0) return [];
  const shown = new Set(times);
  const hidden = Float64Array.from(new Set(tableTimes().map((time) => bucketOf(time, grain))))
    .filter((time) => !Number.isNaN(time) && !shown.has(time)).sort();
  if (hidden.length === 0) return absent.flat();
  const exact = new Set(hidden);
  return absent.flatMap((stretch) => stretch.some((time) => exact.has(time)) ? [] : stretch);
}
