/** What several lines over time show. */

import { type Context, say } from "../context.ts";
import { areUnlike } from "../plan/unlike_measures.ts";
import { comparedNumbers, isSame, type NumberStyle } from "./text/format_number.ts";
import { formatTime } from "./text/format_time.ts";
import { listed } from "./text/listed.ts";
import type { Series } from "../values/named_series.ts";
import { outstandingValues } from "../values/outstanding.ts";
import type { TimeSeries } from "../values/time_series.ts";
import { allSeries } from "./all_series.ts";
import { changeText } from "./change_text.ts";
import { comparisonsJa } from "./comparisons_ja.ts";
import { type Extremes, extremesOf } from "./extremes.ts";
import { measuredText } from "./measured_text.ts";
import { rangeSentence } from "./range_sentence.ts";
import { shownSentence } from "./shown_sentence.ts";
import { type Named, tiedWith } from "./ties.ts";

interface Words {
  readonly name: string;
  readonly style: NumberStyle;
}

interface Course extends Named {
  readonly series: Series;
  /** Whether the chart shows it by its name. */
  readonly shown: boolean;
  readonly found: Extremes;
}

export function severalSentences(context: Context, data: TimeSeries, { name, style }: Words): string[] {
  const { page } = context;
  const courses = allSeries(context, data).flatMap((series): Course[] => {
    const found = extremesOf(series.values);
    const shown = data.series.includes(series);
    return found === null
      ? []
      : [{ name: series.name, value: series.values[found.last] ?? 0, series, shown, found }];
  });
  if (courses.length === 0) {
    return [say(page, { ja: `${name}には値がありません。`, en: `${name} has no values.` })];
  }
  if (areUnlike(context, data.series)) {
    return eachSentences(context, data, { courses: courses.filter(({ shown }) => shown), style });
  }
  const last = courses.reduce((latest, { found }) => Math.max(latest, found.last), 0);
  const shown = shownSentence(context, data);
  const there = courses.filter(({ found }) => !endsBefore(found, last));
  const ending: Ending = {
    there,
    when: whenText(context, data, { there, last }),
    measured: measuredText(context, name, data),
    all: data.left !== null,
    style,
    number: comparedNumbers(style, there.map(({ value }) => value)),
  };
  const early = courses.filter(({ shown, found }) => shown && endsBefore(found, last));
  return [
    endSentence(context, data, ending),
    earlySentence(context, data, { early, number: ending.number }),
    growth(courses, data, style),
    outstandingSentence(context, data, ending.number),
    rangeSentence(context, data, { courses, number: ending.number }),
    shown,
  ];
}

/** What each one does, where none can be held against another. */
function eachSentences(
  { page }: Context,
  data: TimeSeries,
  { courses, style }: { readonly courses: readonly Course[]; readonly style: NumberStyle },
): string[] {
  return courses.map(({ name, value, series, found }) => {
    const from = series.values[found.first] ?? 0;
    const change = changeText(from, value, style);
    const [start, end] = [from, value].map(comparedNumbers(style, [from, value]));
    const [begin, last] = [found.first, found.last].map((at) =>
      formatTime(data.times[at] ?? 0, data.grain, page.language)
    );
    return say(page, {
      ja: `${name}は${begin}の${start}から${last}の${end}へ${change}。`,
      en: `${name} went from ${start} (${begin}) to ${end} (${last}), ${change}.`,
    });
  });
}

/**
 * Whether a series ends before the others do. One that has a value only at every nth time, as those that are measured
 * at times of their own, may lack the last ones by chance.
 */
function endsBefore({ last, step }: Extremes, end: number): boolean {
  return end - last > 2 * (step - 1);
}

/** Of what time the last values are that are compared. */
function whenText(
  { page }: Context,
  data: TimeSeries,
  { there, last }: { readonly there: readonly Course[]; readonly last: number },
): Ending["when"] {
  const time = formatTime(data.times[last] ?? 0, data.grain, page.language);
  return there.every(({ found }) => found.last === last)
    ? { ja: `${time}時点の`, en: `At the end (${time})` }
    : { ja: `${time}までの最後の`, en: `By the last values until ${time}` };
}

interface Ending {
  /** Those that reach the end. */
  readonly there: readonly Course[];
  readonly when: { readonly ja: string; readonly en: string };
  readonly measured: string;
  /** Whether every group of the data is compared. */
  readonly all: boolean;
  readonly style: NumberStyle;
  readonly number: (value: number) => string;
}

