/** Lines over a chart: levels straight across, and trend lines (moving averages, regressions) along x. */

import type { Language } from "../../base/language.ts";
// @ts-types="@types/d3-array"
import { cumsum, mean, sum } from "d3-array";
import type { ChartLine, ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import type { Series } from "./grid.ts";
import { labelFormat, type NumberStyle } from "../text/format_number.ts";
import { statisticNames } from "../text/statistic_names.ts";
import { specError } from "../table/named_columns.ts";
import { meanOf, quantile, sortedValues } from "./values.ts";

export interface Level {
  readonly kind: "mean" | "median" | "target" | "threshold";
  readonly value: number;
  readonly label: string;
}

export interface TrendLine {
  readonly kind: "moving_average" | "regression";
  readonly label: string;
  /** One for each position on x; NaN where there is none. */
  readonly values: Float64Array;
}

const names = {
  ...statisticNames,
  target: { ja: "目標", en: "Target" },
  threshold: { ja: "しきい値", en: "Threshold" },
} as const;

export function allValues(series: readonly Series[]): Float64Array {
  return Float64Array.from(series.flatMap(({ values }) => [...values]));
}

/** What the mean of bars is of: the whole of each stack, otherwise every bar. */
export function barValues({ stack, normalize }: ChartSpec, series: readonly Series[]): Float64Array {
  const [first] = series;
  if (stack !== true || normalize === "share" || first === undefined) return allValues(series);
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

/** The points that a trend line along x is computed from. */
export interface TrendPoints {
  readonly at: Float64Array;
  readonly values: Float64Array;
  readonly unit: TimeUnit | null;
}

export function trendLinesOf(
  lines: readonly ChartLine[],
  points: TrendPoints,
  language: Language,
): TrendLine[] {
  return lines.flatMap((line): TrendLine[] => {
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
function usualWindow({ values, unit }: TrendPoints): number {
  const usual: Readonly<Partial<Record<TimeUnit, number>>> = {
    hour: 24,
    day: 7,
    week: 4,
    month: 12,
    quarter: 4,
  };
  const wanted = usual[unit ?? "year"];
  if (wanted !== undefined && wanted * 2 <= values.length) return wanted;
  return Math.max(3, Math.min(15, Math.round(values.length / 10)));
}

/** The average of the last `window` values at each point; NaN until there are that many. */
function movingAverage(values: Float64Array, window: number): Float64Array {
  const known = values.filter((value) => !Number.isNaN(value));
  const sums = cumsum(known);
  let at = -1;
  return values.map((value) => {
    if (Number.isNaN(value)) return NaN;
    at++;
    return at < window - 1 ? NaN : ((sums[at] ?? 0) - (sums[at - window] ?? 0)) / window;
  });
}

function regressionOn({ at, values }: TrendPoints): Float64Array {
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
  const points = Array.from(xs, (x, at) => [x, ys[at] ?? NaN] as const).filter(([x, y]) =>
    !Number.isNaN(x + y)
  );
  const [meanX = 0, meanY = 0] = [mean(points, ([x]) => x), mean(points, ([, y]) => y)];
  const xx = sum(points, ([x]) => (x - meanX) ** 2);
  const yy = sum(points, ([, y]) => (y - meanY) ** 2);
  const xy = sum(points, ([x, y]) => (x - meanX) * (y - meanY));
  if (xx === 0) return null;
  const slope = xy / xx;
  return { slope, intercept: meanY - slope * meanX, r: yy === 0 ? 0 : xy / Math.sqrt(xx * yy) };
}
