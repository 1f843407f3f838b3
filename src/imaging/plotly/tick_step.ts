/**
 * How far the ticks of an axis are from each other: as its layout says, else as Plotly chooses.
 * https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`autoTicks`)
 */

import { textAt } from "../../base/json.ts";
import { numberAt, numberOf } from "../../base/plotly_values.ts";
import type { Axis } from "./axis.ts";
import { averageMonth, averageYear, day, hour, minute, second } from "./durations.ts";
import { mostTicks } from "./tick_places.ts";

export type Step =
  /** So far apart in the numbers or the milliseconds of the axis. */
  | { readonly kind: "even"; readonly size: number; readonly from: number }
  | { readonly kind: "months"; readonly count: number; readonly from: number }
  /** At powers of ten: at every nth of them. */
  | { readonly kind: "powers"; readonly every: number }
  /** At powers of ten and at some of their multiples. */
  | { readonly kind: "digits"; readonly digits: readonly number[] };

export interface AxisRoom {
  readonly domain: readonly [number, number];
  /** Pixels from one end to the other. */
  readonly length: number;
}

const newYear = Date.UTC(2000, 0, 1);
/** Weeks begin on Sundays. */
export const sunday = Date.UTC(2000, 0, 2);

export function stepOf(axis: Axis, room: AxisRoom): Step {
  const given = givenStep(axis, room);
  if (given !== null) return given;
  const [from, to] = room.domain;
  const wanted = wantedTicks(axis, room.length);
  switch (axis.kind) {
    case "category":
      return { kind: "even", size: Math.max(1, Math.ceil(Math.abs(to - from) / wanted)), from: 0 };
    case "linear":
      return notFiner({ kind: "even", size: decimal(Math.abs(to - from) / wanted), from: 0 }, axis);
    case "date":
      return notFiner(timeStep(Math.abs(to - from) / wanted), axis);
    case "log":
      return logStep(room, wanted);
  }
}

function wantedTicks({ letter, kind, layout }: Axis, length: number): number {
  const given = numberAt(layout, "nticks", 0);
  if (given > 0) return given;
  if (kind === "category") return length / 15;
  return Math.min(9, Math.max(4, length / (letter === "y" ? 40 : 80))) + 1;
}

/** What `dtick` and `tick0` say, unless that were ticks without end. */
function givenStep({ kind, layout, at }: Axis, { domain: [from, to] }: AxisRoom): Step | null {
  const wanted = layout["dtick"];
  if (textAt(layout, "tickmode") === "auto" || wanted === undefined) return null;
  const months = /^M(\d{1,4})$/.exec(String(wanted))?.[1];
  const start = layout["tick0"];
  if (kind === "date" && months !== undefined) {
    const count = Number(months);
    const tooMany = Math.abs(to - from) / averageMonth > mostTicks * count;
    return count === 0 || tooMany ? null : { kind: "months", count, from: at(start) ?? newYear };
  }
  if (kind === "log") return givenLogStep(wanted);
  const size = numberOf(wanted);
  if (!(size > 0) || Math.abs(to - from) / size > mostTicks) return null;
  const usual = kind === "date" ? (size % (7 * day) === 0 ? sunday : newYear) : 0;
  return { kind: "even", size, from: kind === "category" ? numberOf(start) || 0 : at(start) ?? usual };
}

function givenLogStep(wanted: unknown): Step | null {
  if (wanted === "D1") return { kind: "digits", digits: [1, 2, 3, 4, 5, 6, 7, 8, 9] };
  if (wanted === "D2") return { kind: "digits", digits: [1, 2, 5] };
  const linear = numberOf(/^L(.+)$/.exec(String(wanted))?.[1]);
  if (linear > 0) return { kind: "even", size: linear, from: 0 };
  const every = Math.round(numberOf(wanted));
  return every >= 1 ? { kind: "powers", every } : null;
}

function logStep({ domain: [from, to] }: AxisRoom, wanted: number): Step {
  const powers = Math.abs(Math.log10(to / from));
  const rough = powers / wanted;
  if (rough > 0.7) return { kind: "powers", every: Math.ceil(rough) };
  if (powers < 1) return { kind: "even", size: decimal(Math.abs(to - from) / (1.5 * wanted)), from: 0 };
  return { kind: "digits", digits: rough > 0.3 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9] };
}

/** The least of these multiples of a base that is above a length. */
export function roundUp(rough: number, base: number, multiples: readonly number[]): number {
  return base * (multiples.find((one) => one > rough / base) ?? multiples.at(-1) ?? 1);
}

function decimal(rough: number): number {
  if (!(rough > 0) || !Number.isFinite(rough)) return 1;
  const power = Math.floor(Math.log10(rough));
  const multiple = [2, 5, 10].find((one) => one * 10 ** power > rough) ?? 10;
  // Parts of one are divided by a whole number: a tenth that is multiplied is no longer a tenth.
  return power < 0 ? multiple / 10 ** -power : multiple * 10 ** power;
}

function timeStep(rough: number): Step {
  const even = (size: number, from = newYear): Step => ({ kind: "even", size, from });
  const twice = rough * 2;
  if (twice > averageYear) {
    return { kind: "months", count: 12 * Math.max(1, decimal(rough / averageYear)), from: newYear };
  }
  if (twice > averageMonth) {
    return { kind: "months", count: roundUp(rough / averageMonth, 1, [1, 2, 3, 6, 12]), from: newYear };
  }
  if (twice > day) return even(roundUp(rough, day, [1, 2, 3, 7, 14]), sunday);
  if (twice > hour) return even(roundUp(rough, hour, [1, 2, 3, 6, 12]));
  if (twice > minute) return even(roundUp(rough, minute, [1, 2, 5, 10, 15, 30]));
  if (twice > second) return even(roundUp(rough, second, [1, 2, 5, 10, 15, 30]));
  return even(Math.max(1, decimal(rough)));
}

/** Ticks where nothing can stand say nothing: half a year of yearly data, half a day of daily ones, days beside bars. */
function notFiner(step: Step, { least }: Axis): Step {
  if (least === null) return step;
  if (lengthOf(step) < lengthOf(least) * 2 * (1 - 1e-9)) return least;
  if (step.kind === "months" && least.kind === "months") {
    const isOwn = step.count % 12 !== 0 && step.count % least.count === 0;
    return isOwn ? { ...step, from: least.from } : step;
  }
  const isMultiple = step.kind === "even" && least.kind === "even" && step.size % least.size === 0;
  return isMultiple ? { ...step, from: least.from } : step;
}

function lengthOf(step: Step): number {
  return step.kind === "months" ? step.count * averageMonth : step.kind === "even" ? step.size : 0;
}