/** Who leads and who is last at the end. */
function endSentence({ page }: Context, { groups }: TimeSeries, ending: Ending): string {
  const { there, when, measured, all, number } = ending;
  const ranked = there.toSorted((a, b) => b.value - a.value);
  const [top] = ranked;
  const bottom = ranked.at(-1);
  if (top === undefined || bottom === undefined) return "";
  const [highest, lowest] = [number(top.value), number(bottom.value)];
  if (top === bottom) {
    return say(page, {
      ja: `${when.ja}${measured}は${top.name}の${highest}だけです（${groups}系列）。`,
      en: `${when.en}, only ${top.name} has a value of ${measured}: ${highest} (${groups} series).`,
    });
  }
  const high = listed(tiedWith(top, { among: ranked, number }), page.language);
  if (highest === lowest) {
    return say(page, {
      ja: `${when.ja}${measured}は${high}がいずれも${highest}です（${groups}系列）。`,
      en: `${when.en}, ${high} have the same ${measured}: ${highest} (${groups} series).`,
    });
  }
  const lows = tiedWith(bottom, { among: ranked, number });
  const low = listed(lows, page.language);
  const leads = number(ranked[1]?.value ?? NaN) === highest ? "lead" : "leads";
  const { larger, largerAnd, smaller } = comparisonsJa(ending.style);
  return say(page, {
    ja: all && groups === 2
      ? `${when.ja}${measured}は${high}が${highest}で、${low}の${lowest}より${larger}です（${groups}系列）。`
      : `${when.ja}${measured}は${all ? "" : "表示した中では"}${high}が${highest}で最も${largerAnd}、` +
        `${low}が${lowest}で最も${smaller}です（${groups}系列）。`,
    en: `${when.en}, ${all ? "" : "of those shown "}${high} ${leads} in ${measured} with ${highest}; ` +
      `${low} ${lows.length === 1 ? "is" : "are"} lowest with ${lowest} (${groups} series).`,
  });
}

/** Those whose values end before, with the last of them. */
function earlySentence(
  { page: { language } }: Context,
  data: TimeSeries,
  { early, number }: { readonly early: readonly Course[]; readonly number: Ending["number"] },
): string {
  if (early.length === 0) return "";
  const names = early.map(({ name, value, found }) => {
    const time = formatTime(data.times[found.last] ?? 0, data.grain, language);
    return language === "ja" ? `${name}（${time}の${number(value)}）` : `${name} (${number(value)}, ${time})`;
  });
  const text = listed(names, language);
  return language === "ja"
    ? `${text}はそれより前に終わっています。`
    : `${text} ${names.length === 1 ? "ends" : "end"} earlier.`;
}

/** The series that has changed the most from its first value to its last. */
function growth(courses: readonly Course[], data: TimeSeries, style: NumberStyle): string {
  const change = ({ series, found, value }: Course) => value - (series.values[found.first] ?? 0);
  const [most, next] = courses.toSorted((a, b) => Math.abs(change(b)) - Math.abs(change(a)));
  if (most === undefined || data.times.length < 2 || change(most) === 0) return "";
  // Nobody is first where two have moved alike.
  if (next !== undefined && isSame(Math.abs(change(next)), Math.abs(change(most)))) return "";
  const from = most.series.values[most.found.first] ?? 0;
  const text = changeText(from, most.value, style);
  const [start, end] = [from, most.value].map(comparedNumbers(style, [from, most.value]));
  const all = data.left !== null;
  return style.language === "ja"
    ? `${all ? "" : "表示した中で"}増減の幅が最も大きいのは${most.name}で、${start}から${end}へ${text}。`
    : `${
      all ? "" : "Of those shown, "
    }${most.name} changed by the largest amount: from ${start} to ${end}, ${text}.`;
}

/** The value that stands far out of its series. */
function outstandingSentence({ page }: Context, data: TimeSeries, number: Ending["number"]): string {
  const [farthest] = outstandingValues(data.series);
  if (farthest === undefined) return "";
  const name = data.series[farthest.series]?.name ?? "";
  const time = formatTime(data.times[farthest.at] ?? 0, data.grain, page.language);
  const [value, usual] = [number(farthest.value), number(farthest.usual)];
  return say(page, {
    ja: `${name}の${time}の${value}が突出しています（${name}の中央値は${usual}）。`,
    en: `${name} stands out with ${value} (${time}), against a median of ${usual}.`,
  });
}
