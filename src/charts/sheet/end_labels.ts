/** What stands where each line ends: right of the plot, or inside of it where a line ends before. */

import { lastIndex } from "../values/last_index.ts";
import type { TimeSeries } from "../values/time_series.ts";
import type { Page } from "./page.ts";
import { ink, textColorOf } from "./palette.ts";
import { addTexts, type Panel, type TextItem, xPixel, yPixel } from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

interface Label {
  readonly text: string;
  readonly color: string;
  /** Where the line ends, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly inside: boolean;
}

export function addEndLabels(
  page: Page,
  panel: Panel,
  { data, texts }: { readonly data: TimeSeries; readonly texts: readonly string[] },
): void {
  const size = page.fonts.label;
  const labels = texts.map((text, index) => labelOf(page, panel, { data, text, index }));
  // Those that end at one time get out of each other's way.
  for (const some of Map.groupBy(labels, ({ x }) => x).values()) {
    const places = spreadLabels(some.map(({ y }) => y), {
      gap: size * 1.2,
      low: size * 0.5,
      high: panel.height - size * 0.4,
    });
    addTexts(
      panel,
      some.map(({ text, color, x, inside }, at): TextItem => ({
        x: x + size * 0.6,
        y: places[at] ?? 0,
        text,
        size,
        color,
        halo: inside,
      })),
    );
  }
}

function labelOf(
  page: Page,
  panel: Panel,
  { data, text, index }: { readonly data: TimeSeries; readonly text: string; readonly index: number },
): Label {
  const { values = new Float64Array(), color = ink.main } = data.series[index] ?? {};
  const last = lastIndex(values);
  const end = data.times.length === 1 ? panel.width / 2 : xPixel(panel, data.times[last] ?? 0);
  const fits = end + page.measure(text, page.fonts.label) + page.fonts.label < panel.width;
  const inside = fits && data.times.length > 1;
  return {
    text,
    color: textColorOf(color),
    // Near the right edge it would run into those that stand there, so it joins them.
    x: inside || data.times.length === 1 ? end : panel.width,
    y: yPixel(panel, values[last] ?? 0),
    inside,
  };
}
