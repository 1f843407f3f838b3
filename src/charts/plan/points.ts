/** The numbers of a scatter plot: a point for each row, or for each group if values are aggregated. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import type { NumberColumn, Table, TimeColumn } from "../table/column.ts";
import { columnNamed, numberNamed, specError } from "../table/named_columns.ts";
import type { PlanInput } from "./plan_input.ts";
import { aggregateRows } from "./aggregate.ts";
import { cutKeys, type Keys, keysOf, oneKey, rankedCodes, type Shown } from "./keys.ts";
import { type LinearFit, linearFit } from "./reference_lines.ts";

export interface PointPanel {
  readonly name: string;
  /** Rows of the table. */
  readonly rows: readonly number[];
  readonly fit: LinearFit | null;
}

export interface Points {
  readonly x: NumberColumn | TimeColumn;
  readonly y: NumberColumn;
  readonly size: NumberColumn | null;
  readonly color: Keys | null;
  readonly facet: Keys | null;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly sizes: Float64Array | null;
  readonly panels: readonly PointPanel[];
  /** Of all points, in the space of the axes: of the logarithms of what has a logarithmic axis. */
  readonly fit: LinearFit | null;
  /** Which axes are logarithmic. */
  readonly logs: LogAxes;
  readonly count: number;
  /** How many of them are drawn. */
  readonly drawn: number;
  readonly cut: readonly Shown[];
}

export interface LogAxes {
  readonly x: boolean;
  readonly y: boolean;
}

/** More points could not be told apart. */
const mostPoints = 4000;
const mostColors = 16;
const mostPanels = 12;

export function pointsOf({ table, spec, language }: PlanInput): Points {
  const { x, y, size } = columnsOf(table, spec);
  const cut: Shown[] = [];
  const keys = (field: "color" | "facet", most: number) => {
    const name = spec[field];
    if (name === undefined) return null;
    const all = keysOf(columnNamed(table, field, name), { language, unit: spec.time_unit, numbers: 8 });
    const picked = cutKeys(all, {
      keep: spec.limit ?? most,
      largest: () => rankedCodes(aggregateRows([all], null, "count").values),
    });
    cut.push(...picked.cut);
    return picked.keys;
  };
  const [color, facet] = [keys("color", mostColors), keys("facet", mostPanels)];
  const [xs, ys] = [x.values(), y.values()];
  const isPoint = (row: number) =>
    !Number.isNaN((xs[row] ?? NaN) + (ys[row] ?? NaN)) && (color?.codes[row] ?? 0) >= 0 &&
    (facet?.codes[row] ?? 0) >= 0;
  const rows = Array.from(xs.keys()).filter(isPoint);
  if (rows.length === 0) {
    throw specError(`Cannot draw "${y.name}" against "${x.name}": no row has both`, {
      hint: "Name other columns",
    });
  }
  const logs = spec.scale === "log" ? logAxes(x, y) : { x: false, y: false };
  const fitOf = (some: readonly number[]) => linearFit(heights(some, xs, logs.x), heights(some, ys, logs.y));
  const every = Math.max(1, rows.length / mostPoints);
  const shown = Math.min(rows.length, mostPoints);
  const drawn = Array.from({ length: shown }, (_, at) => rows[Math.floor(at * every)] ?? 0);
  const panelKeys = facet ?? oneKey(table.rows, "");
  const panels = panelKeys.labels.map((name, code) => {
    const isIn = (row: number) => panelKeys.codes[row] === code;
    return { name, rows: drawn.filter(isIn), fit: fitOf(rows.filter(isIn)) };
  });
  const values = { xs, ys, sizes: size?.values() ?? null };
  return {
    x,
    y,
    size,
    color,
    facet,
    ...values,
    panels,
    fit: fitOf(rows),
    logs,
    count: rows.length,
    drawn: shown,
    cut,
  };
}

function columnsOf(table: Table, spec: ChartSpec): Pick<Points, "x" | "y" | "size"> {
  const [yName, ...others] = [spec.y ?? []].flat();
  if (spec.x === undefined || yName === undefined || others.length > 0) {
    throw specError("Cannot draw a scatter plot: it takes one column as options.x and one as options.y", {
      hint: "Name two columns of numbers",
    });
  }
  const given = columnNamed(table, "x", spec.x);
  return {
    x: given.kind === "time" ? given : numberNamed(table, "x", spec.x),
    y: numberNamed(table, "y", yName),
    size: spec.size === undefined ? null : numberNamed(table, "size", spec.size),
  };
}

/** Which axes a logarithmic scale is for: those that span a power of ten; otherwise that of y. */
function logAxes(x: Points["x"], y: NumberColumn): LogAxes {
  const spans = ({ least, most }: NumberColumn) => least > 0 && most >= 10 * least;
  const isX = x.kind === "number" && spans(x);
  return { x: isX, y: !isX || spans(y) };
}

/** Where values lie along an axis. */
function heights(rows: readonly number[], values: Float64Array, isLog: boolean): Float64Array {
  const own = Float64Array.from(rows, (row) => values[row] ?? NaN);
  return isLog ? own.map(Math.log10) : own;
}
