/** The numbers of each pattern, with the limits that suit it. */

import { columnNamed, specError } from "../table/named_columns.ts";
import { type Distribution, distributionOf, type Histogram, histogramOf } from "./distribution.ts";
import { type Grid, gridOf, usualMost } from "./grid.ts";
import type { PlanInput } from "./plan_input.ts";

/** Lines along x; counts and stacked sums are zero where there is no row, other values are missing there. */
export function lineGrid(input: PlanInput, limited: "x" | "color" | "facet"): Grid {
  const { spec } = input;
  const isCount = spec.y === undefined || spec.aggregate === "count" || spec.aggregate === "distinct";
  const isSum = spec.stack === true && spec.aggregate === "sum";
  const data = gridOf(input, { limited, continuous: true, filled: isCount || isSum });
  const isNegative = data.panels.some(({ series }) =>
    series.some(({ values }) => values.some((value) => value < 0))
  );
  if (spec.stack !== true || !isNegative) return data;
  throw specError('Cannot use "options.stack" with lines: some values are negative', {
    hint: "Leave options.stack out, or draw grouped bars (P21)",
  });
}

/** Several measures without a facet are panels of their own. */
export function panelGrid(input: PlanInput): Grid {
  const whole = lineGrid(input, "facet");
  if (whole.facet !== null) return whole;
  const series = whole.panels[0]?.series ?? [];
  if (series.length < 2) needs("P31", "options.facet, or several columns as options.y");
  return { ...whole, panels: series.map((one) => ({ name: one.name, series: [{ ...one, name: "" }] })) };
}

export function seriesGrid(input: PlanInput): Grid {
  const { spec } = input;
  if (spec.color === undefined && !Array.isArray(spec.y)) {
    needs(spec.pattern, "options.color, or several columns as options.y");
  }
  return lineGrid(input, "color");
}

export function groupGrid(input: PlanInput): Grid {
  const { spec, table } = input;
  if (spec.color === undefined && !Array.isArray(spec.y)) {
    needs("P21", "options.color, or several columns as options.y");
  }
  const isTime = table.columns.some(({ name, kind }) => name === spec.x && kind === "time");
  return gridOf(input, { limited: isTime ? "color" : "x", most: { ...usualMost, x: 30 } });
}

export function barGrid(input: PlanInput): Grid {
  const { spec } = input;
  if (spec.x === undefined && spec.y === undefined) {
    needs("P02", "options.x, or several columns as options.y");
  }
  return gridOf(input, {});
}

export function needs(pattern: string, what: string): never {
  throw specError(`Cannot draw ${pattern}: it takes ${what}`, {
    hint: "Complete options, or choose another pattern",
  });
}

export function histogram(
  { table, spec, language }: PlanInput,
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

/** Values by the groups of x, or those of several columns; one box without either. */
export function boxes({ table, spec, language }: PlanInput): Distribution {
  return distributionOf(table, spec, {
    values: "y",
    group: spec.x === undefined ? null : "x",
    most: 30,
    language,
  });
}

/** A distribution of numbers, or the parts of a whole. */
export type Parts = { readonly kind: "numbers"; readonly data: Histogram } | {
  readonly kind: "groups";
  readonly data: Grid;
};

export function parts(input: PlanInput): Parts {
  const { spec, table } = input;
  const column = columnNamed(table, "x", spec.x ?? "");
  if (column.kind !== "number") {
    return { kind: "groups", data: gridOf(input, { whole: true, most: { ...usualMost, x: 20 } }) };
  }
  if (spec.y !== undefined) {
    throw specError(`Cannot draw P03 of "${column.name}" with "options.y": the bins of numbers count rows`, {
      hint: "Leave options.y out, or name a column of groups as options.x",
    });
  }
  return { kind: "numbers", data: histogram(input, { group: null, most: 1, bins: 50, shares: false }) };
}
