/** Values cut into at most nine parts: by period where there is time, else by group, else all in one. */

import { type Grain, isCyclic, utc } from "./calendar.ts";
import { naturalOrder } from "./category_order.ts";
import type { NumberColumn, TimeColumn } from "./column.ts";
import type { Context } from "./context.ts";
import { formatTime, monthNames, partsOf } from "./format_time.ts";
import { otherName } from "./other_series.ts";
import { bucketOf } from "./time_buckets.ts";

export interface Facet {
  readonly name: string;
  readonly values: readonly number[];
  /** How many groups it stands for, where it is all that are not shown by name. */
  readonly rest?: number;
}

const mostPeriods = 6;
const mostGroups = 9;

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
}

/** The values of each group; of too many groups the smaller ones together. */
export function byGroup(context: Context, { codes, labels, numbers, most }: Grouped): Facet[] {
  const lists = labels.map((): number[] => []);
  numbers.forEach((number, row) => {
    if (!Number.isNaN(number)) lists[codes[row] ?? -1]?.push(number);
  });
  const facets = labels.map((name, index) => ({ name, values: lists[index] ?? [] }))
    .filter((facet) => facet.values.length > 0);
  const order = naturalOrder(facets.map((facet) => facet.name));
  const ordered = order === null ? facets : order.flatMap((place) => facets[place] ?? []);
  if (ordered.length <= most) return ordered;
  context.did("top_k");
  const ranked = ordered.toSorted((a, b) => b.values.length - a.values.length);
  const rest = ranked.slice(most - 1);
  return [...ranked.slice(0, most - 1), {
    name: otherName(context, rest.length),
    rest: rest.length,
    values: rest.flatMap((facet) => facet.values),
  }];
}

/** The finest periods that are few enough: as the data has them, days, some months or some years together. */
function byPeriod(context: Context, time: TimeColumn, numbers: Float64Array): Facet[] {
  const times = time.values();
  const cyclic = isCyclic(time.grain);
  const most = context.period === null && !cyclic ? mostPeriods : 12;
  const rows = Array.from(numbers, (number, row) => ({ number, at: times[row] ?? NaN }))
    .filter(({ number, at }) => !Number.isNaN(number) && !Number.isNaN(at));
  for (const period of periodsFor(context, time)) {
    const parts = Map.groupBy(rows, ({ at }) => period.start(at));
    if (parts.size > most) continue;
    if (period.grain !== time.grain) context.did("resample");
    return [...parts].toSorted(([a], [b]) => a - b).map(([start, part]) => ({
      name: period.name(start),
      values: part.map(({ number }) => number),
    }));
  }
  return byStretch(context, { time, rows });
}

interface Period {
  readonly grain: Grain;
  readonly start: (time: number) => number;
  readonly name: (start: number) => string;
}

function periodsFor({ page: { language }, period }: Context, time: TimeColumn): Period[] {
  const simple = (grain: Grain): Period => ({
    grain,
    start: (at) => bucketOf(at, grain),
    name: (start) => formatTime(start, grain, language),
  });
  const months = (count: number): Period => ({
    grain: "quarter",
    start: (at) => {
      const { year, month } = partsOf(at);
      return utc(year, Math.floor((month - 1) / count) * count + 1) ?? at;
    },
    name: (start) => {
      const last = partsOf(start).month + count - 1;
      const first = formatTime(start, "month", language);
      return language === "ja" ? `${first}〜${last}月` : first.replace(" ", `–${monthNames[last - 1]} `);
    },
  });
  const years = (count: number): Period => ({
    grain: "year",
    start: (at) => Math.floor(partsOf(at).year / count) * count,
    name: (start) => language === "ja" ? `${start}〜${start + count - 1}年` : `${start}–${start + count - 1}`,
  });
  if (isCyclic(time.grain)) return [simple(time.grain)];
  const own = period === null ? [simple(time.grain), simple("day")] : [simple(period)];
  return [
    ...own,
    simple("month"),
    months(2),
    simple("quarter"),
    months(4),
    months(6),
    simple("year"),
    ...[2, 5, 10, 20, 50, 100].map(years),
  ];
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
