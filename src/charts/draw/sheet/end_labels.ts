/**
 * What stands where each line ends: right of the plot, or inside of it where a line ends before. One that had to move
 * away is joined to its line by a stroke of the same colour.
 */

import { lastIndex } from "../../values/last_index.ts";
import type { TimeSeries } from "../../values/time_series.ts";
import type { Page } from "./page.ts";
import { ink, textColorOf } from "./palette.ts";
import {
  addPixelRules,
  addTexts,
  type Panel,
  type PixelRule,
  type TextItem,
  xPixel,
  yPixel,
} from "./sheet.ts";
import { spreadLabels } from "./spread_labels.ts";

interface Label {
  readonly text: string;
  /** That of its line. */
  readonly color: string;
  /** Where the line ends, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly inside: boolean;
}

/** Letters between the end of a line and its label: where all stand at their lines, and where some had to move. */
const near = 0.6;
const away = 1.6;

/** Room for labels of this width. */
export function endRoom(page: Page, width: number): number {
  return width + page.fonts.label * (away + 0.4);
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
      low: 0,
      high: panel.height - size * 0.4,
    });
    const isMoved = ({ y }: Label, at: number) => Math.abs((places[at] ?? y) - y) > size * 0.3;
    const moved = some.filter(isMoved);
    addPixelRules(
      panel,
      some.flatMap((label, at): PixelRule[] => {
        if (!isMoved(label, at)) return [];
        const { x, y, color } = label;
        return [{
          x: x + size * 0.35,
          x2: x + size * (away - 0.3),
          y,
          y2: places[at] ?? y,
          color,
          width: 1.5,
        }];
      }),
    );
    addTexts(
      panel,
      some.map(({ text, color, x, inside }, at): TextItem => ({
        x: x + size * (moved.length > 0 ? away : near),
        y: places[at] ?? 0,
        text,
        size,
        color: textColorOf(color),
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
    color,
    // Near the right edge it would run into those that stand there, so it joins them.
    x: inside || data.times.length === 1 ? end : panel.width,
    y: yPixel(panel, values[last] ?? 0),
    inside,
  };
}
