/**
 * The patterns as one table: what each takes, how its numbers are made, how they are drawn, and what is said of them.
 * What a specification gives and a pattern does not take is an error: nothing that is given is ignored.
 */

import type { ChartLine, ChartPattern, ChartSpec } from "../base/chart_spec.ts";
import { type Context, say } from "./context.ts";
import { drawBars } from "./draw/bars.ts";
import { drawBoxes } from "./draw/boxes.ts";
import { drawHeatmap } from "./draw/heatmap.ts";
import { drawHistogram, drawPanelHistograms } from "./draw/histograms.ts";
import { runsOf } from "./draw/line_runs.ts";
import { drawLines } from "./draw/lines.ts";
import { drawScatter } from "./draw/scatter.ts";
import {
  binNumbers,
  boxNumbers,
  type ChartNumbers,
  gridNumbers,
  pointNumbers,
} from "./plan/chart_numbers.ts";
import { columnNamed, specError } from "./table/named_columns.ts";
import { type Distribution, distributionOf, type Histogram, histogramOf } from "./plan/distribution.ts";
import { type Grid, gridOf, type GridOptions, type Shown } from "./plan/grid.ts";
import { pointsOf } from "./plan/points.ts";
import { summarizeBars, summarizeHeatmap, summarizeLines } from "./summary/summarize_grid.ts";
import { emptyText, partialText, shownText, skippedText, unlikeText } from "./text/titles.ts";
import { summarizeGroups, summarizeHistogram, summarizePoints } from "./summary/summarize_values.ts";

type Role = "x" | "y" | "color" | "size" | "facet";
type Wish = "aggregate" | "sort" | "limit" | "rest" | "normalize" | "stack" | "bins" | "scale";

interface PatternOf<Data> {
  readonly id: ChartPattern;
  readonly template: (spec: ChartSpec, data: Data) => string;
  readonly roles: Readonly<Partial<Record<Role, "required" | "optional">>>;
  /** Whether values are counted in bins or boxes, so that they are not aggregated. */
  readonly binned: boolean;
  readonly lines: readonly ChartLine["kind"][];
  readonly wishes: readonly Wish[];
  readonly plan: (context: Context) => Data;
  readonly draw: (context: Context, data: Data) => string;
  readonly summary: (context: Context, data: Data) => readonly string[];
  readonly numbers: (data: Data) => ChartNumbers;
  /** What the picture leaves out. */
  readonly warnings: (context: Context, data: Data) => readonly string[];
}

export interface Drawn {
  readonly svg: string;
  readonly template: string;
  readonly sentences: readonly string[];
  readonly warnings: readonly string[];
  readonly numbers: ChartNumbers;
}

