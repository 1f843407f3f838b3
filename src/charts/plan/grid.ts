/**
 * The numbers of lines, bars and heat maps: a value for each group of x in each series of each panel.
 *
 * The order of the steps is fixed: groups, sort and limit, aggregation, normalisation. The groups beyond a limit are
 * aggregated together from their rows, so that their mean is a mean of rows.
 */

import type { Language } from "../../base/language.ts";
import type { Aggregate, ChartSpec, TimeUnit } from "../../base/chart_spec.ts";
import type { NumberColumn, Table, TimeColumn } from "../table/column.ts";
// @ts-types="@types/d3-array"
import { cumsum, extent } from "d3-array";
import { aggregateRows } from "./aggregate.ts";
import { columnNamed, measuresOf, specError } from "../table/named_columns.ts";
import { cutKeys, rankedCodes, type Shown } from "./cut_keys.ts";
import { type Keys, keysOf, oneKey } from "./keys.ts";
import { emptyNames } from "./natural_order.ts";
import { partialPeriods } from "./partial_periods.ts";
import { unitFor, unitOfGrain } from "./time_units.ts";

export interface Series {
  readonly name: string;
  readonly values: Float64Array;
  /** Whether it is what the limit left over. */
  readonly rest: boolean;
}

export interface GridPanel {
  readonly name: string;
  readonly series: readonly Series[];
}

export interface Grid {
  readonly x: Keys;
  readonly color: Keys | null;
  readonly facet: Keys | null;
  readonly panels: readonly GridPanel[];
  /** Empty if rows are counted. */
  readonly measures: readonly NumberColumn[];
  readonly aggregate: Aggregate;
  /** Whether any value is made of several rows. */
  readonly aggregated: boolean;
  readonly cut: readonly Shown[];
  /** Rows left out because a group or a time is missing. */
  readonly skipped: number;
  /** Labels of periods in which the data begins or ends, so that their sums are too low. */
  readonly partial: readonly string[];
}

type Role = "x" | "color" | "facet";

export interface GridOptions {
  /** The table by which a period is complete: without conditions on other columns than x. */
  readonly observed: Table;
  readonly language: Language;
  /** What a limit counts. */
  readonly limited: Role;
  /** Maximum of groups without a limit. */
  readonly most: { readonly x: number; readonly color: number; readonly facet: number };
  /** Whether periods without data are shown. */
  readonly filled: boolean;
  /** Whether x keeps every time or number, as on a continuous axis. */
  readonly continuous: boolean;
  /** Whether parts make a whole, so that what is cut must not be lost. */
  readonly whole: boolean;
  /** By how much counts and sums of a sample are multiplied. */
  readonly sampleFactor: number;
}

export function gridOf(table: Table, spec: ChartSpec, options: GridOptions): Grid {
  const measures = measuresOf(table, spec);
  const isCounted = measures.length === 0;
  const aggregate = isCounted && spec.aggregate !== "distinct" ? "count" : spec.aggregate ?? "mean";
  const counted = isCounted ? countedCells(table, spec) : null;
  const isMeasured = aggregate !== "count" && aggregate !== "distinct";
  const roles = keysFor(table, spec, { ...options, isMeasured });
  const cut: Shown[] = [];
  const values = counted ?? measures[0]?.values() ?? null;
  const cutRole = (role: Role, keys: Keys) => {
    const picked = cutKeys(keys, cutOf(role, keys, { spec, options, values, aggregate }));
    cut.push(...picked.cut);
    return picked.keys;
  };
  const x = roles.x === null
    ? null
    : aggregate === "none"
    ? cutRole("x", ownRows(roles.x, roles, { measures, options, spec }))
    : cutRole("x", roles.x);
  const color = roles.color === null ? null : cutRole("color", roles.color);
  const facet = roles.facet === null ? null : cutRole("facet", roles.facet);
  const made = panelsOf({
    rows: table.rows,
    x,
    color,
    facet,
    measures,
    counted,
    aggregate,
    spec,
    sampleFactor: options.sampleFactor,
  });
  checkValues(made.panels, measures);
  const keys = [x, color, facet].filter((one) => one !== null);
  return {
    x: x ?? measureKeys(measures),
    color,
    facet,
    panels: normalized(made.panels, spec),
    measures,
    aggregate,
    aggregated: made.most > 1,
    cut,
    partial: aggregate === "sum" || aggregate === "count" ? partialOf(options.observed, spec, x) : [],
    skipped: rowsWithout(
      [roles.x, roles.color, roles.facet].filter((one) => one !== null),
      keys.length === 0 ? 0 : table.rows,
    ),
  };
}

