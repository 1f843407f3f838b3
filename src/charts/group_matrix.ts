/** One value for each pair of groups: names along the axis, a series for each colour. */

import { aggregate } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { naturalOrder } from "./category_order.ts";
import type { CategoryColumn, TimeColumn } from "./column.ts";
import { type Context, say } from "./context.ts";
import type { Aggregation } from "./find_intent.ts";
import { formatTime, lengthOf } from "./format_time.ts";
import { stepName } from "./time_words.ts";
import type { Grain } from "./calendar.ts";
import { namedSeries, type Series } from "./named_series.ts";
import { timeSeries } from "./time_series.ts";

export interface GroupMatrix {
  readonly names: readonly string[];
  readonly series: readonly Series[];
  readonly aggregation: Aggregation | null;
  /** Whether the names are times, in their order. */
  readonly overTime: boolean;
  /** Groups in the data, shown or not. */
  readonly groups: number;
  /** Names in the data, shown or not. */
  readonly places: number;
  /** Whether those that are not shown by name are averaged. */
  readonly averagedOther: boolean;
}

const mostNames = 12;
const mostSeries = 8;
const narrowestBar = 7;
/** Times that cannot be put together, such as days without a year, are cut to the last of them. */
const mostBars = 60;

export function timeMatrix(context: Context, time: TimeColumn, group: CategoryColumn): GroupMatrix {
  const data = timeSeries(context, time, group, { mostTimes: mostTimes(context, group) });
  warnOfLonger(context, data.grain);
  const kept = data.times.slice(-mostBars);
  const names = Array.from(kept, (at) => formatTime(at, data.grain, context.page.language));
  const { aggregation, groups, averagedOther } = data;
  const series = data.series.map((one) => ({ ...one, values: one.values.slice(-mostBars) }));
  return { names, series, aggregation, overTime: true, groups, averagedOther, places: data.times.length };
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
  const { roles: { value }, intent, did } = context;
  const rows = group.values();
  const inner = second.values();
  const numbers = value?.values() ?? null;
  const kind = aggregationFor(value, intent);
  const ranked = (labels: readonly string[], codes: Int32Array) => {
    const { values } = aggregate({ keys: codes, size: labels.length, values: numbers }, kind);
    const order = naturalOrder(labels);
    return order ?? labels.map((_, code) => code).toSorted((a, b) => (values[b] || 0) - (values[a] || 0));
  };
  const names = ranked(rows.labels, rows.codes);
  const shownNames = names.slice(0, mostNames);
  const colors = inner.labels.length > mostSeries
    ? ranked(inner.labels, inner.codes)
    : inner.labels.map((_, code) => code);
  const shown = colors.length > mostSeries ? colors.slice(0, mostSeries - 1) : colors;
  if (shownNames.length < names.length || shown.length < colors.length) did("top_k");
  const slots = shown.length + (shown.length < colors.length ? 1 : 0);
  const nameSlot = slotsOf(rows.labels.length, shownNames, -1);
  const colorSlot = slotsOf(inner.labels.length, shown, shown.length);
  const keys = Int32Array.from(rows.codes, (code, row) => {
    const other = inner.codes[row] ?? -1;
    const place = code < 0 ? -1 : nameSlot[code] ?? -1;
    return place < 0 || other < 0 ? -1 : (colorSlot[other] ?? 0) * shownNames.length + place;
  });
  const { values, counts } = aggregate({ keys, size: slots * shownNames.length, values: numbers }, kind);
  const repeated = counts.some((count) => count > 1) || value === null;
  if (repeated) did("groupby_agg");
  did("sort");
  const { series, averagedOther } = namedSeries(context, {
    names: shown.map((code) => inner.labels[code] ?? ""),
    values,
    places: shownNames.length,
    left: colors.length - shown.length,
    kind,
  });
  return {
    names: shownNames.map((code) => rows.labels[code] ?? ""),
    series,
    aggregation: repeated ? kind : null,
    overTime: false,
    groups: inner.labels.length,
    places: names.length,
    averagedOther,
  };
}

function slotsOf(size: number, shown: readonly number[], rest: number): Int32Array {
  const slots = new Int32Array(size).fill(rest);
  shown.forEach((code, index) => slots[code] = index);
  return slots;
}
