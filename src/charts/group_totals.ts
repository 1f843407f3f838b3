/** One value for each group: sorted, and the small ones together where there are too many. */

import { aggregate } from "./aggregate.ts";
import { aggregationFor } from "./aggregation_for.ts";
import { naturalOrder } from "./category_order.ts";
import type { Categories, CategoryColumn } from "./column.ts";
import type { Context } from "./context.ts";
import type { Aggregation } from "./find_intent.ts";
import { largestOther, otherName } from "./other_series.ts";

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
  /** Whether the smallest come first. */
  readonly ascending: boolean;
  /** All that are not shown, put together, where a bar of it would dwarf the others. */
  readonly left: { readonly count: number; readonly value: number } | null;
}

export interface TotalsOptions {
  readonly most: number;
  /** Shows so many and leaves the rest out. */
  readonly top?: number | null;
  readonly aggregation?: Aggregation;
  /** Whether the rest is shown however large it is, as for parts of a whole. */
  readonly whole?: boolean;
}

export function groupTotals(context: Context, group: CategoryColumn, options: TotalsOptions): GroupTotals {
  const { roles: { value }, intent, did } = context;
  const top = options.top ?? null;
  const categories = group.values();
  const numbers = value?.values() ?? null;
  const kind = options.aggregation ?? aggregationFor(value, intent);
  const { values, counts } = aggregate({
    keys: categories.codes,
    size: categories.labels.length,
    values: numbers,
  }, kind);
  const present = categories.labels.map((_, code) => code).filter((code) =>
    !Number.isNaN(values[code] ?? NaN)
  );
  const ascending = intent.senses.has("ascending") && (top !== null || present.length <= options.most);
  const natural = top === null && !intent.senses.has("rank")
    ? naturalOrder(present.map((code) => categories.labels[code] ?? ""))
    : null;
  const ordered = natural !== null && present.length <= options.most
    ? natural.map((place) => present[place] ?? 0)
    : bySize(present, values, ascending);
  const limit = top ?? options.most;
  const shown = ordered.length > limit ? ordered.slice(0, top === null ? limit - 1 : limit) : ordered;
  const isCut = top === null && shown.length < ordered.length;
  const rest = isCut ? restValue(categories, { numbers, kind, shown }) : 0;
  const largest = shown.reduce((most, code) => Math.max(most, Math.abs(values[code] ?? 0)), 0);
  const dwarfs = isCut && options.whole !== true && Math.abs(rest) > largest * largestOther;
  const hasOther = isCut && !dwarfs;
  const aggregated = counts.some((count) => count > 1) || value === null;
  if (aggregated) did("groupby_agg");
  did("sort");
  if (shown.length < ordered.length) did(top === null ? "top_k" : "head");
  return {
    names: [
      ...shown.map((code) => categories.labels[code] ?? ""),
      ...(hasOther ? [otherName(context, ordered.length - shown.length)] : []),
    ],
    values: [...shown.map((code) => values[code] ?? 0), ...(hasOther ? [rest] : [])],
    hasOther,
    natural: natural !== null && present.length <= options.most,
    aggregation: kind,
    aggregated,
    groups: present.length,
    ascending,
    left: dwarfs ? { count: ordered.length - shown.length, value: rest } : null,
  };
}

function bySize(codes: readonly number[], values: Float64Array, ascending: boolean): number[] {
  const sorted = codes.toSorted((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  return ascending ? sorted.toReversed() : sorted;
}

function restValue(
  { codes }: Categories,
  { numbers, kind, shown }: { numbers: Float64Array | null; kind: Aggregation; shown: readonly number[] },
): number {
  const named = new Set(shown);
  const keys = codes.map((code) => code < 0 || named.has(code) ? -1 : 0);
  return aggregate({ keys, size: 1, values: numbers }, kind).values[0] ?? 0;
}
