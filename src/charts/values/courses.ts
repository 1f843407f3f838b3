/** Lines laid over a series that follow it, labelled: moving average and regression. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import { type Context, say } from "../context.ts";
import type { Point } from "../draw/sheet/sheet.ts";
import type { AuxiliaryWish } from "../read/auxiliary_wish.ts";
import { mean } from "./aggregate.ts";
import { decimate } from "./decimate.ts";
import { gapsOf } from "./line_gaps.ts";
import { movingWindow } from "./moving_window.ts";
import type { TimeSeries } from "./time_series.ts";

export interface Course {
  readonly kind: AuxiliaryKind;
  readonly label: string;
  /** The look of the line, in letters. */
  readonly sign: string;
  /** One for each time; NaN where the line has no point. */
  readonly values: Float64Array;
  /** Positions without a point where the line is broken, as the series is. */
  readonly breaks: ReadonlySet<number>;
}

/** Moving average and regression of a series, where they are asked for. */
export function coursesOf(context: Context, data: TimeSeries, series: number): Course[] {
  const { auxiliary, page } = context;
  const values = data.series[series]?.values ?? new Float64Array();
  return auxiliary.flatMap(({ kind, window }): Course[] => {
    if (kind === "moving_avg") return [movingAverage(context, { data, series, asked: window })];
    if (kind !== "regression") return [];
    return [{
      kind,
      label: say(page, { ja: "回帰直線", en: "Linear fit" }),
      sign: "·····",
      values: regression(data.times, values),
      breaks: new Set(),
    }];
  });
}

/** Most points of one, as of a line. */
const mostPoints = 1200;

/** The points of a course; those that are nowhere only where it is broken. */
export function coursePoints(
  { values, breaks }: Course,
  { times, color, series }: { readonly times: Float64Array; readonly color: string; readonly series: number },
): Point[] {
  const kept = new Set([...decimate(values, mostPoints), ...breaks]);
  return [...kept].toSorted((a, b) => a - b).flatMap((at): Point[] => {
    const value = values[at] ?? NaN;
    const point = { x: times[at] ?? 0, color, series };
    if (!Number.isNaN(value)) return [{ ...point, y: value }];
    return breaks.has(at) ? [{ ...point, y: null }] : [];
  });
}

interface Averaged {
  readonly data: TimeSeries;
  readonly series: number;
  readonly asked: AuxiliaryWish["window"];
}

/**
 * At each value the mean of it and those before it, once there are enough: after a gap at least half of them. Times at which the series has no row are
 * none of its points; a row without a value is one, at which the line is broken or goes on as the series does.
 */
function movingAverage(context: Context, { data, series, asked }: Averaged): Course {
  const values = data.series[series]?.values ?? new Float64Array();
  const empty = data.empty[series] ?? new Set();
  const own = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN) || empty.has(at));
  const times = Float64Array.from(own, (at) => data.times[at] ?? 0);
  const { label, from } = movingWindow(context, asked, { times, grain: data.grain });
  const averages = new Float64Array(values.length).fill(NaN);
  const numbers = Float64Array.from(own, (at) => values[at] ?? NaN);
  // Of averages that share most of their points, those that are drawn are enough.
  const stride = Math.ceil(own.length / mostPoints);
  own.forEach((at, place) => {
    const start = from(place);
    if (start === null || Number.isNaN(values[at] ?? NaN)) return;
    const isEnd = place === own.length - 1 || place === 0 || from(place - 1) === null;
    if (place - start + 1 >= stride && place % stride !== 0 && !isEnd) return;
    const some = numbers.subarray(start, place + 1);
    if (some.filter((number) => !Number.isNaN(number)).length * 2 >= some.length) averages[at] = mean(some);
  });
  return {
    kind: "moving_avg",
    label,
    sign: "- - -",
    values: averages,
    breaks: gapsOf(values, empty).breaks,
  };
}

/** The straight line nearest to the values. */
function regression(times: Float64Array, values: Float64Array): Float64Array {
  const pairs = Array.from(values, (value, at) => [times[at] ?? NaN, value] as const)
    .filter(([, value]) => !Number.isNaN(value));
  const middle = mean(pairs.map(([time]) => time));
  const level = mean(pairs.map(([, value]) => value));
  const spread = pairs.reduce((sum, [time]) => sum + (time - middle) ** 2, 0);
  const slope = spread === 0
    ? 0
    : pairs.reduce((sum, [time, value]) => sum + (time - middle) * (value - level), 0) / spread;
  return times.map((time) => level + slope * (time - middle));
}
