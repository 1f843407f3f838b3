/** The numbers that a chart shows, in one form for all patterns, so that they can be compared with expected ones. */

import type { Distribution, Histogram } from "./distribution.ts";
import type { Grid } from "./grid.ts";
import type { Points } from "./points.ts";

export interface ChartNumbers {
  /** Labels of groups or periods; the lower edges of bins; quartiles; what is known of points. */
  readonly x: readonly string[];
  /** Values of each series, in the order of x; null where there is none. */
  readonly series: Readonly<Record<string, readonly (number | null)[]>>;
}

function shown(values: Iterable<number>): (number | null)[] {
  return Array.from(values, (value) => Number.isNaN(value) ? null : value);
}

export function gridNumbers({ x, panels }: Grid): ChartNumbers {
  const named = panels.flatMap(({ name: panel, series }) =>
    series.map(({ name, values }) =>
      [[panel, name].filter((part) => part !== "").join(" / "), shown(values)] as const
    )
  );
  return { x: x.labels, series: Object.fromEntries(named) };
}

export function binNumbers({ bins, samples, heights }: Histogram): ChartNumbers {
  const named = samples.map(({ name }, at) => [name, shown(heights[at] ?? [])] as const);
  return { x: bins.edges.slice(0, -1).map(String), series: Object.fromEntries(named) };
}

export function boxNumbers({ boxes }: Distribution): ChartNumbers {
  const named = boxes.map(({ name, low, q1, median, q3, high }) =>
    [name, shown([low, q1, median, q3, high])] as const
  );
  return { x: ["low", "q1", "median", "q3", "high"], series: Object.fromEntries(named) };
}

export function pointNumbers({ count, fit }: Points): ChartNumbers {
  return { x: ["count", "r", "slope"], series: { "": shown([count, fit?.r ?? NaN, fit?.slope ?? NaN]) } };
}
