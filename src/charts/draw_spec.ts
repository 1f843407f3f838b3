/**
 * Draws a resolved specification of a table as SVG, with the sentences that go with it. The patterns are one table; what
 * they take of a specification is another (`table/pattern_fields.ts`). Nothing that is given is ignored.
 */

import type { ChartPattern, ChartSpec, ResolvedSpec } from "../base/chart_spec.ts";
import { type Context, makePage, type PageOptions } from "./draw/page.ts";
import { drawBars } from "./draw/bars.ts";
import { drawBoxes } from "./draw/boxes.ts";
import { drawHeatmap } from "./draw/heatmap.ts";
import { drawHistogram } from "./draw/histograms.ts";
import { drawLines } from "./draw/lines.ts";
import { cutNotes, filterText } from "./draw/captions.ts";
import { drawScatter } from "./draw/scatter.ts";
import type { Table } from "./table/column.ts";
import { filterRows } from "./table/filter_rows.ts";
import { specError } from "./table/named_columns.ts";
import { patternFields, unusedFields } from "./table/pattern_fields.ts";
import type { Distribution, Histogram } from "./plan/distribution.ts";
import { type Grid, gridOf } from "./plan/grid.ts";
import { type Points, pointsOf } from "./plan/points.ts";
import {
  barGrid,
  boxes,
  groupGrid,
  histogram,
  lineGrid,
  needs,
  panelGrid,
  type Parts,
  parts,
  seriesGrid,
} from "./plan/pattern_data.ts";
import { summarizeBars, summarizeHeatmap, summarizeLines } from "./summary/summarize_grid.ts";
import { gridWarnings, lineWarnings } from "./summary/warnings.ts";
import { summarizeGroups, summarizeHistogram, summarizePoints } from "./summary/summarize_values.ts";

