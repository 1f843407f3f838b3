/** What lines over time show, in two or three sentences. */

import { type Context, say } from "../context.ts";
import { coursesOf } from "../courses.ts";
import { exactNumber, type NumberStyle } from "../format_number.ts";
import { formatTime } from "../format_time.ts";
import type { Level } from "../levels.ts";
import type { Language } from "../language.ts";
import type { Series } from "../named_series.ts";
import type { TimeSeries } from "../time_series.ts";
import { aggregationName } from "../aggregation_for.ts";
import { percent } from "./percent.ts";
import { levelSentence } from "./level_sentence.ts";
import { shownSentence } from "./shown_sentence.ts";

export interface SeriesWords {
  readonly name: string;
  readonly style: NumberStyle;
  readonly levels?: readonly Level[];
}

export function seriesSentences(context: Context, data: TimeSeries, words: SeriesWords): string[] {
  const sentences = data.series.length === 1 && data.groups <= 1
    ? singleSentences(context, data, words)
    : severalSentences(context, data, words);
  const lines = [...(words.levels ?? []), ...courseLabels(context, data, words.style)];
  return [...sentences, ...levelSentence(context, lines)].filter((text) => text !== "");
}

/** What the moving average and the straight line are; of a single series also where the line leads. */
function courseLabels(context: Context, data: TimeSeries, style: NumberStyle): { readonly label: string }[] {
  const [first] = data.series;
  if (first === undefined) return [];
  return coursesOf(context, data.times, first.values).map(({ kind, label, values }) => {
    if (kind !== "regression" || data.series.length > 1) return { label };
    const [from, to] = [values[0] ?? 0, values.at(-1) ?? 0].map((value) => exactNumber(style, value));
    return {
      label: say(context.page, {
        ja: `${label}（${from}から${to}）`,
        en: `${label} (from ${from} to ${to})`,
      }),
    };
  });
}

interface Extremes {
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}

/** Positions of the first, last, lowest and highest value; null where there is none. */
function extremesOf(values: Float64Array): Extremes | null {
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const [first] = present;
  const last = present.at(-1);
  if (first === undefined || last === undefined) return null;
  const value = (at: number) => values[at] ?? NaN;
  return {
    first,
    last,
    low: present.reduce((best, at) => value(at) < value(best) ? at : best, first),
    high: present.reduce((best, at) => value(at) > value(best) ? at : best, first),
  };
}

function singleSentences({ page }: Context, data: TimeSeries, { name, style }: SeriesWords): string[] {
  const values = data.series[0]?.values ?? new Float64Array();
  const found = extremesOf(values);
  if (found === null) return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  const at = (place: number) => ({
    number: exactNumber(style, values[place] ?? 0),
    time: formatTime(data.times[place] ?? 0, data.grain, page.language),
  });
  const [first, last, high, low] = [at(found.first), at(found.last), at(found.high), at(found.low)];
  const shown = say(page, measuredText(data, name));
  if (found.first === found.last) {
    return [say(page, {
      ja: `${shown}は${first.time}の${first.number}のみです。`,
      en: `There is a single value of ${shown}: ${first.number} at ${first.time}.`,
    })];
  }
  const change = changeText(values[found.first] ?? 0, values[found.last] ?? 0, style);
  return [
    say(page, {
      ja: `${shown}は${first.time}の${first.number}から${last.time}の${last.number}へ${change.ja}。`,
      en:
        `${shown} went from ${first.number} (${first.time}) to ${last.number} (${last.time}), ${change.en}.`,
    }),
    say(page, {
      ja: `最大は${high.time}の${high.number}、最小は${low.time}の${low.number}です。`,
      en: `The highest is ${high.number} (${high.time}), the lowest ${low.number} (${low.time}).`,
    }),
    largestStep(page.language, data, { values, style }),
  ];
}

/** What the values of a single line are. */
function measuredText({ cumulated, aggregation }: TimeSeries, name: string): { ja: string; en: string } {
  if (cumulated) return { ja: `${name}（累計）`, en: `${name} (cumulative)` };
  if (aggregation === null || aggregation === "count") return { ja: name, en: name };
  return {
    ja: `${name}（${aggregationName(aggregation, "ja")}）`,
    en: `${name} (${aggregationName(aggregation, "en")})`,
  };
}

