/** The numbers of histograms (P03, P13, P23) and box plots (P32): values in groups, in bins or as boxes. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";
import type { NumberColumn, Table } from "../table/column.ts";
import { type Bins, binsFor, countInBins } from "./bins.ts";
import { aggregateRows } from "./aggregate.ts";
import { columnNamed, measuresOf, numberNamed, specError } from "../table/named_columns.ts";
import { cutKeys, type Keys, keysOf, oneKey, rankedCodes, type Shown } from "./keys.ts";
import { quantile, sortedValues, valuesByGroup } from "./values.ts";
import { unitFor } from "./time_units.ts";

export interface Sample {
  readonly name: string;
  readonly values: Float64Array;
}

export interface Box {
  readonly name: string;
  readonly count: number;
  /** Ends of the whiskers: the outermost values within 1.5 interquartile ranges of the box. */
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly outliers: Float64Array;
}

export interface Distribution {
  readonly column: NumberColumn;
  readonly name: string;
  /** Null without groups. */
  readonly keys: Keys | null;
  readonly samples: readonly Sample[];
  readonly boxes: readonly Box[];
  /** All values, ascending. */
  readonly all: Float64Array;
  readonly cut: readonly Shown[];
}

export interface Histogram extends Distribution {
  readonly bins: Bins;
  /** Of each sample: counts, or shares of it. */
  readonly heights: readonly Float64Array[];
  readonly asShares: boolean;
}

interface Options {
  readonly language: Language;
  /** Maximum of groups without a limit. */
  readonly most: number;
}

/** The values of a column by another one; several columns are groups themselves. */
export function distributionOf(
  table: Table,
  spec: ChartSpec,
  { values, group, ...options }: Options & {
    readonly values: "x" | "y";
    readonly group: "x" | "color" | "facet" | null;
  },
): Distribution {
  const by = group === null ? undefined : spec[group];
  const columns = values === "x" ? [numberNamed(table, "x", spec.x ?? "")] : measuresOf(table, spec);
  const [column] = columns;
  if (column === undefined) {
    throw specError("Cannot draw boxes: options.y is missing", { hint: "Name a column of numbers" });
  }
  if (by === undefined || group === null) {
    return grouped(columns.map((one) => ({ name: one.name, values: sortedValues(one.values()) })), {
      column,
      name: columns.map(({ name }) => name).join(", "),
      keys: columns.length > 1 ? { ...oneKey(0, ""), labels: columns.map(({ name }) => name) } : null,
      cut: [],
    });
  }
  const cells = column.values();
  const all = groupKeys(table, spec, { field: group, ...options });
  const ranked = (aggregate: "median" | "count") => () =>
    rankedCodes(aggregateRows([all], cells, aggregate).values);
  const { keys, cut } = cutKeys(all, {
    sort: spec.sort,
    keep: spec.limit ?? options.most,
    ranked: ranked("median"),
    largest: ranked("count"),
  });
  return grouped(samplesOf(cells, keys), { column, name: column.name, keys, cut });
}

function grouped(
  samples: readonly Sample[],
  rest: Pick<Distribution, "column" | "name" | "keys" | "cut">,
): Distribution {
  const size = samples.reduce((sum, { values }) => sum + values.length, 0);
  if (size === 0) {
    throw specError(`Cannot draw the distribution of "${rest.name}": it has no values`, {
      hint: "Name another column, or widen options.filter",
    });
  }
  const all = new Float64Array(size);
  let at = 0;
  for (const { values } of samples) {
    all.set(values, at);
    at += values.length;
  }
  return { ...rest, samples, boxes: samples.map(boxOf), all: samples.length > 1 ? all.sort() : all };
}

/** Groups without values are left out. */
function samplesOf(values: Float64Array, keys: Keys): Sample[] {
  const groups = valuesByGroup(values, keys.codes, keys.labels.length);
  return keys.labels.map((name, code) => ({ name, values: groups[code] ?? new Float64Array() }))
    .filter((sample) => sample.values.length > 0);
}

function boxOf({ name, values }: Sample): Box {
  const [q1, median, q3] = [quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)];
  const reach = 1.5 * (q3 - q1);
  const isInside = (value: number) => value >= q1 - reach && value <= q3 + reach;
  const inside = values.filter(isInside);
  return {
    name,
    count: values.length,
    // Of few values the last inside may lie within the box, where no whisker goes.
    low: Math.min(q1, inside[0] ?? q1),
    q1,
    median,
    q3,
    high: Math.max(q3, inside.at(-1) ?? q3),
    outliers: values.filter((value) => !isInside(value)),
  };
}

function groupKeys(
  table: Table,
  spec: ChartSpec,
  { field, language, most }: Options & { readonly field: "x" | "color" | "facet" },
): Keys {
  const column = columnNamed(table, field, spec[field] ?? "");
  if (column.kind !== "time") return keysOf(column, { language, unit: undefined, numbers: most });
  if (spec.time_unit !== undefined || column.distinct <= most) {
    return keysOf(column, { language, unit: spec.time_unit });
  }
  const times = sortedValues(column.values());
  return keysOf(column, { language, unit: unitFor([times[0] ?? 0, times.at(-1) ?? 0], most) });
}

/** Bins that all groups share; groups of unequal size are compared by their shares. */
export function histogramOf(
  data: Distribution,
  { spec, most, shares }: { readonly spec: ChartSpec; readonly most: number; readonly shares: boolean },
): Histogram {
  const inside = (spec.lines ?? []).flatMap(({ value }) => value === undefined ? [] : [value]);
  const bins = binsFor(data.all, {
    most,
    integer: data.column.integer,
    wanted: spec.bins,
    inside: [...inside, quantile(data.all, 0.5)],
  });
  const counts = data.samples.map(({ values }) => countInBins(values, bins));
  const sizes = data.samples.map(({ values }) => values.length);
  const isUnequal = Math.max(...sizes) > Math.min(...sizes) * 1.2;
  const asShares = spec.normalize === "share" || (shares && isUnequal);
  const heights = asShares ? counts.map((list, at) => list.map((count) => count / (sizes[at] ?? 1))) : counts;
  return { ...data, bins, heights, asShares };
}