/** The numbers that a chart shows, in one form for all patterns, so that they can be compared with expected ones. */
export interface ChartNumbers {
  /** Labels of groups or periods; the lower edges of bins; quartiles; what is known of points. */
  readonly x: readonly string[];
  /** Values of each series, in the order of x; null where there is none. */
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

function shown(values: Iterable<number>): (number | null)[] {
  return Array.from(values, (value) => Number.isNaN(value) ? null : value);
}

function gridNumbers({ x, panels }: Grid): ChartNumbers {
  const named = panels.flatMap(({ name: panel, series }) =>
    series.map(({ name, values }) =>
      [[panel, name].filter((part) => part !== "").join(" / "), shown(values)] as const
    )
  );
  return { x: x.labels, series: Object.fromEntries(named) };
}

function binNumbers({ bins, samples, heights }: Histogram): ChartNumbers {
  const named = samples.map(({ name }, at) => [name, shown(heights[at] ?? [])] as const);
  return { x: bins.edges.slice(0, -1).map(String), series: Object.fromEntries(named) };
}

function boxNumbers({ boxes }: Distribution): ChartNumbers {
  const named = boxes.map(({ name, low, q1, median, q3, high }) =>
    [name, shown([low, q1, median, q3, high])] as const
  );
  return { x: ["low", "q1", "median", "q3", "high"], series: Object.fromEntries(named) };
}

function pointNumbers({ count, fit }: Points): ChartNumbers {
  return { x: ["count", "r", "slope"], series: { "": shown([count, fit?.r ?? NaN, fit?.slope ?? NaN]) } };
}

interface PatternOf<Data> {
  readonly template: (spec: ChartSpec, data: Data) => string;
  readonly plan: (context: Context) => Data;
  readonly draw: (context: Context, data: Data) => string;
  readonly summary: (context: Context, data: Data) => readonly string[];
  readonly numbers: (data: Data) => ChartNumbers;
  /** What the chart leaves out. */
  readonly warnings: (context: Context, data: Data) => readonly string[];
}

export interface Drawn {
  readonly svg: string;
  readonly template: string;
  readonly sentences: readonly string[];
  readonly warnings: readonly string[];
  readonly numbers: ChartNumbers;
}

function pattern<Data>({ plan, draw, template, summary, numbers, warnings }: PatternOf<Data>) {
  return (context: Context): Drawn => {
    const data = plan(context);
    return {
      svg: draw(context, data),
      template: template(context.spec, data),
      sentences: summary(context, data),
      numbers: numbers(data),
      warnings: warnings(context, data).filter((warning) => warning !== ""),
    };
  };
}

/** What the patterns of one kind have in common. */
const lineChart = { draw: drawLines, summary: summarizeLines, numbers: gridNumbers, warnings: lineWarnings };
const barChart = { draw: drawBars, summary: summarizeBars, numbers: gridNumbers, warnings: gridWarnings };
const histogramChart = { draw: drawHistogram, numbers: binNumbers, warnings: cutNotes };
const isSeveral = ({ panels }: Grid) => (panels[0]?.series.length ?? 0) > 1;

/** Each pattern: how its numbers are made, how they are drawn, and what is said of them. */
const patterns: Readonly<Record<ChartPattern, (context: Context) => Drawn>> = {
  P01: pattern<Grid>({
    ...lineChart,
    template: ({ stack }, data) => stack === true ? "stacked_area" : isSeveral(data) ? "multi_line" : "line",
    plan: (context) => lineGrid(context, context.spec.color === undefined ? "x" : "color"),
  }),
  P02: pattern<Grid>({
    ...barChart,
    template: ({ stack }, data) => !isSeveral(data) ? "bar" : stack === true ? "stacked_bar" : "grouped_bar",
    plan: barGrid,
  }),
  P03: pattern<Parts>({
    template: ({ normalize }, { kind }) =>
      kind === "numbers" ? "histogram" : normalize === "share" ? "share_bar" : "count_bar",
    plan: parts,
    draw: (context, { kind, data }) =>
      kind === "numbers" ? drawHistogram(context, data) : drawBars(context, data),
    summary: (context, { kind, data }) =>
      kind === "numbers" ? summarizeHistogram(context, data) : summarizeBars(context, data),
    numbers: ({ kind, data }) => kind === "numbers" ? binNumbers(data) : gridNumbers(data),
    warnings: (context, { kind, data }) =>
      kind === "numbers" ? cutNotes(context, data) : gridWarnings(context, data),
  }),
  P12: pattern<Grid>({
    ...lineChart,
    template: ({ stack }) => stack === true ? "stacked_area" : "multi_line",
    plan: seriesGrid,
  }),
  P13: pattern<Histogram>({
    ...histogramChart,
    template: () => "facet_histogram",
    plan: (context) => histogram(context, { group: "facet", most: 12, bins: 20, shares: false }),
    summary: summarizeGroups,
  }),
  P21: pattern<Grid>({
    ...barChart,
    template: ({ stack }) => stack === true ? "stacked_bar" : "grouped_bar",
    plan: groupGrid,
  }),
  P23: pattern<Histogram>({
    ...histogramChart,
    template: () => "overlay_histogram",
    plan: (context) => histogram(context, { group: "color", most: 6, bins: 40, shares: true }),
    summary: summarizeHistogram,
  }),
  P31: pattern<Grid>({ ...lineChart, template: () => "small_multiples", plan: panelGrid }),
  P32: pattern<Distribution>({
    template: () => "box_plot",
    plan: boxes,
    draw: drawBoxes,
    summary: summarizeGroups,
    numbers: boxNumbers,
    warnings: cutNotes,
  }),
  scatter: pattern<Points>({
    template: () => "scatter",
    plan: pointsOf,
    draw: drawScatter,
    summary: summarizePoints,
    numbers: pointNumbers,
    warnings: cutNotes,
  }),
  heatmap: pattern<Grid>({
    template: () => "heatmap",
    plan: (context) => gridOf(context, { most: { x: 60, color: 40, facet: 1 } }),
    draw: drawHeatmap,
    summary: summarizeHeatmap,
    numbers: gridNumbers,
    warnings: gridWarnings,
  }),
};

export interface DrawOptions extends PageOptions {
  /** What the subtitle says besides, such as that the table is a sample. */
  readonly notes?: readonly string[];
  /** By how much counts and sums of a sample are multiplied. */
  readonly sampleFactor?: number;
}

export interface DrawnSpec extends Drawn {
  /** The columns by their roles; "count" for counted rows. */
  readonly mapping: Readonly<Record<string, string | readonly string[]>>;
}

export function drawSpec(table: Table, spec: ResolvedSpec, options: DrawOptions): DrawnSpec {
  checkSpec(spec, table);
  const filters = spec.filter ?? [];
  const filtered = filterRows(table, filters);
  const { language, notes = [], sampleFactor = 1 } = options;
  const context: Context = {
    page: makePage(options),
    table: filtered,
    observed: filterRows(table, filters.filter(({ column }) => column === spec.x)),
    spec,
    language,
    sampleFactor,
    notes: [...filters.map((filter) => filterText(filter, language)), ...notes],
  };
  return { ...patterns[spec.pattern](context), mapping: mappingOf(spec) };
}

function mappingOf({ x, y, color, size, facet, aggregate }: ResolvedSpec): DrawnSpec["mapping"] {
  const measure = aggregate === "count" || y === undefined ? "count" : y;
  const roles = Object.entries({ x, y: measure, color, size, facet });
  return Object.fromEntries(roles.flatMap(([role, name]) => name === undefined ? [] : [[role, name]]));
}

/** Throws if a pattern cannot do what a specification says. */
function checkSpec(spec: ResolvedSpec, table: Table): void {
  const missing = patternFields[spec.pattern].required.find((role) => spec[role] === undefined);
  if (missing !== undefined) needs(spec.pattern, `options.${missing}`);
  const [unused] = unusedFields(spec, table);
  if (unused === undefined) return;
  const { field, why, hint } = unused;
  throw specError(`Cannot draw ${spec.pattern} with "options.${field}": ${why}`, { hint });
}
