/** Where ticks of a step stand between the ends of an axis. */

import { averageMonth, day } from "./durations.ts";
import type { Step } from "./tick_step.ts";

/** More ticks than this are a mistake, and take long. */
export const mostTicks = 1_000;

export function placesOf(step: Step, domain: readonly [number, number]): readonly number[] {
  const [low, high] = [Math.min(...domain), Math.max(...domain)];
  const isLog = step.kind === "powers" || step.kind === "digits";
  const hair = (isLog ? low : high - low) * 1e-6;
  return candidates(step, low - hair, high + hair).filter((place) =>
    place >= low - hair && place <= high + hair
  );
}

function candidates(step: Step, low: number, high: number): readonly number[] {
  switch (step.kind) {
    case "even": {
      const { size, from } = step;
      return counted((low - from) / size, (high - from) / size).map((index) => from + index * size);
    }
    case "months": {
      const { count, from } = step;
      const index = (time: number) => (time - from) / averageMonth / count;
      // Months differ in length, so that the outermost may be one further.
      return counted(index(low) - 1, index(high) + 1).map((one) => laterBy(one * count, from));
    }
    case "powers":
      return counted(Math.log10(low) / step.every, Math.log10(high) / step.every)
        .map((index) => powerOfTen(index * step.every));
    case "digits":
      return counted(Math.floor(Math.log10(low)), Math.log10(high))
        .flatMap((index) => step.digits.map((digit) => digit * powerOfTen(index)));
  }
}

function counted(first: number, last: number): number[] {
  const start = Math.ceil(first);
  const count = Math.floor(last) - start + 1;
  return Number.isFinite(count) && count > 0
    ? Array.from({ length: Math.min(mostTicks, count) }, (_, index) => start + index)
    : [];
}

/** Exact also below one, where powers of ten are not. */
function powerOfTen(index: number): number {
  return index < 0 ? 1 / 10 ** -index : 10 ** index;
}

/** A time so many months later, at the last day where a month has no such day. */
function laterBy(months: number, from: number): number {
  const date = new Date(from);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(lastDay, date.getUTCDate())) + ((from % day) + day) % day;
}
