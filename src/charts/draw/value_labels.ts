/** Numbers at points of lines: the ends of a single one, and what stands far out of several. */

import type { Context } from "../context.ts";
import type { Level } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { ink, textColorOf } from "./sheet/palette.ts";
import { type Panel, type TextItem, xPixel, yPixel } from "./sheet/sheet.ts";
import { lastIndex } from "../values/last_index.ts";
import type { Outstanding } from "../values/outstanding.ts";
import type { TimeSeries } from "../values/time_series.ts";

/** The highest and the lowest value of a single line, written at their points. */
export function extremeLabels(
  { page }: Context,
  panel: Panel,
  { data, format, levels }: {
    readonly data: TimeSeries;
    readonly format: (value: number) => string;
    readonly levels: readonly Level[];
  },
): readonly TextItem[] {
  const values = data.series[0]?.values ?? new Float64Array();
  if (values.length < 4) return [];
  let low = lastIndex(values);
  let high = low;
  values.forEach((value, at) => {
    if (value > (values[high] ?? NaN)) high = at;
    if (value < (values[low] ?? NaN)) low = at;
  });
  const size = page.fonts.small;
  const last = lastIndex(values);
  const busy = (at: number, y: number) =>
    at === last || levels.some((level) => Math.abs(yPixel(panel, level.value) - y) < size * 1.2);
  const item = (at: number, up: boolean): TextItem[] => {
    const value = values[at] ?? NaN;
    const y = yPixel(panel, value) + (up ? -1 : 1) * size * 0.8;
    if (busy(at, y) || low === high || y > panel.height - size) return [];
    const x = Math.min(Math.max(xPixel(panel, data.times[at] ?? 0), size * 1.5), panel.width - size * 1.5);
    return [{
      x,
      y,
      text: format(value),
      size,
      color: ink.main,
      align: "center",
      baseline: up ? "bottom" : "top",
    }];
  };
  return [...item(high, true), ...item(low, false)];
}

/** What stands far out, written beside its point. */
export function outstandingLabels(
  page: Page,
  panel: Panel,
  { data, values, format }: {
    readonly data: TimeSeries;
    readonly values: readonly Outstanding[];
    readonly format: (value: number) => string;
  },
): TextItem[] {
  const size = page.fonts.small;
  return values.map(({ series, at, value }): TextItem => {
    const text = format(value);
    const x = xPixel(panel, data.times[at] ?? 0);
    const right = x + page.measure(text, size) + size < panel.width;
    return {
      x: x + (right ? 1 : -1) * size * 0.7,
      y: yPixel(panel, value),
      text,
      size,
      color: textColorOf(data.series[series]?.color ?? ink.main),
      align: right ? "left" : "right",
      halo: true,
    };
  });
}
