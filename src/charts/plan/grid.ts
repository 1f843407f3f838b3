/**
 * The numbers of lines, bars and heat maps: a value for each group of x in each series of each panel.
 *
 * The order of the steps is fixed: groups, sort and limit, aggregation, normalisation. The groups beyond a limit are
 * aggregated together from their rows, so that their mean is a mean of rows.
 */

// @ts-types="@types/d3-array"
import { cumsum, extent, sum } from "d3-array";
import type { Aggregate, ChartSpec } from "../../base/chart_spec.ts";
import type { NumberColumn, TimeColumn } from "../table/column.ts";
import { columnNamed, measuresOf, specError } from "../table/named_columns.ts";
import { aggregateRows } from "./aggregate.ts";
import { cutKeys, type Keys, keysOf, oneKey, rankedCodes, type Shown } from "./keys.ts";
import { emptyNames } from "./natural_order.ts";
import type { PlanInput } from "./plan_input.ts";
import { partialPeriods, unitFor, unitOfGrain } from "./time_units.ts";

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

type Role = "x" | "color" | "facet";
type RoleKeys = Readonly<Record<Role, Keys | null>>;

export interface Grid extends RoleKeys {
  readonly x: Keys;
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

interface GridOptions {
  /** What a limit counts. */
  readonly limited: Role;
  /** Maximum of groups without a limit. */
  readonly most: Readonly<Record<Role, number>>;
  /** Whether periods without data are shown. */
  readonly filled: boolean;
  /** Whether x keeps every time or number, as on a continuous axis. */
  readonly continuous: boolean;
  /** Whether parts make a whole, so that what is cut must not be lost. */
  readonly whole: boolean;
}

/** All that a grid is made from. */
interface Making extends PlanInput, GridOptions {
  readonly measures: readonly NumberColumn[];
  readonly aggregate: Aggregate;
  /** Of the first measure, or of the column whose values are counted; null if all rows count. */
  readonly values: Float64Array | null;
}

export const usualMost: GridOptions["most"] = { x: 40, color: 8, facet: 16 };

export function gridOf(input: PlanInput, options: Partial<GridOptions>): Grid {
  const { table, spec } = input;
  const measures = measuresOf(table, spec);
  const making: Making = {
    ...input,
    limited: "x",
    most: usualMost,
    filled: true,
    continuous: false,
    whole: spec.normalize === "share" || spec.stack === true,
    ...options,
    measures,
    aggregate: measures.length === 0 && spec.aggregate !== "distinct" ? "count" : spec.aggregate ?? "mean",
    values: measures[0]?.values() ?? countedCells(input),
  };
  const all = keysFor(making);
  const cut: Shown[] = [];
  const cutRole = (role: Role) => {
    const own = role === "x" && making.aggregate === "none" ? ownRows(all, making) : all[role];
    if (own === null) return null;
    const picked = cutKeys(own, cutOf(role, own, making));
    cut.push(...picked.cut);
    return picked.keys;
  };
  const keys = { x: cutRole("x"), color: cutRole("color"), facet: cutRole("facet") };
  const { panels, most } = panelsOf(keys, making);
  checkValues(panels, measures);
  return {
    ...keys,
    // The measures themselves are groups.
    x: keys.x ?? { ...oneKey(0, ""), labels: measures.map(({ name }) => name), ordered: true },
    panels: normalized(panels, spec),
    measures,
    aggregate: making.aggregate,
    aggregated: most > 1,
    cut,
    partial: partialOf(making, keys.x),
    skipped: rowsWithout(all),
  };
}

function checkValues(panels: readonly GridPanel[], measures: readonly NumberColumn[]): void {
  const isNumber = (value: number) => !Number.isNaN(value);
  if (panels.some(({ series }) => series.some(({ values }) => values.some(isNumber)))) return;
  const names = measures.map(({ name }) => JSON.stringify(name)).join(", ");
  throw specError(
    `Cannot draw ${names === "" ? "the table" : names}: no row has all of the values that it takes`,
    { hint: "Name other columns, or widen options.filter" },
  );
}

function partialOf({ observed, spec: { x, time_unit }, aggregate }: Making, keys: Keys | null): string[] {
  const column = observed.columns.find(({ name }) => name === x);
  const isStepped = column?.kind === "time" && time_unit !== undefined &&
    unitOfGrain(column.grain) !== time_unit;
  const isTotal = aggregate === "sum" || aggregate === "count";
  return isStepped && isTotal && keys !== null ? partialPeriods(keys, column.values()) : [];
}

/** A number for each value of the counted column, NaN where it has none; null if all rows count. */
function countedCells({ table, spec: { y } }: PlanInput): Float64Array | null {
  const [name] = [y ?? []].flat();
  if (name === undefined) return null;
  const column = columnNamed(table, "y", name);
  return column.kind === "category"
    ? Float64Array.from(column.values().codes, (code) => code < 0 ? NaN : code)
    : column.values();
}

function keysFor(making: Making): RoleKeys {
  const { table, observed: whole, spec, language, filled, continuous, aggregate } = making;
  const wider = whole === table ? [] : whole.columns;
  const observed = wider.find(({ name, kind }) => name === spec.x && kind === "time");
  let hasTime = false;
  const make = (field: Role) => {
    const name = spec[field];
    if (name === undefined) return null;
    const column = columnNamed(table, field, name);
    if (column.kind === "time") hasTime = true;
    const said = field !== "x" && name === spec.x ? secondUnit(spec) : spec.time_unit;
    return keysOf(column, {
      language,
      unit: column.kind === "time" ? said ?? defaultUnit(column, field, making) : undefined,
      filled: field === "x" && filled,
      observed: observed?.kind === "time" ? observed.values() : undefined,
      isMeasured: aggregate !== "count" && aggregate !== "distinct",
      ...(field === "x" && (continuous || spec.aggregate === "none") ? { numbers: Infinity } : {}),
    });
  };
  const keys = { x: make("x"), color: make("color"), facet: make("facet") };
  if (spec.time_unit === undefined || hasTime) return keys;
  throw specError(`Cannot use "options.time_unit" "${spec.time_unit}": no role has a column of times`, {
    hint: "Name a column of times as options.x, options.color or options.facet",
  });
}

/** What groups the same column a second time: the years of months, the weekdays of hours. */
function secondUnit({ time_unit: unit }: ChartSpec) {
  if (unit === "hour_of_day") return "weekday";
  return unit === "weekday" ? "hour_of_day" : "year";
}

/** Exact moments are grouped if they are too many to be groups. */
function defaultUnit(column: TimeColumn, field: Role, { limited, spec, continuous, most }: Making) {
  const isChosen = field === limited && spec.limit !== undefined;
  if (isChosen || (field === "x" && continuous) || column.distinct <= most[field]) return undefined;
  const [first = 0, last = 0] = extent(column.values());
  return unitFor([first, last], most[field]);
}

/** Without aggregation every row is shown: if several have the same place, each gets a place of its own. */
function ownRows({ x, color, facet }: RoleKeys, { measures, continuous, most, spec }: Making): Keys | null {
  if (x === null) return null;
  const keys = [x, color, facet].filter((one) => one !== null);
  const { counts } = aggregateRows(keys, measures[0]?.values() ?? null, "count");
  if (counts.every((count) => count <= 1)) return x;
  // A line would go up and down in one place, and bars beyond the limit are not groups.
  if (continuous || spec.time_unit !== undefined || x.codes.length > (spec.limit ?? most.x)) {
    throw specError(
      `Cannot use "options.aggregate" "none": up to ${Math.max(...counts)} rows have the same "${x.name}"`,
      {
        hint: "Choose how they are aggregated, name what tells them apart as options.color, or draw scatter",
      },
    );
  }
  const code = (row: number) => x.codes[row] ?? -1;
  const rows = Array.from(x.codes.keys()).filter((row) => code(row) >= 0);
  const order = x.kind === "group" ? rows : rows.toSorted((a, b) => code(a) - code(b));
  const codes = new Int32Array(x.codes.length).fill(-1);
  order.forEach((row, place) => codes[row] = place);
  const { at } = x;
  return {
    ...x,
    codes,
    labels: order.map((row) => x.labels[code(row)] ?? ""),
    at: at === null ? null : Float64Array.from(order, (row) => at[code(row)] ?? NaN),
  };
}

const otherNames = { ja: "その他", en: "Other" } as const;

/** How the groups of a role are sorted and cut. */
function cutOf(role: Role, keys: Keys, making: Making): Parameters<typeof cutKeys>[1] {
  const { spec, limited, continuous, most, whole, values, aggregate, language } = making;
  const isLimited = role === limited;
  // The times and numbers of a line keep their order and their places; there it is the lines that are sorted.
  const isContinuous = role === "x" && continuous;
  const isSorted = isLimited || role === "x" && !(isContinuous && keys.kind !== "group");
  const keep = (isLimited ? spec.limit : undefined) ??
    (isContinuous && keys.at !== null ? Infinity : most[role]);
  const rest = (isLimited ? spec.rest : undefined) ?? (whole && aggregate !== "none" ? "other" : "drop");
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
    other: rest === "other" ? `${otherNames[language]} (${keys.labels.length - keep})` : undefined,
  };
}

