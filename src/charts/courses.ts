/** Lines laid over a series that follow it, labelled: moving average and regression. */

import { mean } from "./aggregate.ts";
import type { AuxiliaryKind } from "./auxiliary_kinds.ts";
import type { AuxiliaryWish } from "./auxiliary_rules.ts";
import { type Context, say } from "./context.ts";

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