export interface Pattern extends Pick<PatternOf<unknown>, "id" | "roles" | "binned" | "lines" | "wishes"> {
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
const most = { x: 40, color: 8, facet: 12 };

function grid({ table, spec, language, scale }: Context, options: Partial<GridOptions>): Grid {
  return gridOf(table, spec, {
    language,
    scale,
    limited: "x",
    most,
    filled: true,
    continuous: false,
    whole: spec.normalize === "share" || spec.stack === true,
    ...options,
  });
}

/** Lines along x; counts are zero where there is no row, other values are missing there. */
function lineGrid(context: Context, limited: GridOptions["limited"]): Grid {
  const { spec } = context;
  const isCount = spec.y === undefined || spec.aggregate === "count";
  const data = grid(context, { limited, continuous: true, filled: isCount || spec.stack === true });
  const isNegative = data.panels.some(({ series }) =>
    series.some(({ values }) => values.some((value) => value < 0))
  );
  if (spec.stack !== true || !isNegative) return data;
  throw specError('Cannot use "options.stack" with lines: some values are negative', {
    hint: "Leave options.stack out, or draw P21",
  });
}

/** Several measures without a facet are panels of their own. */
function panelGrid(context: Context): Grid {
  const whole = lineGrid(context, "facet");
  if (whole.facet !== null) return whole;
  const series = whole.panels[0]?.series ?? [];
  if (series.length < 2) needs("P31", "options.facet, or several columns as options.y");
  return { ...whole, panels: series.map((one) => ({ name: one.name, series: [{ ...one, name: "" }] })) };
}

function seriesGrid(context: Context): Grid {
  const { spec } = context;
  if (spec.color === undefined && !Array.isArray(spec.y)) {
    needs(spec.pattern, "options.color, or several columns as options.y");
  }
  return lineGrid(context, "color");
}

function groupGrid(context: Context): Grid {
  const { spec, table } = context;
  if (spec.color === undefined && !Array.isArray(spec.y)) {
    needs("P21", "options.color, or several columns as options.y");
  }
  const isTime = table.columns.some(({ name, kind }) => name === spec.x && kind === "time");
  return grid(context, { limited: isTime ? "color" : "x", most: { ...most, x: 30 } });
}

function barGrid(context: Context): Grid {
  const { spec } = context;
  if (spec.x === undefined && spec.y === undefined) {
    needs("P02", "options.x, or several columns as options.y");
  }
  return grid(context, {});
}

function needs(pattern: string, what: string): never {
  throw specError(`Cannot draw ${pattern}: it takes ${what}`, {
    hint: "Complete options, or choose another pattern",
  });
}

function histogram(
  { table, spec, language }: Context,
  { group, most, bins, shares }: {
    readonly group: "color" | "facet" | null;
    readonly most: number;
    readonly bins: number;
    readonly shares: boolean;
  },
): Histogram {
  const data = distributionOf(table, spec, { values: "x", group, most, language });
  return histogramOf(data, { spec, most: bins, shares });
}

/** A distribution of numbers, or the parts of a whole. */
type Parts = { readonly kind: "numbers"; readonly data: Histogram } | {
  readonly kind: "groups";
  readonly data: Grid;
};

function parts(context: Context): Parts {
  const { spec, table } = context;
  const column = columnNamed(table, "x", spec.x ?? "");
  if (column.kind !== "number") {
    return { kind: "groups", data: grid(context, { whole: true, most: { ...most, x: 20 } }) };
  }
  if (spec.y !== undefined) {
    throw specError(`Cannot draw P03 of "${column.name}" with "options.y": the bins of numbers count rows`, {
      hint: "Leave options.y out, or name a column of groups as options.x",
    });
  }
  return { kind: "numbers", data: histogram(context, { group: null, most: 1, bins: 50, shares: false }) };
}

function cutWarnings(context: Context, { cut }: { readonly cut: readonly Shown[] }): string[] {
  return cut.map((one) => shownText(context, one));
}

function gridWarnings(context: Context, data: Grid): string[] {
  return [
    ...cutWarnings(context, data),
    skippedText(context, data),
    partialText(context, data),
    emptyText(context, data),
    unlikeText(context, data),
  ];
}

function lineWarnings(context: Context, data: Grid): string[] {
  const { at } = data.x;
  const isBroken = context.spec.stack !== true && at !== null &&
    data.panels.some(({ series }) => series.some(({ values }) => runsOf(at, values).length > 1));
  return [
    ...gridWarnings(context, data),
    isBroken
      ? say(context, {
        ja: "データが長く欠けている所で線を切っています",
        en: "lines are broken where data is missing for long",
      })
      : "",
  ];
}

export const patterns: readonly Pattern[] = [
  definePattern<Grid>({
    id: "P01",
    template: (spec, { panels }) =>
      spec.stack === true ? "stacked_area" : (panels[0]?.series.length ?? 0) > 1 ? "multi_line" : "line",
    roles: { x: "required", y: "optional", color: "optional" },
    binned: false,
    lines: allLines,
    wishes: [...grouping, "stack"],
    plan: (context) => lineGrid(context, context.spec.color === undefined ? "x" : "color"),
    draw: drawLines,
    summary: summarizeLines,
    numbers: gridNumbers,
    warnings: lineWarnings,
  }),
  definePattern<Grid>({
    id: "P02",
    template: (spec, { panels }) =>
      (panels[0]?.series.length ?? 0) > 1 ? spec.stack === true ? "stacked_bar" : "grouped_bar" : "bar",
    roles: { x: "optional", y: "optional", color: "optional" },
    binned: false,
    lines: levels,
    wishes: [...grouping, "stack"],
    plan: barGrid,
    draw: drawBars,
    summary: summarizeBars,
    numbers: gridNumbers,
    warnings: gridWarnings,
  }),
  definePattern<Parts>({
    id: "P03",
    template: (spec, { kind }) =>
      kind === "numbers" ? "histogram" : spec.normalize === "share" ? "share_bar" : "count_bar",
    roles: { x: "required", y: "optional" },
    binned: true,
    lines: levels,
    wishes: [...grouping, "bins"],
    plan: parts,
    draw: (context, { kind, data }) =>
      kind === "numbers" ? drawHistogram(context, data) : drawBars(context, data),
    summary: (context, { kind, data }) =>
      kind === "numbers" ? summarizeHistogram(context, data) : summarizeBars(context, data),
    numbers: ({ kind, data }) => kind === "numbers" ? binNumbers(data) : gridNumbers(data),
    warnings: (context, { kind, data }) =>
      kind === "numbers" ? cutWarnings(context, data) : gridWarnings(context, data),
  }),
  definePattern<Grid>({
    id: "P12",
    template: ({ stack }) => stack === true ? "stacked_area" : "multi_line",
    roles: { x: "required", y: "optional", color: "optional" },
    binned: false,
    lines: allLines,
    wishes: [...grouping, "stack"],
    plan: seriesGrid,
    draw: drawLines,
    summary: summarizeLines,
    numbers: gridNumbers,
    warnings: lineWarnings,
  }),
  definePattern<Histogram>({
    id: "P13",
    template: () => "facet_histogram",
    roles: { x: "required", facet: "required" },
    binned: true,
    lines: levels,
    wishes: ["bins", "sort", "limit", "normalize", "scale"],
    plan: (context) => histogram(context, { group: "facet", most: 12, bins: 20, shares: false }),
    draw: drawPanelHistograms,
    summary: summarizeGroups,
    numbers: binNumbers,
    warnings: cutWarnings,
  }),
  definePattern<Grid>({
    id: "P21",
    template: ({ stack }) => stack === true ? "stacked_bar" : "grouped_bar",
    roles: { x: "optional", y: "optional", color: "optional" },
    binned: false,
    lines: levels,
    wishes: [...grouping, "stack"],
    plan: groupGrid,
    draw: drawBars,
    summary: summarizeBars,
    numbers: gridNumbers,
    warnings: gridWarnings,
  }),
  definePattern<Histogram>({
    id: "P23",
    template: () => "overlay_histogram",
    roles: { x: "required", color: "required" },
    binned: true,
    lines: levels,
    wishes: ["bins", "sort", "limit", "normalize", "scale"],
    plan: (context) => histogram(context, { group: "color", most: 6, bins: 40, shares: true }),
    draw: drawHistogram,
    summary: summarizeHistogram,
    numbers: binNumbers,
    warnings: cutWarnings,
  }),
  definePattern<Grid>({
    id: "P31",
    template: () => "small_multiples",
    roles: { x: "required", y: "optional", color: "optional", facet: "optional" },
    binned: false,
    lines: allLines,
    wishes: [...grouping, "stack"],
    plan: panelGrid,
    draw: drawLines,
    summary: summarizeLines,
    numbers: gridNumbers,
    warnings: lineWarnings,
  }),
  definePattern<Distribution>({
    id: "P32",
    template: () => "box_plot",
    roles: { x: "optional", y: "required" },
    binned: true,
    lines: levels,
    wishes: ["sort", "limit", "scale"],
    plan: ({ table, spec, language }) =>
      distributionOf(table, spec, {
        values: "y",
        group: spec.x === undefined ? null : "x",
        most: 30,
        language,
      }),
    draw: drawBoxes,
    summary: summarizeGroups,
    numbers: boxNumbers,
    warnings: cutWarnings,
  }),
  definePattern<ReturnType<typeof pointsOf>>({
    id: "scatter",
    template: () => "scatter",
    roles: { x: "required", y: "required", color: "optional", size: "optional", facet: "optional" },
    binned: false,
    lines: [...levels, "regression"],
    wishes: ["limit", "scale"],
    plan: ({ table, spec, language }) => pointsOf(table, spec, language),
    draw: drawScatter,
    summary: summarizePoints,
    numbers: pointNumbers,
    warnings: cutWarnings,
  }),
  definePattern<Grid>({
    id: "heatmap",
    template: () => "heatmap",
    roles: { x: "required", y: "optional", color: "required" },
    binned: false,
    lines: [],
    wishes: ["aggregate", "sort", "limit", "rest", "normalize"],
    plan: (context) => grid(context, { most: { x: 60, color: 40, facet: 1 } }),
    draw: drawHeatmap,
    summary: summarizeHeatmap,
    numbers: gridNumbers,
    warnings: gridWarnings,
  }),
];

const wishNames: readonly Wish[] = [
  "aggregate",
  "sort",
  "limit",
  "rest",
  "normalize",
  "stack",
  "bins",
  "scale",
];
const roleNames: readonly Role[] = ["x", "y", "color", "size", "facet"];

/** Throws if a pattern cannot do what a specification says. */
export function checkSpec(pattern: Pattern, spec: ChartSpec): void {
  for (const role of roleNames) {
    const state = pattern.roles[role];
    if (spec[role] !== undefined && state === undefined) refuse(pattern, role);
    if (spec[role] === undefined && state === "required") needs(pattern.id, `options.${role}`);
  }
  for (const wish of wishNames) {
    const isNothing = spec[wish] === undefined || spec[wish] === false ||
      (wish === "aggregate" && spec.aggregate === "none");
    const isCounting = wish === "aggregate" && pattern.binned && spec.aggregate === "count";
    if (!isNothing && !isCounting && !pattern.wishes.includes(wish)) refuse(pattern, wish);
  }
  for (const { kind } of spec.lines ?? []) {
    if (!pattern.lines.includes(kind)) refuse(pattern, `lines" "${kind}`);
  }
}

function refuse({ id, roles, wishes, lines }: Pattern, field: string): never {
  throw specError(`Cannot draw ${id} with "options.${field}": it does not take it`, {
    hint: `${id} takes ${[...Object.keys(roles), ...wishes].join(", ")}${
      lines.length === 0 ? "" : ` and the lines ${lines.join(", ")}`
    }`,
  });
}
