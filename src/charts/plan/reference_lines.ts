/** Lines over a chart: levels straight across, and courses (moving averages, regressions) along x. */

import type { Language } from "../../base/language.ts";
// @ts-types="@types/d3-array"
import { sum } from "d3-array";
import type { ChartLine, ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import type { Series } from "./grid.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import { specError } from "../table/named_columns.ts";
import { meanOf, quantile, sortedValues } from "./values.ts";

export interface Level {
  readonly kind: "mean" | "median" | "target" | "threshold";
  readonly value: number;
  readonly label: string;
}

export interface Course {
  readonly kind: "moving_average" | "regression";
  readonly label: string;
  /** One for each position on x; NaN where there is none. */
  readonly values: Float64Array;
}

const names = {
  mean: { ja: "平均", en: "Mean" },
  median: { ja: "中央値", en: "Median" },
  target: { ja: "目標", en: "Target" },
  threshold: { ja: "しきい値", en: "Threshold" },
} as const;

/** What the mean of bars is of: the whole of each stack, otherwise every bar. */
export function barValues({ stack, normalize }: ChartSpec, series: readonly Series[]): Float64Array {
  const [first] = series;
  if (stack !== true || normalize === "share" || first === undefined) {
    return Float64Array.from(series.flatMap(({ values }) => [...values]));
  }
  return first.values.map((_, at) => sum(series, ({ values }) => values[at]));
}

/** The levels that a specification wants, of the values that are drawn. */
export function levelsOf({ lines = [] }: ChartSpec, values: Float64Array, style: NumberStyle): Level[] {
  const sorted = sortedValues(values);
  return lines.flatMap((line) => {
    if (line.kind === "moving_average" || line.kind === "regression") return [];
    const value = levelOf(line, sorted);
    const size = Math.max(Math.abs(value), Math.abs(sorted.at(-1) ?? 0));
    return [{
      kind: line.kind,
      value,
      label: `${names[line.kind][style.language]} ${labelFormat(style, size)(value)}`,
    }];
  });
}

function levelOf(line: ChartLine, sorted: Float64Array): number {
  if (line.kind === "mean") return meanOf(sorted);
  if (line.kind === "median") return quantile(sorted, 0.5);
  if (line.value !== undefined) return line.value;
  throw specError(`Cannot draw a ${line.kind} line: its value is missing`, {
    hint: `Give options.lines as [{"kind": "${line.kind}", "value": 100}]`,
  });
}

/** Points that lie on a course of x. */
export interface CoursePoints {
  readonly at: Float64Array;
  readonly values: Float64Array;
  readonly unit: TimeUnit | null;
}

export function coursesOf(lines: readonly ChartLine[], points: CoursePoints, language: Language): Course[] {
  return lines.flatMap((line): Course[] => {
    if (line.kind === "regression") {
      const label = language === "ja" ? "回帰直線" : "Linear regression";
      return [{ kind: line.kind, label, values: regressionOn(points) }];
    }
    if (line.kind !== "moving_average") return [];
    const window = line.window ?? usualWindow(points);
    const label = language === "ja" ? `${window}点移動平均` : `${window}-point moving average`;
    return [{ kind: line.kind, label, values: movingAverage(points.values, window) }];
  });
}

/** A week of days, a year of months or quarters; else about a tenth of all. */
function usualWindow({ values, unit }: CoursePoints): number {
  const usual = { hour: 24, day: 7, week: 4, month: 12, quarter: 4 } as const;
  const wanted = unit !== null && unit in usual ? Reflect.get(usual, unit) : NaN;
  if (typeof wanted === "number" && wanted * 2 <= values.length) return wanted;
  return Math.max(3, Math.min(15, Math.round(values.length / 10)));
}

/** The average of the last `window` values at each point; NaN until there are that many. */
function movingAverage(values: Float64Array, window: number): Float64Array {
  const places = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const result = new Float64Array(values.length).fill(NaN);
  let sum = 0;
  places.forEach((place, at) => {
    sum += values[place] ?? 0;
    if (at >= window) sum -= values[places[at - window] ?? 0] ?? 0;
    if (at >= window - 1) result[place] = sum / window;
  });
  return result;
}

function regressionOn({ at, values }: CoursePoints): Float64Array {
  const fit = linearFit(at, values);
  return fit === null ? new Float64Array(at.length).fill(NaN) : at.map((x) => fit.intercept + fit.slope * x);
}

export interface LinearFit {
  readonly slope: number;
  readonly intercept: number;
  /** Pearson's correlation. */
  readonly r: number;
}

/** Least squares; null if x does not vary. */
export function linearFit(xs: Float64Array, ys: Float64Array): LinearFit | null {
  let [n, meanX, meanY] = [0, 0, 0];
  const isPoint = (at: number) => !Number.isNaN(xs[at] ?? NaN) && !Number.isNaN(ys[at] ?? NaN);
  for (let at = 0; at < xs.length; at++) {
    if (!isPoint(at)) continue;
    n++;
    meanX += ((xs[at] ?? 0) - meanX) / n;
    meanY += ((ys[at] ?? 0) - meanY) / n;
  }
  let [xx, yy, xy] = [0, 0, 0];
  for (let at = 0; at < xs.length; at++) {
    if (!isPoint(at)) continue;
    const [dx, dy] = [(xs[at] ?? 0) - meanX, (ys[at] ?? 0) - meanY];
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0) return null;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r: yy === 0 ? 0 : xy / Math.sqrt(xx * yy) };
}
