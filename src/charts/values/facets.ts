/** Values cut into a few parts: by period where there is time, else by group, else all in one. */

import { type Context, say } from "../context.ts";
import { type Grain, isCyclic, lengthOf } from "../table/calendar.ts";
import type { NumberColumn, TimeColumn } from "../table/column.ts";
import { formatTime } from "../summary/text/format_time.ts";
import { listed } from "../summary/text/listed.ts";
import { stepName } from "../summary/text/time_words.ts";
import { quantile } from "./aggregate.ts";
import { orderedFacets } from "./facet_order.ts";
import { mostPanels, type Period, periodsFor } from "./facet_periods.ts";
import { warnOfValueless } from "./lacking_values.ts";
import { otherName } from "./other_series.ts";

export interface Facet {
  readonly name: string;
  readonly values: readonly number[];
  /** The groups it stands for, where it is all that are not shown by name. */
  readonly rest?: readonly Facet[];
}

const mostPeriods = 6;
const mostGroups = 9;
/** So many values a few years have together at least, on average: else decades are shown. */
const fewestEach = 8;

export function facetsOf(context: Context, value: NumberColumn): Facet[] {
  const { time, group } = context.roles;
  const numbers = value.values();
  if (time !== null) return byPeriod(context, time, numbers);
  if (group === null) return [{ name: "", values: [...numbers].filter((number) => !Number.isNaN(number)) }];
  const { codes, labels } = group.values();
  return byGroup(context, { codes, labels, numbers, most: mostGroups });
}

export interface Grouped {
  readonly codes: Int32Array;
  readonly labels: readonly string[];
  readonly numbers: Float64Array;
  readonly most: number;
  /** Whether groups without an order of their own stand by their medians. */
  readonly byMedian?: boolean;
}

/** The values of each group; of too many groups the smaller ones together. */
export function byGroup(
  context: Context,
  { codes, labels, numbers, most, byMedian = false }: Grouped,
): Facet[] {
  const lists = labels.map((): number[] => []);
  numbers.forEach((number, row) => {
    if (!Number.isNaN(number)) lists[codes[row] ?? -1]?.push(number);
  });
  const facets = labels.map((name, index) => ({ name, values: lists[index] ?? [] }))
    .filter((facet) => facet.values.length > 0);
  warnOfValueless(context, labels.filter((_, index) => lists[index]?.length === 0));
  const ordered = (some: readonly Facet[]) => orderedFacets(context, some, { byMedian });
  if (facets.length <= most) return ordered(facets);
  context.did("top_k");
  const ranked = facets.map((facet) => ({ facet, median: medianOf(facet) })).toSorted((a, b) =>
    b.facet.values.length - a.facet.values.length || b.median - a.median
  ).map(({ facet }) => facet);
  // Those that are shown keep their order.
  const shown = new Set(ranked.slice(0, most - 1));
  const rest = facets.filter((facet) => !shown.has(facet));
  return [...ordered([...shown]), {
    name: otherName(context, { count: rest.length }),
    rest,
    values: rest.flatMap((facet) => facet.values),
  }];
}

function medianOf({ values }: Facet): number {
  return quantile(Float64Array.from(values).sort(), 0.5);
}

/** The finest periods that are few enough; one for all would show no change, so that times are then cut evenly. */
function byPeriod(context: Context, time: TimeColumn, numbers: Float64Array): Facet[] {
  const times = time.values();
  const rows = Array.from(numbers, (number, row) => ({ number, at: times[row] ?? NaN }))
    .filter(({ number, at }) => !Number.isNaN(number) && !Number.isNaN(at));
  const [first, last] = rows.reduce(([low, high], { at }) => [Math.min(low, at), Math.max(high, at)], [
    Infinity,
    -Infinity,
  ]);
  const canBeCut = first < last && context.period === null;
  for (const period of periodsFor(context, time, { first, last })) {
    const parts = Map.groupBy(rows, ({ at }) => period.start(at));
    if (parts.size > mostOf(context, time, period) || (parts.size === 1 && canBeCut)) continue;
    if ((period.years ?? 10) < 10 && rows.length < fewestEach * parts.size) continue;
    if (period.grain !== time.grain) context.did("resample");
    warnOfLonger(context, { own: time.grain, shown: period.grain });
    warnOfShorter(context, period, [...parts.keys()]);
    return [...parts].toSorted(([a], [b]) => a - b).map(([start, part]) => ({
      name: period.name(start),
      values: part.map(({ number }) => number),
    }));
  }
  return byStretch(context, { time, rows });
}

/** Parts that the data has by itself, years and what the sentence asks for may be many; parts of other lengths are few. */
function mostOf({ period }: Context, { grain }: TimeColumn, { grain: own, years }: Period): number {
  const isOwn = own === grain && lengthOf(own) >= lengthOf("month");
  const isYears = lengthOf(own) >= lengthOf("year") || years !== undefined;
  return period !== null || isCyclic(grain) || isOwn || isYears ? mostPanels : mostPeriods;
}

/** Says which of the periods have fewer years than the others. */
function warnOfShorter({ page, warn }: Context, { years, isWhole, name }: Period, starts: readonly number[]) {
  if (years === undefined) return;
  const short = starts.filter((start) => isWhole?.(start) === false).toSorted((a, b) => a - b).map(name);
  if (short.length === 0) return;
  const names = listed(short, page.language);
  warn(say(page, {
    ja: `${names}は、${years}年ずつまとめた他の期間より短い期間です`,
    en: `${names} ${
      short.length === 1 ? "has" : "have"
    } fewer years than the other periods, of ${years} each`,
  }));
}

/** Days are put together to months as ever; what is longer is told, as what the sentence asks for is. */
function warnOfLonger(
  { period, page, warn }: Context,
  { own, shown }: { readonly own: Grain; readonly shown: Grain },
): void {
  const given = period ?? (lengthOf(own) > lengthOf("day") ? own : null);
  if (given === null || lengthOf(shown) <= lengthOf(given)) return;
  const step = stepName(given, page.language);
  warn(say(page, {
    ja: `${step}ごとでは多すぎるため、より長い期間にまとめました`,
    en: `one for every ${step} would be too many: longer periods are shown`,
  }));
}

function byStretch(
  context: Context,
  { time, rows }: { time: TimeColumn; rows: readonly { readonly number: number; readonly at: number }[] },
): Facet[] {
  context.did("bin");
  const sorted = rows.toSorted((a, b) => a.at - b.at);
  const first = sorted[0]?.at ?? 0;
  const length = ((sorted.at(-1)?.at ?? 0) - first) / mostPeriods || 1;
  const parts = Map.groupBy(sorted, ({ at }) => Math.min(mostPeriods - 1, Math.floor((at - first) / length)));
  const name = (at: number) => formatTime(at, time.grain, context.page.language);
  return [...parts.values()].map((part) => {
    const [from, to] = [name(part[0]?.at ?? 0), name(part.at(-1)?.at ?? 0)];
    return {
      name: from === to ? from : context.page.language === "ja" ? `${from}〜${to}` : `${from} – ${to}`,
      values: part.map(({ number }) => number),
    };
  });
}