interface Panels {
  readonly panels: readonly GridPanel[];
  /** How many rows the value of most rows is made of. */
  readonly most: number;
}

function panelsOf(keys: RoleKeys, { table, measures, aggregate, values, sampleFactor }: Making): Panels {
  const one = oneKey(table.rows, "");
  const [facet, color, x] = [keys.facet ?? one, keys.color ?? one, keys.x ?? one];
  const factor = aggregate === "sum" || aggregate === "count" ? sampleFactor : 1;
  const lists = measures.length === 0 ? [values] : measures.map((measure) => measure.values());
  const cells = lists.map((values) => aggregateRows([facet, color, x], values, aggregate));
  const most = Math.max(0, ...cells.map(({ counts }) => counts.reduce((a, b) => Math.max(a, b), 0)));
  const scaled = cells.map(({ values }) =>
    factor === 1 ? values : values.map((value) => Math.round(value * factor))
  );
  const [colors, size] = [color.labels.length, x.labels.length];
  const isRest = (place: number) => color.rest === true && place === colors - 1;
  const isOfMeasures = keys.x === null && measures.length > 0;
  const panels = facet.labels.map((name, f) => ({
    name,
    series: isOfMeasures
      ? color.labels.map((label, c) => ({
        name: label,
        values: Float64Array.from(scaled, (values) => values[f * colors + c] ?? NaN),
        rest: isRest(c),
      }))
      : scaled.flatMap((values, m) =>
        color.labels.map((label, c) => ({
          name: seriesName(measures.length > 1 ? measures[m]?.name : undefined, label),
          values: values.slice((f * colors + c) * size, (f * colors + c + 1) * size),
          rest: isRest(c),
        }))
      ),
  }));
  return { panels, most };
}