function checkValues(panels: readonly GridPanel[], measures: readonly NumberColumn[]): void {
  if (
    panels.some(({ series }) => series.some(({ values }) => values.some((value) => !Number.isNaN(value))))
  ) return;
  const names = measures.map(({ name }) => JSON.stringify(name)).join(", ");
  throw specError(
    `Cannot draw ${names === "" ? "the table" : names}: no row has all of the values that it takes`,
    {
      hint: "Name other columns, or widen options.filter",
    },
  );
}

function partialOf(table: Table, { x, time_unit }: ChartSpec, keys: Keys | null): string[] {
  const column = table.columns.find(({ name }) => name === x);
  if (
    column?.kind !== "time" || keys === null || time_unit === undefined ||
    unitOfGrain(column.grain) === time_unit
  ) return [];
  return partialPeriods(keys, column.values());
}

/** A number for each value of the counted column, NaN where it has none; null if all rows count. */
function countedCells(table: Table, { y }: ChartSpec): Float64Array | null {
  const [name] = [y ?? []].flat();
  if (name === undefined) return null;
  const column = columnNamed(table, "y", name);
  return column.kind === "category"
    ? Float64Array.from(column.values().codes, (code) => code < 0 ? NaN : code)
    : column.values();
}

interface RoleKeys {
  readonly x: Keys | null;
  readonly color: Keys | null;
  readonly facet: Keys | null;
}

function keysFor(
  table: Table,
  spec: ChartSpec,
  options: GridOptions & { readonly isMeasured: boolean },
): RoleKeys {
  const wider = options.observed === table ? [] : options.observed.columns;
  const observed = wider.find(({ name, kind }) => name === spec.x && kind === "time");
  const make = (field: Role, unit: TimeUnit | undefined) => {
    const name = spec[field];
    if (name === undefined) return null;
    const column = columnNamed(table, field, name);
    const isChosen = field === options.limited && spec.limit !== undefined;
    const byDefault = column.kind === "time" && !isChosen ? defaultUnit(column, field, options) : undefined;
    const own = column.kind === "time" ? unit ?? byDefault : undefined;
    return keysOf(column, {
      language: options.language,
      unit: own,
      filled: field === "x" && options.filled,
      observed: observed?.kind === "time" ? observed.values() : undefined,
      isMeasured: options.isMeasured,
      ...(field === "x" && (options.continuous || spec.aggregate === "none") ? { numbers: Infinity } : {}),
    });
  };
  const times = (["x", "color", "facet"] as const).filter((field) =>
    table.columns.some(({ name, kind }) => kind === "time" && name === spec[field])
  );
  if (spec.time_unit !== undefined && times.length === 0) {
    throw specError(`Cannot use "options.time_unit" "${spec.time_unit}": no role has a column of times`, {
      hint: "Name a column of times as options.x, options.color or options.facet",
    });
  }
  const second = (field: "color" | "facet") =>
    spec[field] === spec.x ? secondUnit(spec.time_unit) : spec.time_unit;
  return {
    x: make("x", spec.time_unit),
    color: make("color", second("color")),
    facet: make("facet", second("facet")),
  };
}

