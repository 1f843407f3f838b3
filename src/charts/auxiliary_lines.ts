/** Lines laid over a chart, labelled: levels (mean, median, target, threshold) and courses (moving average, regression). */

import { mean, quantile } from "./aggregate.ts";
import { type AuxiliaryKind, levelKinds } from "./auxiliary_kinds.ts";
import type { AuxiliaryWish } from "./auxiliary_rules.ts";
import { type Context, say } from "./context.ts";
import { exactNumber, type NumberStyle } from "./format_number.ts";
import type { Page } from "./page.ts";
import { ink } from "./palette.ts";
import { addPixelRules, addTexts, type Panel, type TextItem, xPixel, yPixel } from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

export interface Level {
  readonly kind: AuxiliaryKind;
  readonly value: number;
  readonly label: string;
}

const names = {
  mean_line: { ja: "平均", en: "Mean" },
  median_line: { ja: "中央値", en: "Median" },
  target_line: { ja: "目標", en: "Target" },
  threshold: { ja: "しきい値", en: "Threshold" },
} as const;

/** The levels asked for; a target or threshold without a number cannot be drawn and is said to be left out. */
export function levelsOf(context: Context, values: ArrayLike<number>, style: NumberStyle): Level[] {
  const sorted = Float64Array.from(values).filter((value) => !Number.isNaN(value)).sort();
  return context.auxiliary.filter(({ kind }) => levelKinds.some((one) => one === kind)).flatMap(
    ({ kind, value }) => {
      const at = kind === "mean_line" ? mean(sorted) : kind === "median_line" ? quantile(sorted, 0.5) : value;
      if (at === undefined || Number.isNaN(at)) return [];
      const name = kind in names ? say(context.page, levelName(kind)) : kind;
      return [{ kind, value: at, label: `${name} ${exactNumber(style, at)}` }];
    },
  );
}

function levelName(kind: AuxiliaryKind): { readonly ja: string; readonly en: string } {
  switch (kind) {
    case "mean_line":
    case "median_line":
    case "target_line":
    case "threshold":
      return names[kind];
    default:
      return { ja: kind, en: kind };
  }
}

/** Room right of a panel for the names of its levels. */
export function levelRoom(page: Page, lines: readonly Level[]): number {
  if (lines.length === 0) return 0;
  const size = page.fonts.small;
  return Math.max(...lines.map(({ label }) => page.measure(label, size))) + size * 0.2;
}

/** Level lines across a panel, their names right of it, where no bar can be in their way. */
export function addNamedLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addLevelRules(panel, lines);
  const places = spreadLabels(lines.map(({ value }) => yPixel(panel, value)), {
    gap: size * 1.3,
    low: 0,
    high: panel.height,
  });
  addTexts(
    panel,
    lines.map(({ label, kind }, index): TextItem => ({
      x: panel.width + size * 0.5,
      y: places[index] ?? 0,
      text: label,
      size,
      color: colorFor(kind),
      baseline: "middle",
    })),
  );
}

/** Level lines across a panel, each with its name above it, or below it at the very top. */
export function addLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addLevelRules(panel, lines);
  addTexts(
    panel,
    lines.map(({ value, label, kind }) => {
      const y = yPixel(panel, value);
      const above = y > size * 1.4;
      return {
        halo: true,
        x: size * 0.4,
        y: y + (above ? -1 : 1) * size * 0.3,
        text: label,
        size,
        color: colorFor(kind),
        baseline: above ? "bottom" : "top",
      };
    }),
  );
}

function addLevelRules(panel: Panel, lines: readonly Level[]): void {
  addPixelRules(
    panel,
    lines.map(({ value, kind }) => {
      const y = yPixel(panel, value);
      return { x: 0, x2: panel.width, y, y2: y, color: colorFor(kind), width: 1.8 };
    }),
  );
}

/** Room above a panel for the names of upright levels, one row for each. */
export function uprightRoom(page: Page, lines: readonly Level[]): number {
  return lines.length * page.fonts.small * 1.4;
}