function changeText(from: number, to: number, style: NumberStyle): { ja: string; en: string } {
  if (from === to) return { ja: "変わりませんでした", en: "no change" };
  const up = to > from;
  const points = style.ratio || style.unit === "%";
  const sameSign = from !== 0 && Math.sign(from) === Math.sign(to);
  // Beyond a thousand percent nobody knows what is meant.
  const many = !points && sameSign && Math.abs(to) >= Math.abs(from) * 11;
  const amount = points
    ? `${Math.abs((to - from) * (style.ratio ? 100 : 1)).toFixed(1).replace(/\.0$/, "")}`
    : !sameSign
    ? exactNumber(style, Math.abs(to - from))
    : many
    ? `${Math.round(Math.abs(to / from))}`
    : `${percent(Math.abs((to - from) / from) * 100)}%`;
  const en = points ? `${amount} points` : amount;
  return {
    ja: many
      ? `${amount}倍になりました`
      : `${amount}${points ? "ポイント" : ""}${up ? "増加しました" : "減少しました"}`,
    en: many ? `${amount} times as much` : `${up ? "up" : "down"} ${en}`,
  };
}

/** The change between neighbours that stands out from the others. */
function largestStep(
  language: Language,
  data: TimeSeries,
  { values, style }: { readonly values: Float64Array; readonly style: NumberStyle },
): string {
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const steps = present.slice(1).map((at, index) => ({
    at,
    size: (values[at] ?? 0) - (values[present[index] ?? 0] ?? 0),
  }));
  if (steps.length < 4) return "";
  const largest = steps.reduce((best, step) => Math.abs(step.size) > Math.abs(best.size) ? step : best);
  const usual =
    steps.map(({ size }) => Math.abs(size)).toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  if (largest.size === 0 || Math.abs(largest.size) < usual * 2.5) return "";
  const time = formatTime(data.times[largest.at] ?? 0, data.grain, language);
  const size = exactNumber(style, Math.abs(largest.size));
  const up = largest.size > 0;
  return language === "ja"
    ? `${time}の${size}の${up ? "増加" : "減少"}が最も大きな動きです。`
    : `The largest move is ${up ? "an increase" : "a decrease"} of ${size} at ${time}.`;
}

interface Ends {
  readonly series: Series;
  readonly found: Extremes;
}

function severalSentences(context: Context, data: TimeSeries, { name, style }: SeriesWords): string[] {
  const { page } = context;
  const ends = data.series.filter(({ other }) => !other).flatMap((series): Ends[] => {
    const found = extremesOf(series.values);
    return found === null ? [] : [{ series, found }];
  });
  const lastOf = ({ series, found }: Ends) => series.values[found.last] ?? 0;
  const ranked = ends.toSorted((a, b) => lastOf(b) - lastOf(a));
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  const time = formatTime(data.times[data.times.length - 1] ?? 0, data.grain, page.language);
  const [highest, lowest] = [exactNumber(style, lastOf(top)), exactNumber(style, lastOf(bottom))];
  const shown = shownSentence(context, {
    groups: data.groups,
    named: ends.length,
    averaged: data.averagedOther,
  });
  return [
    say(page, {
      ja:
        `${time}時点の${name}は${top.series.name}が${highest}で最も大きく、${bottom.series.name}が${lowest}で` +
        `${shown === "" ? "" : "表示した中で"}最も小さいです（${data.groups}系列）。`,
      en: `At the end (${time}), ${top.series.name} leads in ${name} with ${highest}; ` +
        `${bottom.series.name} is lowest${shown === "" ? "" : " of those shown"} with ${lowest}` +
        ` (${data.groups} series).`,
    }),
    growth(ends, { data, style, language: page.language }),
    shown,
  ];
}

/** The series that has changed the most from its first value to its last. */
function growth(
  ends: readonly Ends[],
  { data, style, language }: {
    readonly data: TimeSeries;
    readonly style: NumberStyle;
    readonly language: Language;
  },
): string {
  const change = ({ series, found }: Ends) =>
    (series.values[found.last] ?? 0) - (series.values[found.first] ?? 0);
  const [most] = ends.toSorted((a, b) => Math.abs(change(b)) - Math.abs(change(a)));
  if (most === undefined || data.times.length < 2 || change(most) === 0) return "";
  const { series, found } = most;
  const from = series.values[found.first] ?? 0;
  const to = series.values[found.last] ?? 0;
  const text = changeText(from, to, style);
  const [start, end] = [exactNumber(style, from), exactNumber(style, to)];
  return language === "ja"
    ? `最も動いたのは${series.name}で、${start}から${end}へ${text.ja}。`
    : `${series.name} moved the most: from ${start} to ${end}, ${text.en}.`;
}
