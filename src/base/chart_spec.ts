/**
 * The specification of a chart: what a model may write as `options`, what the sentence reader produces, and what the
 * drawing takes.
 *
 * 1. A field that is given is exact: it is drawn, or it is an error. Nothing given is ignored.
 * 2. A resolved specification, passed back as `options` with an empty sentence, gives the same chart.
 */

import { z } from "zod";

/**
 * The nine patterns of Chartelier. Their digits are intents: 1 change over time, 2 comparison, 3 overview. The first is
 * the main intent, the second is laid over it; with 0 there is only one.
 */
export const chartelierPatterns = ["P01", "P02", "P03", "P12", "P13", "P21", "P23", "P31", "P32"] as const;

export const chartPatterns = [...chartelierPatterns, "scatter", "heatmap"] as const;

export const aggregates = ["sum", "mean", "median", "min", "max", "count", "distinct", "none"] as const;

/** The last three are cyclic: all Januaries together. */
export const timeUnits = [
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
  "month_of_year",
  "weekday",
  "hour_of_day",
] as const;

export const filterOperators = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "in",
  "not_in",
  "between",
  "contains",
] as const;

/** A leading minus sorts in descending order; `data` keeps the order of the table. */
export const sortOrders = ["value", "-value", "label", "-label", "data"] as const;

export const lineKinds = ["mean", "median", "target", "threshold", "moving_average", "regression"] as const;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

export const chartFilter = z.strictObject({
  column: z.string(),
  op: z.enum(filterOperators),
  /** A list for `in`, `not_in` and `between`. Times as ISO text, also shortened (2024, 2024-03). */
  value: z.union([scalar, z.array(scalar)]),
});

export const chartLine = z.strictObject({
  kind: z.enum(lineKinds),
  /** Of a target or threshold. */
  value: z.number().optional(),
  /** Of a moving average, in points. */
  window: z.int().min(2).optional(),
});

export const chartSpec = z.strictObject({
  pattern: z.enum(chartPatterns).optional(),
  x: z.string().optional(),
  /** Several columns become several series. */
  y: z.union([z.string(), z.array(z.string())]).optional(),
  color: z.string().optional(),
  /** Of a scatter plot. */
  size: z.string().optional(),
  facet: z.string().optional(),
  aggregate: z.enum(aggregates).optional(),
  time_unit: z.enum(timeUnits).optional(),
  filter: z.array(chartFilter).optional(),
  sort: z.enum(sortOrders).optional(),
  /** The first groups by `sort`. */
  limit: z.int().positive().optional(),
  /** What becomes of the groups beyond the limit. */
  rest: z.enum(["other", "drop"]).optional(),
  /** `index`: every series starts at 100. `cumulative`: running totals. */
  normalize: z.enum(["share", "index", "cumulative"]).optional(),
  bins: z.int().min(2).max(100).optional(),
  /** Grouped bars become stacked bars, several lines stacked areas. */
  stack: z.boolean().optional(),
  /** Of the value axis; `zero` includes zero. */
  scale: z.enum(["log", "zero"]).optional(),
  lines: z.array(chartLine).optional(),
  title: z.string().optional(),
});

export type ChartSpec = z.infer<typeof chartSpec>;
export type ChartPattern = (typeof chartPatterns)[number];
export type Aggregate = (typeof aggregates)[number];
export type TimeUnit = (typeof timeUnits)[number];
export type ChartFilter = z.infer<typeof chartFilter>;
export type ChartLine = z.infer<typeof chartLine>;

/** Something that neither the sentence nor the options specified. */
export interface Assumption {
  readonly field: keyof ChartSpec;
  readonly value: unknown;
  readonly because: string;
}

/** A specification in which everything that is drawn is decided. */
export type ResolvedSpec = ChartSpec & { readonly pattern: ChartPattern };
