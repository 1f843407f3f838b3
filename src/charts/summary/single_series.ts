/** What one line over time shows. */

import { type Context, say } from "../context.ts";
import { comparedNumbers, type NumberStyle } from "./text/format_number.ts";
import { formatTime } from "./text/format_time.ts";
import { gapsOf } from "../values/line_gaps.ts";
import type { TimeSeries } from "../values/time_series.ts";
import { changeText } from "./change_text.ts";
import { differenceText } from "./difference_text.ts";
import { type Extremes, extremesOf } from "./extremes.ts";
import { measuredText } from "./measured_text.ts";

interface Words {
  readonly name: string;
  readonly style: NumberStyle;
}

export function singleSentences(context: Context, data: TimeSeries, { name, style }: Words): string[] {
  const { page } = context;
  const values = data.series[0]?.values ?? new Float64Array();
  const found = extremesOf(values);
  if (found === null) return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  const at = placed(context, data, { values, found, style });
  const [first, last] = [at(found.first), at(found.last)];
  const shown = measuredText(context, name, data);
  if (found.first === found.last) {
    return [say(page, {
      ja: `${shown}は${first.time}の${first.number}のみです。`,
      en: `There is a single value of ${shown}: ${first.number} at ${first.time}.`,
    })];
  }
  if (at(found.low).number === at(found.high).number) {
    return [say(page, {
      ja: `${shown}は${first.time}から${last.time}まで${first.number}のまま変わりません。`,
      en: `${shown} stays at ${first.number} from ${first.time} to ${last.time}.`,
    })];
  }
  const change = changeText(values[found.first] ?? 0, values[found.last] ?? 0, style);
  return [
    say(page, {
      ja: `${shown}は${first.time}の${first.number}から${last.time}の${last.number}へ${change}。`,
      en: `${shown} went from ${first.number} (${first.time}) to ${last.number} (${last.time}), ${change}.`,
    }),
    extremesSentence(context, found, { values, at }),
    largestStep(context, data, { values, style }),
  ];
}

type At = ReturnType<typeof placed>;

function placed(
  { page }: Context,
  data: TimeSeries,
  { values, found, style }: {
    readonly values: Float64Array;
    readonly found: Extremes;
    readonly style: NumberStyle;
  },
) {
  const { first, last, low, high } = found;
  const number = comparedNumbers(style, [first, last, low, high].map((place) => values[place] ?? 0));
  return (place: number) => ({
    number: number(values[place] ?? 0),
    time: formatTime(data.times[place] ?? 0, data.grain, page.language),
  });
}

/** The ends of the range, and how often they come again. */
function extremesSentence(
  { page }: Context,
  found: Extremes,
  { values, at }: { readonly values: Float64Array; readonly at: At },
): string {
  const [high, low] = [found.high, found.low].map((place) => {
    const again = values.reduce((count, value) => value === values[place] ? count + 1 : count, -1);
    const more = again === 0 ? "" : say(page, {
      ja: `ほか${again}回`,
      en: ` and ${again} more ${again === 1 ? "time" : "times"}`,
    });
    return { ...at(place), more };
  });
  if (high === undefined || low === undefined) return "";
  return say(page, {
    ja: `最大は${high.time}${high.more}の${high.number}、最小は${low.time}${low.more}の${low.number}です。`,
    en: `The highest is ${high.number} (${high.time}${high.more}), ` +
      `the lowest ${low.number} (${low.time}${low.more}).`,
  });
}

/** The change between neighbours that stands out from the others. */
function largestStep(
  { page: { language } }: Context,
  data: TimeSeries,
  { values, style }: { readonly values: Float64Array; readonly style: NumberStyle },
): string {
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const { breaks } = gapsOf(values, data.empty[0] ?? new Set());
  // What happened while there were no values is no single move.
  const steps = present.slice(1).flatMap((at, index) => {
    const from = present[index] ?? 0;
    const between = Array.from({ length: at - from - 1 }, (_, place) => from + 1 + place);
    return between.some((place) => breaks.has(place))
      ? []
      : [{ at, size: (values[at] ?? 0) - (values[from] ?? 0) }];
  });
  if (steps.length < 4) return "";
  const largest = steps.reduce((best, step) => Math.abs(step.size) > Math.abs(best.size) ? step : best);
  const usual =
    steps.map(({ size }) => Math.abs(size)).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  if (largest.size === 0 || Math.abs(largest.size) < usual * 2.5) return "";
  const time = formatTime(data.times[largest.at] ?? 0, data.grain, language);
  const size = differenceText(style, largest.size);
  const up = largest.size > 0;
  return language === "ja"
    ? `${time}の${size}の${
      style.interval === true ? up ? "上昇" : "低下" : up ? "増加" : "減少"
    }が最も大きな動きです。`
    : `The largest move is ${up ? "an increase" : "a decrease"} of ${size} at ${time}.`;
}
