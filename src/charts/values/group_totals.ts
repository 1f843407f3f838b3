/** One value for each group: sorted, and the small ones together where there are too many. */

import type { Context } from "../context.ts";
import type { Aggregation, Intent } from "../read/find_intent.ts";
import type { CategoryColumn } from "../table/column.ts";
import { aggregate, type RowValues, valuesOf } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { nameOrder, naturalOrder } from "./category_order.ts";
import { warnOfLacking, warnOfValueless } from "./lacking_values.ts";
import { isDwarfing, otherName } from "./other_series.ts";

export interface GroupTotals {
  readonly names: readonly string[];
  readonly values: readonly number[];
  /** Whether the last one stands for all that are not shown by name. */
  readonly hasOther: boolean;
  /** Whether the order is that of the names, not of the values. */
  readonly natural: boolean;
  readonly aggregation: Aggregation;
  /** Whether groups had several rows. */
  readonly aggregated: boolean;
  readonly groups: number;
  /** The values of all groups together, shown or not. */
  readonly whole: number;
  /** Whether the smallest come first. */
  readonly ascending: boolean;
  /** All that are not shown, put together, where a bar of it would be longer than any of the others. */
  readonly left: { readonly count: number; readonly value: number } | null;
  /** How many of the largest come before the smallest, where those between the two are not shown; null elsewhere. */
  readonly split: number | null;
}

export interface TotalsOptions {
  readonly most: number;
  /** Shows so many and leaves the rest out, or puts it together where it is wanted. */
  readonly top?: number | null;
  readonly withRest?: boolean;
  readonly aggregation?: Aggregation;
  /** Whether the rest is shown however large it is, as for parts of a whole. */
  readonly whole?: boolean;
}

export function groupTotals(context: Context, group: CategoryColumn, options: TotalsOptions): GroupTotals {
  const { roles: { value }, intent, scale, did } = context;
  const { codes, labels } = group.values();
  const numbers = valuesOf(value);
  const aggregation = options.aggregation ?? aggregationFor(value, intent);
  const { values, counts } = aggregate(
    { keys: codes, size: labels.length, ...numbers, scale },
    aggregation,
  );
  warnOfLacking(context, { keys: codes, sums: values, kind: aggregation });
  warnOfValueless(context, labels.filter((_, code) => Number.isNaN(values[code] ?? NaN)));
  const { ordered, natural, ascending } = orderOf(intent, { labels, values }, options);
  const { shown, split } = shownOf(ordered, { ...options, values });
  const left = ordered.length - shown.length;
  const isTop = (options.top ?? null) !== null && options.withRest !== true;
  const isCut = left > 0 && !isTop && split === null;
  const rest = isCut ? restValue(codes, { numbers, aggregation, shown, scale }) : 0;
  const sizes = shown.map((code) => values[code] ?? 0);
  const isWanted = options.whole === true || options.withRest === true;
  const dwarfs = isCut && !isWanted && isDwarfing([rest], sizes);
  const hasOther = isCut && !dwarfs;
  const aggregated = counts.some((count) => count > 1) || value === null;
  if (aggregated) did("groupby_agg");
  did("sort");
  if (left > 0) did(isTop ? "head" : "top_k");
  const names = shown.map((code) => labels[code] ?? "");
  return {
    names: hasOther ? [...names, otherName(context, { count: left, kind: aggregation })] : names,
    values: hasOther ? [...sizes, rest] : sizes,
    hasOther,
    natural,
    aggregation,
    aggregated,
    groups: ordered.length,
    whole: ordered.reduce((sum, code) => sum + (values[code] ?? 0), 0),
    ascending,
    left: dwarfs ? { count: left, value: rest } : null,
    split,
  };
}

interface Valued {
  readonly labels: readonly string[];
  readonly values: Float64Array;
}

/** The groups that have a value: in their natural order where all can be shown so, else by size. */
function orderOf({ senses, order }: Intent, { labels, values }: Valued, { most, top = null }: TotalsOptions) {
  const present = labels.map((_, code) => code).filter((code) => !Number.isNaN(values[code] ?? NaN));
  const fits = present.length <= most;
  const ascending = senses.has("ascending") && (top !== null || fits);
  const names = present.map((code) => labels[code] ?? "");
  const natural = !fits || top !== null
    ? null
    : order === "name"
    ? nameOrder(names)
    : senses.has("rank")
    ? null
    : naturalOrder(names);
  const ordered = natural === null
    ? bySize(present, values, ascending)
    : natural.map((place) => present[place] ?? 0);
  return { ordered, natural: natural !== null, ascending };
}

interface Shown {
  readonly shown: readonly number[];
  readonly split: number | null;
}

/**
 * Those to show by name: as many as asked for, else as many as fit beside one for the rest. Where some are below zero
 * these are what a reader looks for, and both ends are shown.
 */
function shownOf(
  ordered: readonly number[],
  { most, top = null, whole = false, values }: TotalsOptions & Pick<Valued, "values">,
): Shown {
  if (ordered.length <= (top ?? most)) return { shown: ordered, split: null };
  const isBelow = !whole && ordered.some((code) => (values[code] ?? 0) < 0);
  if (top !== null || !isBelow) return { shown: ordered.slice(0, top ?? most - 1), split: null };
  const split = Math.ceil(most / 2);
  return { shown: [...ordered.slice(0, split), ...ordered.slice(split - most)], split };
}

function bySize(codes: readonly number[], values: Float64Array, ascending: boolean): number[] {
  const sorted = codes.toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  return ascending ? sorted.toReversed() : sorted;
}

interface Rest {
  readonly numbers: RowValues;
  readonly aggregation: Aggregation;
  readonly shown: readonly number[];
  readonly scale: number;
}

/** What all that are not shown have together. */
function restValue(codes: Int32Array, { numbers, aggregation, shown, scale }: Rest): number {
  const named = new Set(shown);
  const keys = codes.map((code) => code < 0 || named.has(code) ? -1 : 0);
  return aggregate({ keys, size: 1, ...numbers, scale }, aggregation).values[0] ?? 0;
}
