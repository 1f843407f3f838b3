/** Checks what the options give: it fits the table and the pattern, or is an error that names what there is. */

import type { ChartLine, ChartPattern, ChartSpec, ResolvedSpec } from "../../base/chart_spec.ts";
import { AppError } from "../../base/errors.ts";
import { nearNames } from "../../base/similarity.ts";
import type { Column, Table } from "../table/column.ts";

const lines: readonly ChartPattern[] = ["P01", "P12", "P31"];
const values: readonly ChartPattern[] = [...lines, "P02", "P21", "heatmap"];
const bins: readonly ChartPattern[] = ["P03", "P13", "P23"];
const levels: readonly ChartPattern[] = [...lines, ...bins, "P02", "P21", "P32", "scatter"];

/** The patterns that can draw each field; fields that are not listed fit all. */
const fitting: Readonly<Partial<Record<keyof ChartSpec, readonly ChartPattern[]>>> = {
  y: [...values, "P03", "P32", "scatter"],
  color: ["P12", "P21", "P23", "P31", "scatter", "heatmap"],
  size: ["scatter"],
  facet: ["P13", "P31", "scatter"],
  aggregate: [...values, "P03"],
  time_unit: [...values, "P03", "P13", "P32", "P23"],
  sort: ["P02", "P03", "P12", "P21", "P32", "P31", "heatmap"],
  limit: ["P02", "P03", "P12", "P21", "P31", "P32", "heatmap"],
  rest: ["P02", "P03", "P12", "P21", "P31", "P32", "heatmap"],
  normalize: ["P01", "P02", "P03", "P12", "P21", "P31"],
  bins,
  stack: ["P12", "P21"],
  scale: [...lines, "P02", "P21", "P32", "scatter"],
  lines: levels,
};

const lineFits: Readonly<Record<ChartLine["kind"], readonly ChartPattern[]>> = {
  mean: levels,
  median: levels,
  target: levels,
  threshold: levels,
  moving_average: lines,
  regression: [...lines, "scatter"],
};

/** Whether a pattern can draw a field. */
export function fitsPattern(field: keyof ChartSpec, pattern: ChartPattern): boolean {
  return fitting[field]?.includes(pattern) ?? true;
}

export function lineFitsPattern(kind: ChartLine["kind"], pattern: ChartPattern): boolean {
  return lineFits[kind].includes(pattern);
}

export function checkOptions(options: ChartSpec, table: Table): void {
  const ys = options.y === undefined ? [] : Array.isArray(options.y) ? options.y : [options.y];
  for (const name of ys) checkMeasure(columnOf(name, "y", table), options);
  for (const field of ["x", "color", "facet"] as const) {
    const name = options[field];
    if (name === undefined) continue;
    const column = columnOf(name, field, table);
    if (field !== "x") checkGroup(column, field);
  }
  if (options.size !== undefined) checkNumber(columnOf(options.size, "size", table), "size");
  for (const { column } of options.filter ?? []) columnOf(column, "filter", table);
  checkTimeUnit(options, table);
  if (options.rest !== undefined && options.limit === undefined) {
    throw refusal('Cannot use "options.rest": there is no limit', "Give options.limit as well");
  }
  for (const { kind, value, window } of options.lines ?? []) {
    const needsValue = kind === "target" || kind === "threshold";
    if (needsValue && value === undefined) {
      throw refusal(`Cannot draw a ${kind} line: its value is missing`, `Give {"kind":"${kind}","value":…}`);
    }
    if ((!needsValue && value !== undefined) || (kind !== "moving_average" && window !== undefined)) {
      const field = window === undefined ? "value" : "window";
      throw refusal(`Cannot use "${field}" with a ${kind} line: it has none`, `Leave "${field}" out`);
    }
  }
}

/** What was given fits the pattern that is drawn. */
export function checkResolved(spec: ResolvedSpec, options: ChartSpec): void {
  for (const field of Object.keys(fitting)) {
    const given = Object.entries(options).find(([name, value]) => name === field && value !== undefined);
    const patterns = Object.entries(fitting).find(([name]) => name === field)?.[1] ?? [];
    if (given === undefined || patterns.includes(spec.pattern)) continue;
    if (field === "aggregate" && options.aggregate === "none") continue;
    throw refusal(
      `Cannot use "options.${field}" with pattern ${spec.pattern}: it does not draw it`,
      `Patterns with ${field}: ${patterns.join(", ")}`,
    );
  }
  for (const { kind } of options.lines ?? []) {
    if (!lineFitsPattern(kind, spec.pattern)) {
      throw refusal(
        `Cannot draw a ${kind} line with pattern ${spec.pattern}`,
        `Patterns with ${kind}: ${lineFits[kind].join(", ")}`,
      );
    }
  }
}

function columnOf(name: string, field: string, { columns }: Table): Column {
  const found = columns.find((column) => column.name === name);
  if (found !== undefined) return found;
  const names = columns.map((column) => column.name);
  throw refusal(
    `Cannot use "options.${field}" ${JSON.stringify(name)}: there is no such column`,
    `Columns: ${nearNames(name, names).map((one) => JSON.stringify(one)).join(", ")}${
      names.length > 10 ? ", …" : ""
    }`,
  );
}

function checkMeasure(column: Column, { aggregate }: ChartSpec): void {
  if (aggregate === "count") {
    throw refusal(
      `Cannot use "options.y" ${
        JSON.stringify(column.name)
      } with aggregate "count": rows are counted without a column`,
      "Leave y out",
    );
  }
  checkNumber(column, "y");
}

function checkNumber(column: Column, field: string): void {
  if (column.kind === "number") return;
  throw refusal(
    `Cannot use "options.${field}" ${JSON.stringify(column.name)}: it holds ${
      column.kind === "time" ? "times" : "text"
    }, not numbers`,
    field === "y" ? 'To count rows leave y out, or set aggregate to "count"' : "Name a column of numbers",
  );
}

/** More groups cannot be told apart. */
const mostGroups = 100;

function checkGroup(column: Column, field: string): void {
  if (column.kind === "category" || column.kind === "time" || column.distinct <= mostGroups) return;
  throw refusal(
    `Cannot use "options.${field}" ${
      JSON.stringify(column.name)
    }: it has ${column.distinct} different numbers`,
    "Name a column of groups",
  );
}

function checkTimeUnit({ time_unit: unit, x, color, facet }: ChartSpec, { columns }: Table): void {
  if (unit === undefined) return;
  const named = [x, color, facet].filter((name) => name !== undefined);
  const isTime = (name: string) => columns.some((column) => column.name === name && column.kind === "time");
  const times = columns.filter(({ kind }) => kind === "time").map(({ name }) => JSON.stringify(name));
  if (times.length > 0 && (x === undefined || named.some(isTime))) return;
  throw refusal(
    `Cannot use "options.time_unit" ${JSON.stringify(unit)}: ${
      times.length === 0 ? "the table has no column of times" : "no column of times is drawn"
    }`,
    times.length === 0 ? "Leave it out" : `Columns of times: ${times.join(", ")}`,
  );
}

function refusal(message: string, hint: string): AppError {
  return new AppError("invalid_argument", message, { hint });
}