function seriesName(measure: string | undefined, group: string): string {
  return [measure ?? "", group].filter((part) => part !== "").join(" · ");
}

function rowsWithout(roles: RoleKeys): number {
  const keys = Object.values(roles).filter((one) => one !== null);
  const rows = keys[0]?.codes ?? new Int32Array();
  return rows.reduce(
    (count, _, row) => keys.some(({ codes }) => (codes[row] ?? -1) < 0) ? count + 1 : count,
    0,
  );
}

function normalized(panels: readonly GridPanel[], { normalize }: ChartSpec): readonly GridPanel[] {
  if (normalize === undefined) return panels;
  return panels.map(({ name, series }) => {
    const changed = normalize === "share"
      ? shares(series)
      : series.map(normalize === "index" ? indexed : cumulated);
    return { name, series: changed };
  });
}

function cumulated(series: Series): Series {
  return { ...series, values: Float64Array.from(cumsum(series.values)) };
}

function indexed(series: Series): Series {
  const first = series.values.find((value) => !Number.isNaN(value) && value !== 0) ?? NaN;
  return { ...series, values: series.values.map((value) => value / first * 100) };
}

/** Of the whole, or of each group of x if there are several series. */
function shares(series: readonly Series[]): Series[] {
  const [first, ...others] = series;
  const whole = first === undefined ? 0 : sum(first.values);
  const totals = first?.values.map((_, at) =>
    others.length === 0 ? whole : sum(series, ({ values }) => values[at])
  );
  return series.map((one) => ({
    ...one,
    values: one.values.map((value, at) => value / (totals?.[at] ?? NaN)),
  }));
}
