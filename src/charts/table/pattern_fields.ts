/**
 * What the patterns take of a specification. What a pattern does not take, or what would change nothing in some of its
 * charts (the bins of a histogram have no order), is an error if options give it; the reader of sentences leaves it out.
 */

import type { ChartLine, ChartPattern, ChartSpec, ResolvedSpec } from "../../base/chart_spec.ts";
import type { Table } from "./column.ts";

const roleNames = ["x", "y", "color", "size", "facet"] as const;
type Role = (typeof roleNames)[number];
/** Fields of a specification that some patterns take and others do not, besides the roles of columns. */
const optionFields = ["aggregate", "sort", "limit", "rest", "normalize", "stack", "bins", "scale"] as const;

interface PatternFields {
  readonly required: readonly Role[];
  readonly optional: readonly Role[];
  readonly options: readonly (typeof optionFields)[number][];
  readonly lines: readonly ChartLine["kind"][];
}

const levels = ["mean", "median", "target", "threshold"] as const;
const grouping = ["aggregate", "sort", "limit", "rest", "normalize", "scale"] as const;
const lines: Pick<PatternFields, "options" | "lines"> = {
  options: [...grouping, "stack"],
  lines: [...levels, "moving_average", "regression"],
};
const bars: PatternFields = {
  required: [],
  optional: ["x", "y", "color"],
  options: [...grouping, "stack"],
  lines: levels,
};
const bins: Pick<PatternFields, "options" | "lines"> = {
  options: ["bins", "sort", "limit", "normalize", "scale"],
  lines: levels,
};

export const patternFields: Readonly<Record<ChartPattern, PatternFields>> = {
  P01: { required: ["x"], optional: ["y", "color"], ...lines },
  P02: bars,
  P03: { required: ["x"], optional: ["y"], options: [...grouping, "bins"], lines: levels },
  P12: { required: ["x"], optional: ["y", "color"], ...lines },
  P13: { required: ["x", "facet"], optional: [], ...bins },
  P21: bars,
  P23: { required: ["x", "color"], optional: [], ...bins },
  P31: { required: ["x"], optional: ["y", "color", "facet"], ...lines },
  P32: { required: ["y"], optional: ["x"], options: ["sort", "limit", "scale"], lines: levels },
  scatter: {
    required: ["x", "y"],
    optional: ["color", "size", "facet"],
    options: ["limit", "scale"],
    lines: [...levels, "regression"],
  },
  heatmap: {
    required: ["x", "color"],
    optional: ["y"],
    options: ["aggregate", "sort", "limit", "rest", "normalize"],
    lines: [],
  },
};

/** The patterns that count rows without an aggregate. */
const counting: readonly ChartPattern[] = ["P03", "P13", "P23", "P32"];

type Kind = "number" | "time" | "category" | "none";

interface Idle {
  readonly fields: readonly (keyof ChartSpec)[];
  readonly patterns: readonly ChartPattern[];
  /** `x` is the kind of the column on the x axis. */
  readonly when: (spec: ChartSpec, x: Kind) => boolean;
  readonly why: string;
  readonly hint: string;
}

const ordering = ["sort", "limit", "rest"] as const;
const isSeveral = ({ y }: ChartSpec) => Array.isArray(y) && y.length > 1;

const idle: readonly Idle[] = [
  {
    fields: ["aggregate", ...ordering],
    patterns: ["P03"],
    when: (_, x) => x === "number",
    why: "the bins of numbers count rows and have an order of their own",
    hint: "Works with a column of groups as options.x",
  },
  {
    fields: ["bins"],
    patterns: ["P03"],
    when: (_, x) => x !== "number",
    why: "groups are not put into bins",
    hint: "Works with a column of numbers as options.x",
  },
  {
    fields: ["normalize"],
    patterns: ["P03", "P13", "P23"],
    when: ({ normalize, pattern }, x) => normalize === "index" && (pattern !== "P03" || x === "number"),
    why: "bins have no first value that could be 100",
    hint: '"index" works with lines (P01, P12, P31); bins take "share"',
  },
  {
    fields: ["normalize"],
    patterns: ["P03", "P13", "P23", "heatmap"],
    when: ({ normalize }) => normalize === "cumulative",
    why: "running totals need lines or bars",
    hint: '"cumulative" works with lines (P01, P12, P31) and bars (P02, P21)',
  },
  {
    fields: ["scale"],
    patterns: ["P03", "P13", "P23"],
    when: ({ scale, pattern }, x) => scale === "zero" && (pattern !== "P03" || x === "number"),
    why: "the axis of counts always begins at zero",
    hint: '"zero" works with lines, boxes and scatter plots',
  },
  {
    fields: ordering,
    patterns: ["P01", "P12", "P31"],
    when: ({ pattern, color, facet }, x) =>
      (pattern === "P31" ? facet : color) === undefined && (x === "time" || x === "number"),
    why: "the axis keeps the order of its times, and there are no groups to order",
    hint:
      "It orders the lines of options.color and the panels of options.facet; bars (P02) can be in any order",
  },
  {
    fields: ordering,
    patterns: ["P02", "P21", "P32"],
    when: (_, x) => x === "none",
    why: "the columns of options.y stand in the order in which they are given",
    hint: "Works with a column of groups as options.x",
  },
  {
    fields: ["limit"],
    patterns: ["scatter"],
    when: ({ color, facet }) => color === undefined && facet === undefined,
    why: "there are no groups to choose from",
    hint: "Works with options.color or options.facet; options.filter chooses rows",
  },
  {
    fields: ["stack"],
    patterns: ["P02"],
    when: (spec, x) => spec.color === undefined && (x === "none" || !isSeveral(spec)),
    why: "every group has one bar",
    hint: "Works with options.color, or with several columns as options.y",
  },
  {
    fields: ["rest"],
    patterns: ["P01", "P02", "P12", "P21", "P31", "heatmap"],
    when: ({ rest, aggregate, y }) => rest === "other" && aggregate === "none" && y !== undefined,
    why: "single rows are not added up",
    hint: 'Give options.aggregate, or "drop" as options.rest',
  },
];

/** The fields of a specification that its pattern does not take, or that would change nothing, and why. */
export function unusedFields(spec: ResolvedSpec, { columns }: Table) {
  const { required, optional, options, lines } = patternFields[spec.pattern];
  const isPlain = spec.aggregate === "none" || spec.aggregate === "count" && counting.includes(spec.pattern);
  const isGiven = (field: keyof ChartSpec) =>
    spec[field] !== undefined && spec[field] !== false && !(field === "aggregate" && isPlain);
  const takes: readonly string[] = [
    ...roleNames.filter((role) => required.includes(role) || optional.includes(role)),
    ...options,
  ];
  const also = lines.length === 0 ? "" : ` and the lines ${lines.join(", ")}`;
  const refusal = {
    why: "this pattern does not accept it",
    hint: `${spec.pattern} takes ${takes.join(", ")}${also}`,
  };
  const refused = [...roleNames, ...optionFields].filter((field) => isGiven(field) && !takes.includes(field));
  const others = (spec.lines ?? []).filter(({ kind }) => !lines.includes(kind));
  const x = columns.find(({ name }) => name === spec.x)?.kind ?? "none";
  return [
    ...refused.map((field) => ({ field, ...refusal })),
    ...others.map(({ kind }) => ({ field: `lines" "${kind}`, ...refusal })),
    ...idle.filter(({ patterns, when }) => patterns.includes(spec.pattern) && when(spec, x))
      .flatMap(({ fields, why, hint }) => fields.filter(isGiven).map((field) => ({ field, why, hint }))),
  ];
}