/** Upright lines through a panel, their names above it, where no bar can be in their way. */
export function addNamedUprightLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  const taken: { readonly from: number; readonly to: number; readonly row: number }[] = [];
  const places = lines.map(({ value, label }) => {
    const x = xPixel(panel, value);
    const half = page.measure(label, size) / 2;
    const middle = Math.max(half, Math.min(panel.width - half, x));
    const [from, to] = [middle - half - size * 0.4, middle + half + size * 0.4];
    const busy = taken.filter((other) => other.from < to && from < other.to).map(({ row }) => row);
    const row = lines.findIndex((_, index) => !busy.includes(index));
    taken.push({ from, to, row });
    return { x, middle, y: -size * (0.3 + row * 1.4) };
  });
  addPixelRules(
    panel,
    lines.map(({ kind }, index) => {
      const { x, y } = places[index] ?? { x: 0, y: 0 };
      return { x, x2: x, y, y2: panel.height, color: colorFor(kind), width: 1.8 };
    }),
  );
  addTexts(
    panel,
    lines.map(({ label, kind }, index): TextItem => ({
      x: places[index]?.middle ?? 0,
      y: places[index]?.y ?? 0,
      text: label,
      size,
      halo: true,
      color: colorFor(kind),
      align: "center",
      baseline: "bottom",
    })),
  );
}

/** Upright lines through a panel, with names at the top, one under the other. */
export function addUprightLevels(page: Page, panel: Panel, lines: readonly Level[]): void {
  const size = page.fonts.small;
  addPixelRules(
    panel,
    lines.map(({ value, kind }) => {
      const x = xPixel(panel, value);
      return { x, x2: x, y: 0, y2: panel.height, color: colorFor(kind), width: 1.8 };
    }),
  );
  addTexts(
    panel,
    lines.map(({ value, label, kind }, index) => {
      const x = xPixel(panel, value);
      const right = x + page.measure(label, size) + size < panel.width;
      return {
        halo: true,
        x: x + (right ? size * 0.4 : -size * 0.4),
        y: size * (0.2 + index * 1.4),
        text: label,
        size,
        color: colorFor(kind),
        align: right ? "left" : "right",
        baseline: "top",
      };
    }),
  );
}

export function colorFor(kind: AuxiliaryKind): string {
  return kind === "target_line" || kind === "threshold" ? ink.line : ink.title;
}

export interface Course {
  readonly kind: AuxiliaryKind;
  readonly label: string;
  readonly values: Float64Array;
}

/** Moving average and regression of a series, where they are asked for. */
export function coursesOf(context: Context, times: Float64Array, values: Float64Array): Course[] {
  const { auxiliary, page } = context;
  return auxiliary.flatMap(({ kind, window: asked }): Course[] => {
    if (kind === "moving_avg") {
      const window = pointsOf(context, asked, times);
      const label = say(page, { ja: `移動平均（${window}点）`, en: `${window}-point moving average` });
      return [{ kind, label, values: movingAverage(values, window) }];
    }
    if (kind !== "regression") return [];
    return [{
      kind,
      label: say(page, { ja: "回帰直線", en: "Linear fit" }),
      values: regression(times, values),
    }];
  });
}

const hours = { hour: 1, day: 24, week: 168, month: 730.5, quarter: 2191.5, year: 8766 } as const;

/** The points that a moving average takes together: as asked where the times reach that far. */
function pointsOf({ page, warn }: Context, asked: AuxiliaryWish["window"], times: Float64Array): number {
  const usual = windowFor(times.length);
  if (asked === undefined) return usual;
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? 0)).sort();
  const step = (steps[Math.floor(steps.length / 2)] ?? 0) / 3_600_000;
  const points = asked.unit === null || step === 0
    ? asked.count
    : Math.max(1, Math.round(asked.count * hours[asked.unit] / step));
  if (points >= 2 && points < times.length) return points;
  warn(say(page, {
    ja: `指定の期間の移動平均は描けないため、${usual}点の移動平均にしました`,
    en: `the data cannot carry the moving average asked for: it is of ${usual} points`,
  }));
  return usual;
}

function windowFor(points: number): number {
  if (points < 12) return 3;
  return points < 30 ? 5 : 7;
}

/** The mean of this value and those before it; NaN until there are enough. */
function movingAverage(values: Float64Array, window: number): Float64Array {
  return values.map((_, at) => {
    if (at < window - 1) return NaN;
    return mean(values.subarray(at - window + 1, at + 1));
  });
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
