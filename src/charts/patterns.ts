/**
 * The patterns as one table: what each takes, how its numbers are made, how they are drawn, and what is said of them.
 * What a specification gives and a pattern does not take is an error: nothing that is given is ignored.
 */

import type { ChartLine, ChartPattern, ChartSpec } from "../base/chart_spec.ts";
import type { Context } from "./draw/page.ts";
import { drawBars } from "./draw/bars.ts";
import { drawBoxes } from "./draw/boxes.ts";
import { drawHeatmap } from "./draw/heatmap.ts";
import { drawHistogram } from "./draw/histograms.ts";
import { drawLines } from "./draw/lines.ts";
import { cutNotes } from "./draw/captions.ts";
import { drawScatter } from "./draw/scatter.ts";
import {
  binNumbers,
  boxNumbers,
  type ChartNumbers,
  gridNumbers,
  pointNumbers,
} from "./plan/chart_numbers.ts";
import type { Table } from "./table/column.ts";
import { specError } from "./table/named_columns.ts";
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
import { unusedFields } from "./table/unused_fields.ts";
import { summarizeGroups, summarizeHistogram, summarizePoints } from "./summary/summarize_values.ts";

const roleNames = ["x", "y", "color", "size", "facet"] as const;
type Role = (typeof roleNames)[number];
/** Fields of a specification that some patterns take and others do not, besides the roles of columns. */
const optionFields = ["aggregate", "sort", "limit", "rest", "normalize", "stack", "bins", "scale"] as const;
type OptionField = (typeof optionFields)[number];