/** What groups the same column a second time: the years of months, the weekdays of hours. */
function secondUnit(unit: TimeUnit | undefined): TimeUnit {
  if (unit === "hour_of_day") return "weekday";
  return unit === "weekday" ? "hour_of_day" : "year";
}

/** Exact moments are grouped if they are too many to be groups. */
function defaultUnit(
  column: TimeColumn,
  field: Role,
  options: GridOptions,
): TimeUnit | undefined {
  if (field === "x" && options.continuous) return undefined;
  const most = options.most[field];
  if (column.distinct <= most) return undefined;
  const [first = 0, last = 0] = extent(column.values());
  return unitFor([first, last], most);
}

interface RowOptions {
  readonly measures: readonly NumberColumn[];
  readonly options: GridOptions;
  readonly spec: ChartSpec;
}

/** Without aggregation every row is shown: if several have the same place, each gets a place of its own. */
function ownRows(x: Keys, { color, facet }: RoleKeys, { measures, options, spec }: RowOptions): Keys {
  const { counts } = aggregateRows(
    [x, color, facet].filter((one) => one !== null),
    measures[0]?.values() ?? null,
    "count",
  );
  if (counts.every((count) => count <= 1)) return x;
  // A line would go up and down in one place, and bars beyond the limit are no groups.
  const shown = spec.limit ?? options.most.x;
  if (options.continuous || spec.time_unit !== undefined || x.codes.length > shown) {
    throw specError(
      `Cannot use "options.aggregate" "none": up to ${Math.max(...counts)} rows have the same "${x.name}"`,
      {
        hint: "Choose how they are aggregated, name what tells them apart as options.color, or draw scatter",
      },
    );
  }
  const rows = Array.from(x.codes.keys()).filter((row) => (x.codes[row] ?? -1) >= 0);
  const order = x.kind === "group" ? rows : rows.toSorted((a, b) => (x.codes[a] ?? 0) - (x.codes[b] ?? 0));
  const codes = new Int32Array(x.codes.length).fill(-1);
  order.forEach((row, place) => codes[row] = place);
  const at = x.at;
  const code = (row: number) => x.codes[row] ?? -1;
  return {
    ...x,
    codes,
    labels: order.map((row) => x.labels[code(row)] ?? ""),
    at: at === null ? null : Float64Array.from(order, (row) => at[code(row)] ?? NaN),
  };
}

const otherNames = { ja: "その他", en: "Other" } as const;

/** How the groups of a role are sorted and cut. */
function cutOf(
  role: Role,
  keys: Keys,
  { spec, options, values, aggregate }: {
    readonly spec: ChartSpec;
    readonly options: GridOptions;
    readonly values: Float64Array | null;
    readonly aggregate: Aggregate;
  },
): Parameters<typeof cutKeys>[1] {
  const isLimited = role === options.limited;
  const limit = isLimited ? spec.limit : undefined;
  // The times and numbers of a line keep their order and their places; there it is the lines that are sorted.
  const isContinuous = role === "x" && options.continuous;
  const isSorted = isLimited || role === "x" && !(isContinuous && keys.kind !== "group");
  const keep = limit ?? (isContinuous && keys.at !== null ? Infinity : options.most[role]);
  const isWhole = options.whole && aggregate !== "none";
  const rest = (isLimited ? spec.rest : undefined) ?? (isWhole ? "other" : "drop");
  const isEmpty = (code: number) => Object.values(emptyNames).some((name) => name === keys.labels[code]);
  // Rows without a group come last; of those that are kept losses count as much as gains.
  const ranked = (size: (value: number) => number) =>
    rankedCodes(
      aggregateRows([keys], values, aggregate).values.map((value, code) => isEmpty(code) ? NaN : size(value)),
    );
  return {
    sort: isSorted ? spec.sort : undefined,
    keep,
    ranked: () => ranked((value) => value),
    isRanked: role === "x",
    largest: () => ranked(Math.abs),
    other: rest === "other" ? `${otherNames[options.language]} (${keys.labels.length - keep})` : undefined,
  };
}

