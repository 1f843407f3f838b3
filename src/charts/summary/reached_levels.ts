/** The lines laid over a chart, told with how many reach them, and which: what somebody who draws a target wants to know. */

import { type Context, say } from "../context.ts";
import { isOfValues, type Level } from "../draw/sheet/levels.ts";
import type { Grain } from "../table/calendar.ts";
import { formatTime } from "./text/format_time.ts";
import { stepName } from "./text/time_words.ts";
import type { TimeSeries } from "../values/time_series.ts";
import { percent } from "./percent.ts";
import type { Named } from "./ties.ts";

const mostNames = 5;

interface Compared {
  readonly levels: readonly Level[];
  /** How many there are, where not all are compared. */
  readonly groups?: number;
}

/** The lines with how bars, or whatever has a name and a value, lie to each. */
export function reachedByNamed(
  context: Context,
  all: readonly Named[],
  { levels, groups = all.length }: Compared,
): Level[] {
  if (all.length < 2) return [...levels];
  const { page } = context;
  const count = say(page, {
    ja: `${groups > all.length ? "表示した" : ""}${all.length}個`,
    en: groups > all.length ? `the ${all.length} shown` : String(all.length),
  });
  // Of two, one is always above their mean.
  return withTexts(
    context,
    levels,
    (words, level) => all.length === 2 && isOfValues(level) ? "" : namedText(context, all, { words, count }),
  );
}

/** The same of boxes by their medians, for the lines that somebody has set. */
export function reachedByMedians(
  context: Context,
  boxes: readonly { readonly name: string; readonly median: number }[],
  levels: readonly Level[],
): Level[] {
  if (boxes.length < 2) return [...levels];
  const all = boxes.map(({ name, median }) => ({ name, value: median }));
  const count = say(context.page, { ja: `${all.length}個`, en: `${all.length} medians` });
  return withTexts(context, levels, (words, level) => {
    if (isOfValues(level)) return "";
    const text = namedText(context, all, { words, count });
    return say(context.page, { ja: `中央値で${text}`, en: text });
  });
}

/** The same of single values. */
export function reachedByValues(context: Context, values: Float64Array, levels: readonly Level[]): Level[] {
  return withTexts(context, levels, (words, level) => {
    if (isOfValues(level) || values.length === 0) return "";
    const inside = values.filter(words.holds).length;
    const share = `${percent(inside / values.length * 100)}%`;
    return say(context.page, {
      ja: `${words.ja}は${inside}個、${share}`,
      en: `${inside} of ${values.length} ${words.en}, ${share}`,
    });
  });
}

/** The same of times, for each of a few series; of a single one also when first and last. */
export function reachedByTimes(context: Context, data: TimeSeries, levels: readonly Level[]): Level[] {
  const series = data.series.filter(({ other }) => !other);
  const [first] = series;
  if (first === undefined || data.times.length < 2 || series.length > mostNames) return [...levels];
  return withTexts(context, levels, (words, level) => {
    if (isOfValues(level)) return "";
    return series.length === 1
      ? timesText(context, data, { values: first.values, words })
      : eachText(context, data, words);
  });
}

function withTexts(
  { page }: Context,
  levels: readonly Level[],
  textFor: (words: ReachedWords, level: Level) => string,
): Level[] {
  return levels.map((level) => {
    const text = textFor(wordsOf(level), level);
    if (text === "") return level;
    return { ...level, told: say(page, { ja: `${level.told}（${text}）`, en: `${level.told} (${text})` }) };
  });
}

function namedText(
  context: Context,
  all: readonly Named[],
  { words, count }: { readonly words: ReachedWords; readonly count: string },
): string {
  const { page, intent } = context;
  const inside = all.filter(({ value }) => words.holds(value));
  const outside = all.filter(({ value }) => !words.holds(value));
  if (inside.length === 0) {
    return say(page, { ja: `${words.ja}は${count}中0個`, en: `none of ${count} ${words.en}` });
  }
  if (outside.length === 0) {
    return say(page, { ja: `${count}すべて${words.ja}`, en: `all ${count} ${words.en}` });
  }
  const reached = say(page, {
    ja: `${words.ja}は${count}中${inside.length}個`,
    en: `${inside.length} of ${count} ${words.en}`,
  });
  // The fewer say as much as the others, unless these are asked for.
  const isFewer = inside.length > mostNames && outside.length <= mostNames;
  if (words.other === null || !(isFewer || intent.senses.has("missed"))) {
    return `${reached}: ${namesOf(context, inside)}`;
  }
  const others = namesOf(context, outside);
  return say(page, {
    ja: `${reached}、${words.other.ja}は${others}`,
    en: `${reached}; ${words.other.en}: ${others}`,
  });
}