interface PatternOf<Data> {
  readonly id: ChartPattern;
  readonly template: (spec: ChartSpec, data: Data) => string;
  readonly roles: Readonly<Partial<Record<Role, "required" | "optional">>>;
  /** Whether values are counted in bins or boxes, so that they are not aggregated. */
  readonly binned: boolean;
  readonly lines: readonly ChartLine["kind"][];
  readonly options: readonly OptionField[];
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

export interface Pattern extends Pick<PatternOf<unknown>, "id" | "roles" | "binned" | "lines" | "options"> {
  readonly run: (context: Context) => Drawn;
}

function definePattern<Data>(pattern: PatternOf<Data>): Pattern {
  return {
    ...pattern,
    run: (context) => {
      const data = pattern.plan(context);
      return {
        svg: pattern.draw(context, data),
        template: pattern.template(context.spec, data),
        sentences: pattern.summary(context, data),
        numbers: pattern.numbers(data),
        warnings: pattern.warnings(context, data).filter((warning) => warning !== ""),
      };
    },
  };
}

const levels = ["mean", "median", "target", "threshold"] as const;
const allLines = [...levels, "moving_average", "regression"] as const;
const grouping = ["aggregate", "sort", "limit", "rest", "normalize", "scale"] as const;

/** What the patterns of one kind have in common. */
const lineChart = {
  binned: false,
  lines: allLines,
  options: [...grouping, "stack"],
  draw: drawLines,
  summary: summarizeLines,
  numbers: gridNumbers,
  warnings: lineWarnings,
} as const;
const barChart = {
  binned: false,
  lines: levels,
  options: [...grouping, "stack"],
  draw: drawBars,
  summary: summarizeBars,
  numbers: gridNumbers,
  warnings: gridWarnings,
} as const;
const histogramChart = {
  binned: true,
  lines: levels,
  options: ["bins", "sort", "limit", "normalize", "scale"],
  numbers: binNumbers,
  warnings: cutNotes,
} as const;
const isSeveral = ({ panels }: Grid) => (panels[0]?.series.length ?? 0) > 1;

export const patterns: readonly Pattern[] = [
  definePattern<Grid>({
    ...lineChart,
    id: "P01",
    template: ({ stack }, data) => stack === true ? "stacked_area" : isSeveral(data) ? "multi_line" : "line",
    roles: { x: "required", y: "optional", color: "optional" },
    plan: (context) => lineGrid(context, context.spec.color === undefined ? "x" : "color"),
  }),
  definePattern<Grid>({
    ...barChart,
    id: "P02",
    template: ({ stack }, data) => !isSeveral(data) ? "bar" : stack === true ? "stacked_bar" : "grouped_bar",
    roles: { x: "optional", y: "optional", color: "optional" },
    plan: barGrid,
  }),
  definePattern<Parts>({
    id: "P03",
    template: ({ normalize }, { kind }) =>
      kind === "numbers" ? "histogram" : normalize === "share" ? "share_bar" : "count_bar",
    roles: { x: "required", y: "optional" },
    binned: true,
    lines: levels,
    options: [...grouping, "bins"],
    plan: parts,
    draw: (context, { kind, data }) =>
      kind === "numbers" ? drawHistogram(context, data) : drawBars(context, data),
    summary: (context, { kind, data }) =>
      kind === "numbers" ? summarizeHistogram(context, data) : summarizeBars(context, data),
    numbers: ({ kind, data }) => kind === "numbers" ? binNumbers(data) : gridNumbers(data),
    warnings: (context, { kind, data }) =>
      kind === "numbers" ? cutNotes(context, data) : gridWarnings(context, data),
  }),
  definePattern<Grid>({
    ...lineChart,
    id: "P12",
    template: ({ stack }) => stack === true ? "stacked_area" : "multi_line",
    roles: { x: "required", y: "optional", color: "optional" },
    plan: seriesGrid,
  }),
  definePattern<Histogram>({
    ...histogramChart,
    id: "P13",
    template: () => "facet_histogram",
    roles: { x: "required", facet: "required" },
    plan: (context) => histogram(context, { group: "facet", most: 12, bins: 20, shares: false }),
    draw: drawHistogram,
    summary: summarizeGroups,
  }),
  definePattern<Grid>({
    ...barChart,
    id: "P21",
    template: ({ stack }) => stack === true ? "stacked_bar" : "grouped_bar",
    roles: { x: "optional", y: "optional", color: "optional" },
    plan: groupGrid,
  }),
  definePattern<Histogram>({
    ...histogramChart,
    id: "P23",
    template: () => "overlay_histogram",
    roles: { x: "required", color: "required" },
    plan: (context) => histogram(context, { group: "color", most: 6, bins: 40, shares: true }),
    draw: drawHistogram,
    summary: summarizeHistogram,
  }),
  definePattern<Grid>({
    ...lineChart,
    id: "P31",
    template: () => "small_multiples",
    roles: { x: "required", y: "optional", color: "optional", facet: "optional" },
    plan: panelGrid,
  }),
  definePattern<Distribution>({
    id: "P32",
    template: () => "box_plot",
    roles: { x: "optional", y: "required" },
    binned: true,
    lines: levels,
    options: ["sort", "limit", "scale"],
    plan: boxes,
    draw: drawBoxes,
    summary: summarizeGroups,
    numbers: boxNumbers,
    warnings: cutNotes,
  }),
  definePattern<Points>({
    id: "scatter",
    template: () => "scatter",
    roles: { x: "required", y: "required", color: "optional", size: "optional", facet: "optional" },
    binned: false,
    lines: [...levels, "regression"],
    options: ["limit", "scale"],
    plan: pointsOf,
    draw: drawScatter,
    summary: summarizePoints,
    numbers: pointNumbers,
    warnings: cutNotes,
  }),
  definePattern<Grid>({
    id: "heatmap",
    template: () => "heatmap",
    roles: { x: "required", y: "optional", color: "required" },
    binned: false,
    lines: [],
    options: ["aggregate", "sort", "limit", "rest", "normalize"],
    plan: (context) => gridOf(context, { most: { x: 60, color: 40, facet: 1 } }),
    draw: drawHeatmap,
    summary: summarizeHeatmap,
    numbers: gridNumbers,
    warnings: gridWarnings,
  }),
];

/** Throws if a pattern cannot do what a specification says. */
export function checkSpec(pattern: Pattern, spec: ChartSpec, table: Table): void {
  for (const role of roleNames) {
    const state = pattern.roles[role];
    if (spec[role] !== undefined && state === undefined) refuse(pattern, role);
    if (spec[role] === undefined && state === "required") needs(pattern.id, `options.${role}`);
  }
  for (const field of optionFields) {
    const isNothing = spec[field] === undefined || spec[field] === false ||
      (field === "aggregate" && spec.aggregate === "none");
    const isCounting = field === "aggregate" && pattern.binned && spec.aggregate === "count";
    if (!isNothing && !isCounting && !pattern.options.includes(field)) refuse(pattern, field);
  }
  for (const { kind } of spec.lines ?? []) {
    if (!pattern.lines.includes(kind)) refuse(pattern, `lines" "${kind}`);
  }
  const [unused] = unusedFields(spec, table);
  if (unused === undefined) return;
  const { field, why, hint } = unused;
  throw specError(`Cannot draw ${pattern.id} with "options.${field}": ${why}`, { hint });
}

function refuse({ id, roles, options, lines }: Pattern, field: string): never {
  throw specError(`Cannot draw ${id} with "options.${field}": it does not take it`, {
    hint: `${id} takes ${[...Object.keys(roles), ...options].join(", ")}${
      lines.length === 0 ? "" : ` and the lines ${lines.join(", ")}`
    }`,
  });
}