interface PanelInput extends RoleKeys {
  readonly rows: number;
  readonly measures: readonly NumberColumn[];
  readonly counted: Float64Array | null;
  readonly aggregate: Aggregate;
  readonly spec: ChartSpec;
  readonly sampleFactor: number;
}

function panelsOf(input: PanelInput): { readonly panels: readonly GridPanel[]; readonly most: number } {
  const { rows, measures, aggregate, counted } = input;
  const one = oneKey(rows, "");
  const [facet, color, x] = [input.facet ?? one, input.color ?? one, input.x ?? one];
  const factor = aggregate === "sum" || aggregate === "count" ? input.sampleFactor : 1;
  const lists = measures.length === 0 ? [counted] : measures.map((measure) => measure.values());
  const cells = lists.map((values) => aggregateRows([facet, color, x], values, aggregate));
  const most = Math.max(0, ...cells.map(({ counts }) => counts.reduce((a, b) => Math.max(a, b), 0)));
  const scaled = cells.map(({ values }) =>
    factor === 1 ? values : values.map((value) => Math.round(value * factor))
  );
  const isRest = (place: number) => color.rest === true && place === color.labels.length - 1;
  const size = x.labels.length;
  const panels = facet.labels.map((name, f) => ({
    name,
    series: input.x === null && measures.length > 0
      ? color.labels.map((label, c) => ({
        name: label,
        values: Float64Array.from(scaled, (values) => values[f * color.labels.length + c] ?? NaN),
        rest: isRest(c),
      }))
      : scaled.flatMap((values, m) =>
        color.labels.map((label, c) => {
          const start = (f * color.labels.length + c) * size;
          return {
            name: seriesName(measures.length > 1 ? measures[m]?.name : undefined, label),
            values: values.slice(start, start + size),
            rest: isRest(c),
          };
        })
      ),
  }));
  return { panels, most };
}

function seriesName(measure: string | undefined, group: string): string {
  return [measure ?? "", group].filter((part) => part !== "").join(" · ");
}

/** The measures themselves as groups. */
function measureKeys(measures: readonly NumberColumn[]): Keys {
  return { ...oneKey(0, ""), labels: measures.map(({ name }) => name), ordered: true };
}

function rowsWithout(keys: readonly Keys[], rows: number): number {
  let count = 0;
  for (let row = 0; row < rows; row++) if (keys.some(({ codes }) => (codes[row] ?? -1) < 0)) count++;
  return count;
}

const ways = {
  /** Of the whole, or of each group of x if there are several series. */
  share: shares,
  index: (series: readonly Series[]) => series.map(indexed),
  cumulative: (series: readonly Series[]) => series.map(cumulated),
} as const;

function normalized(panels: readonly GridPanel[], { normalize }: ChartSpec): readonly GridPanel[] {
  if (normalize === undefined) return panels;
  return panels.map((panel) => ({ ...panel, series: ways[normalize](panel.series) }));
}

function cumulated(series: Series): Series {
  return { ...series, values: Float64Array.from(cumsum(series.values, (value) => value)) };
}

function indexed(series: Series): Series {
  const first = series.values.find((value) => !Number.isNaN(value) && value !== 0) ?? NaN;
  return { ...series, values: series.values.map((value) => value / first * 100) };
}

function shares(series: readonly Series[]): Series[] {
  const sum = (values: Iterable<number>) => {
    let total = 0;
    for (const value of values) if (!Number.isNaN(value)) total += value;
    return total;
  };
  if (series.length === 1) {
    return series.map((one) => {
      const total = sum(one.values);
      return { ...one, values: one.values.map((value) => value / total) };
    });
  }
  const size = series[0]?.values.length ?? 0;
  const totals = Array.from({ length: size }, (_, at) => sum(series.map(({ values }) => values[at] ?? NaN)));
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => value / (totals[at] ?? NaN)),
  }));
}
