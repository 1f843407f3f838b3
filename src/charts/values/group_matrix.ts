/** One value for each pair of groups: names along the axis, a series for each colour. */

import { type Context, say } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { type Grain, lengthOf } from "../table/calendar.ts";
import type { Categories, CategoryColumn, TimeColumn } from "../table/column.ts";
import { formatTime } from "../summary/text/format_time.ts";
import { stepName } from "../summary/text/time_words.ts";
import { aggregate, type RowValues, valuesOf } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { naturalOrder } from "./category_order.ts";
import { warnOfLacking, warnOfLackingColumns } from "./lacking_values.ts";
import { leftSeries } from "./left_series.ts";
import { namedSeries, type Series } from "./named_series.ts";
import { mostSeries, seriesSlots, slotKeys } from "./series_slots.ts";
import { timeSeries } from "./time_series.ts";

export interface GroupMatrix {
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly aggregation: Aggregation | null;
  /** Whether the names are times, in their order. */
  readonly overTime: boolean;
  /** How long each of these times is; null where the names are none. */
  readonly grain: Grain | null;
  /** Groups in the data, shown or not. */
  readonly groups: number;
  /** Names in the data, shown or not. */
  readonly places: number;
  /** The groups that are not shown by name, each for itself; null where they are too many to be told apart. */
  readonly left: readonly Series[] | null;
}

const mostNames = 12;
const narrowestBar = 7;
/** Times that cannot be put together, such as days without a year, are cut to the last of them. */
const mostBars = 60;

export function timeMatrix(context: Context, time: TimeColumn, group: CategoryColumn): GroupMatrix {
  const data = timeSeries(context, { time, group, mostTimes: mostTimes(context, group) });
  warnOfLonger(context, data.grain);
  const kept = data.times.slice(-mostBars);
  const names = Array.from(kept, (at) => formatTime(at, data.grain, context.page.language));
  const { aggregation, groups } = data;
  const cut = (one: Series) => ({ ...one, values: one.values.slice(-mostBars) });
  return {
    names,
    series: data.series.map(cut),
    left: data.left?.map(cut) ?? null,
    aggregation,
    overTime: true,
    grain: data.grain,
    groups,
    places: data.times.length,
  };
}

/** Times that the sentence asks for are all shown as long as a bar is wide enough to be seen. */
function mostTimes({ period, page }: Context, group: CategoryColumn): number {
  if (period === null) return mostNames;
  const bars = Math.min(group.distinct, mostSeries) + 0.5;
  return Math.min(mostBars, Math.max(mostNames, Math.floor(page.width * 0.9 / (bars * narrowestBar))));
}

function warnOfLonger({ period, page, warn }: Context, grain: Grain): void {
  if (period === null || lengthOf(grain) <= lengthOf(period)) return;
  const [asked, shown] = [stepName(period, page.language), stepName(grain, page.language)];
  warn(say(page, {
    ja: `${asked}ごとでは棒が多すぎるため、${shown}ごとにまとめました`,
    en: `bars for every ${asked} would be too many: they are for every ${shown}`,
  }));
}

export function categoryMatrix(context: Context, group: CategoryColumn, second: CategoryColumn): GroupMatrix {
  const { roles: { value }, intent, scale, did } = context;
  const outer = group.values();
  const inner = second.values();
  const numbers = valuesOf(value);
  const kind = aggregationFor(value, intent);
  const names = rankedGroups(outer, { numbers, kind });
  const shownNames = names.slice(0, mostNames);
  const slots = seriesSlots(
    inner.labels.length > mostSeries
      ? rankedGroups(inner, { numbers, kind })
      : inner.labels.map((_, code) => code),
  );
  if (shownNames.length < names.length || slots.left > 0) did("top_k");
  const places = placesOf(outer, shownNames);
  const keys = slotKeys(slots, { codes: inner.codes, places, length: shownNames.length });
  const size = slots.count * shownNames.length;
  const { values, counts } = aggregate({ keys, size, ...numbers, scale }, kind);
  warnOfLacking(context, { keys, sums: values, kind });
  if (value?.parts !== undefined) {
    const innerNames = slots.shown.map((code) => inner.labels[code] ?? "");
    const lacking = innerNames.flatMap((series, slot) =>
      shownNames.flatMap((code, place) =>
        Number.isNaN(values[slot * shownNames.length + place] ?? NaN)
          ? [{ name: outer.labels[code] ?? "", series }]
          : []
      )
    );
    warnOfLackingColumns(context, lacking);
  }
  const repeated = counts.some((count) => count > 1) || value === null;
  if (repeated) did("groupby_agg");
  did("sort");
  const series = namedSeries(context, {
    names: slots.shown.map((code) => inner.labels[code] ?? ""),
    values,
    places: shownNames.length,
    left: slots.left,
    kind,
  });
  return {
    series,
    left: leftSeries({
      ...inner,
      shown: slots.shown,
      places,
      length: shownNames.length,
      numbers,
      kind,
      scale,
    }),
    names: shownNames.map((code) => outer.labels[code] ?? ""),
    aggregation: repeated ? kind : null,
    overTime: false,
    grain: null,
    groups: inner.labels.length,
    places: names.length,
  };
}

/** Groups in their natural order; else the largest first. */
function rankedGroups(
  { codes, labels }: Categories,
  { numbers, kind }: {
    readonly numbers: RowValues;
    readonly kind: Aggregation;
  },
): number[] {
  const natural = naturalOrder(labels);
  if (natural !== null) return natural;
  const { values } = aggregate({ keys: codes, size: labels.length, ...numbers }, kind);
  return labels.map((_, code) => code).toSorted((a, b) => (values[b] || 0) - (values[a] || 0));
}

/** The place of each row along the axis; -1 where its group is not shown. */
function placesOf({ codes, labels }: Categories, shown: readonly number[]): Int32Array {
  const ofCode = new Int32Array(labels.length).fill(-1);
  shown.forEach((code, place) => ofCode[code] = place);
  return codes.map((code) => ofCode[code] ?? -1);
}
