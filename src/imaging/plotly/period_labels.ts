/**
 * What is written in the middle of periods of time (`ticklabelmode: "period"`), also of one that began before the axis.
 * https://github.com/plotly/plotly.js/blob/master/src/plots/cartesian/axes.js (`positionPeriodTicks`)
 */

import { textAt } from "../../base/json.ts";
import type { Axis } from "./axis.ts";
import { day } from "./durations.ts";
import { placesOf } from "./tick_places.ts";
import type { Step } from "./tick_step.ts";
import { textsAt, type Written } from "./tick_texts.ts";
import type { Tick } from "./ticks.ts";

/** The period that a format names, from the shortest. */
const periods: readonly (readonly [RegExp, number])[] = [
  [/%-?[HIMSLfXc]/, 0],
  [/%-?[dejaAuwxD]/, day],
  [/%-?[VWU]/, 7 * day],
  [/%-?[bBm]/, 31 * day],
  [/%-?q/, 92 * day],
  [/%-?[yYG]/, 366 * day],
];

export function periodLabels(axis: Axis, { step, domain }: Written): readonly Tick[] {
  const [low, high] = [Math.min(...domain), Math.max(...domain)];
  const reach = lengthOf(step);
  const places = placesOf(step, [low - reach, high + reach]);
  const format = textAt(axis.layout, "tickformat");
  const named = periods.find(([pattern]) => pattern.test(format))?.[1] ?? Infinity;
  const middles = places.slice(0, -1).map((at, index) => {
    const length = (places[index + 1] ?? at) - at;
    // Where a step is longer than what is named there, as every third month, the name is that of its beginning.
    return { at, middle: at + (named > 0 ? Math.min(length, named) / 2 : 0) };
  }).filter(({ middle }) => middle >= low && middle <= high);
  const texts = textsAt(middles.map(({ at }) => at), axis, { step, domain });
  return middles.map(({ middle }, index) => ({ at: middle, lines: texts[index] ?? [] }));
}

/** The longest that one step can be. */
function lengthOf(step: Step): number {
  return step.kind === "months" ? step.count * 31 * day : step.kind === "even" ? step.size : 0;
}
