/** The points of a line over time, broken where values are missing, and the dots that keep lonely values in sight. */

import type { Point } from "../draw/sheet/sheet.ts";
import { decimate } from "./decimate.ts";
import { gapsOf } from "./line_gaps.ts";
import type { TimeSeries } from "./time_series.ts";

export interface LineLook {
  readonly color: string;
  /** Most points of a line. */
  readonly most: number;
  /** With fewer times than that every value is a dot. */
  readonly few: number;
}

export interface LinePoints {
  readonly line: readonly Point[];
  readonly dots: readonly Point[];
}

export function linePoints(data: TimeSeries, series: number, { color, most, few }: LineLook): LinePoints {
  const values = data.series[series]?.values ?? new Float64Array();
  const { breaks } = gapsOf(values, data.empty[series] ?? new Set());
  const kept = new Set([...decimate(values, most), ...breaks]);
  const line = [...kept].toSorted((a, b) => a - b).flatMap((at): Point[] => {
    const y = values[at] ?? NaN;
    if (Number.isNaN(y)) return breaks.has(at) ? [{ x: data.times[at] ?? 0, y: null, color, series }] : [];
    return [{ x: data.times[at] ?? 0, y, color, series }];
  });
  const isEnd = (point: Point | undefined) => point === undefined || point.y === null;
  const dots = line.filter((point, at) =>
    point.y !== null && (data.times.length <= few || (isEnd(line[at - 1]) && isEnd(line[at + 1])))
  );
  return { line, dots };
}
