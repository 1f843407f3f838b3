/**
 * Fields that a pattern takes, but that change nothing in some of its charts: the bins of a histogram have no order. Given
 * in options they are an error that says where they are possible; the reader of sentences leaves them out.
 */

import type { ChartPattern, ChartSpec } from "../../base/chart_spec.ts";
import type { Table } from "./column.ts";

type Kind = "number" | "time" | "category" | "none";

interface Unused {
  readonly fields: readonly (keyof ChartSpec)[];
  readonly patterns: readonly ChartPattern[];
  /** `x` is the kind of the column on the x axis. */
  readonly when: (spec: ChartSpec, x: Kind) => boolean;
  readonly why: string;
  readonly hint: string;
}

const ordering = ["sort", "limit", "rest"] as const;
const isSeveral = ({ y }: ChartSpec) => Array.isArray(y) && y.length > 1;

const table: readonly Unused[] = [
  {
    fields: ["aggregate"],
    patterns: ["P03"],
    when: ({ aggregate }, x) => x === "number" && aggregate !== "count" && aggregate !== "none",
    why: "the bins of numbers count rows",
    hint: "It is possible with a column of groups as options.x",
  },
  {
    fields: ordering,
    patterns: ["P03"],
    when: (_, x) => x === "number",
    why: "the bins of numbers have an order of their own",
    hint: "It is possible with a column of groups as options.x",
  },
  {
    fields: ["bins"],
    patterns: ["P03"],
    when: (_, x) => x !== "number",
    why: "groups are not put into bins",
    hint: "It is possible with a column of numbers as options.x",
  },
  {
    fields: ["normalize"],
    patterns: ["P03", "P13", "P23"],
    when: ({ normalize, pattern }, x) => normalize === "index" && (pattern !== "P03" || x === "number"),
    why: "bins have no first value that could be 100",
    hint: '"index" is possible with lines (P01, P12, P31); bins take "share"',
  },
  {
    fields: ["normalize"],
    patterns: ["P03", "P13", "P23", "heatmap"],
    when: ({ normalize }) => normalize === "cumulative",
    why: "running totals need lines or bars",
    hint: '"cumulative" is possible with lines (P01, P12, P31) and bars (P02, P21)',
  },
  {
    fields: ["scale"],
    patterns: ["P03", "P13", "P23"],
    when: ({ scale, pattern }, x) => scale === "zero" && (pattern !== "P03" || x === "number"),
    why: "the axis of counts always begins at zero",
    hint: '"zero" is possible with lines, boxes and scatter plots',
  },
  {
    fields: ordering,
    patterns: ["P01", "P12"],
    when: ({ color }, x) => color === undefined && (x === "time" || x === "number"),
    why: "the axis keeps the order of its times, and there are no groups to order",
    hint: "It orders the lines of a column of groups as options.color; bars (P02) can be in any order",
  },
  {
    fields: ordering,
    patterns: ["P31"],
    when: ({ facet }, x) => facet === undefined && (x === "time" || x === "number"),
    why: "the axis keeps the order of its times, and there are no groups to order",
    hint: "It orders the panels of a column of groups as options.facet",
  },
  {
    fields: ordering,
    patterns: ["P02", "P21", "P32"],
    when: (_, x) => x === "none",
    why: "the columns of options.y stand in the order in which they are given",
    hint: "It is possible with a column of groups as options.x",
  },
  {
    fields: ["limit"],
    patterns: ["scatter"],
    when: ({ color, facet }) => color === undefined && facet === undefined,
    why: "there are no groups to choose from",
    hint: "It is possible with options.color or options.facet; options.filter chooses rows",
  },
  {
    fields: ["stack"],
    patterns: ["P02"],
    when: (spec, x) => spec.color === undefined && (x === "none" || !isSeveral(spec)),
    why: "every group has one bar",
    hint: "It is possible with options.color, or with several columns as options.y",
  },
  {
    fields: ["rest"],
    patterns: ["P01", "P02", "P12", "P21", "P31", "heatmap"],
    when: ({ rest, aggregate, y }) => rest === "other" && aggregate === "none" && y !== undefined,
    why: "single rows are not added up",
    hint: 'Give options.aggregate, or "drop" as options.rest',
  },
];

export interface UnusedField extends Pick<Unused, "why" | "hint"> {
  readonly field: keyof ChartSpec;
}

/** The fields of a specification that would change nothing. */
export function unusedFields(spec: ChartSpec, { columns }: Table): readonly UnusedField[] {
  const x = columns.find(({ name }) => name === spec.x)?.kind ?? "none";
  return table.filter(({ patterns, when }) =>
    patterns.some((pattern) => pattern === spec.pattern) && when(spec, x)
  ).flatMap(({ fields, why, hint }) =>
    fields.filter((field) => spec[field] !== undefined && spec[field] !== false)
      .map((field) => ({ field, why, hint }))
  );
}