/** The first of them, and how many more there are. */
function namesOf({ page }: Context, some: readonly Named[]): string {
  const more = some.length - mostNames;
  const names = some.slice(0, mostNames).map(({ name }) => name);
  if (page.language === "ja") return `${names.join("、")}${more > 0 ? `ほか${more}個` : ""}`;
  // Names that hold commas themselves are parted by more.
  const comma = names.some((name) => name.includes(",")) ? "; " : ", ";
  if (more > 0) return `${names.join(comma)} and ${more} more`;
  return [names.slice(0, -1).join(comma), ...names.slice(-1)].filter((text) => text !== "").join(" and ");
}

function timesText(
  { page }: Context,
  { times, grain }: TimeSeries,
  { values, words }: { readonly values: Float64Array; readonly words: ReachedWords },
): string {
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const inside = present.filter((at) => words.holds(values[at] ?? NaN));
  const all = counted(present.length, grain);
  if (inside.length === 0) {
    return say(page, {
      ja: `${words.ja}の${stepName(grain, "ja")}はなし`,
      en: `none of ${all.en} ${words.en}`,
    });
  }
  if (inside.length === present.length) {
    return say(page, { ja: `${all.ja}すべて${words.ja}`, en: `all ${all.en} ${words.en}` });
  }
  const time = (at = 0) => formatTime(times[at] ?? 0, grain, page.language);
  const [first, last] = [time(inside[0]), time(inside.at(-1))];
  const when = inside.length === 1
    ? { ja: `: ${first}`, en: `: ${first}` }
    : { ja: `、最初は${first}、最後は${last}`, en: `, first ${first}, last ${last}` };
  return say(page, {
    ja: `${words.ja}は${all.ja}中${counted(inside.length, grain).ja}${when.ja}`,
    en: `${inside.length} of ${all.en} ${words.en}${when.en}`,
  });
}

function eachText({ page }: Context, { series, grain }: TimeSeries, words: ReachedWords): string {
  const parts = series.filter(({ other }) => !other).map(({ name, values }) => {
    const present = values.filter((value) => !Number.isNaN(value));
    const inside = present.filter(words.holds).length;
    return say(page, {
      ja: `${name} ${inside}/${present.length}`,
      en: `${name} ${inside} of ${present.length}`,
    });
  });
  return say(page, {
    ja: `${words.ja}の${stepName(grain, "ja")}: ${parts.join("、")}`,
    en: `${stepName(grain, "en")}s ${words.en}: ${parts.join(", ")}`,
  });
}

const countersJa: Readonly<Partial<Record<Grain, string>>> = {
  month: "か月",
  month_of_year: "か月",
  time: "時点",
  time_of_day: "時点",
};

/** So many times, as sentences count them. */
function counted(count: number, grain: Grain): { readonly ja: string; readonly en: string } {
  return {
    ja: `${count}${countersJa[grain] ?? stepName(grain, "ja")}`,
    en: `${count} ${stepName(grain, "en")}${count === 1 ? "" : "s"}`,
  };
}

interface ReachedWords {
  readonly ja: string;
  readonly en: string;
  readonly holds: (value: number) => boolean;
  /** What those are that it does not hold for; null of limits, whose other side is as it should be. */
  readonly other: { readonly ja: string; readonly en: string } | null;
}

/** What lies beyond a limit, or reaches another line, but for what rounding leaves. */
function wordsOf({ side, value }: Level): ReachedWords {
  const dust = Math.abs(value) * 1e-9;
  const [least, most] = [value - dust, value + dust];
  if (side === "upper") return { ja: "超過", en: "above", holds: (one) => one > most, other: null };
  if (side === "lower") return { ja: "未満", en: "below", holds: (one) => one < least, other: null };
  return { ja: "以上", en: "at or above", holds: (one) => one >= least, other: { ja: "未満", en: "below" } };
}
