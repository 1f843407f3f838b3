/** Bars of a few whole numbers, such as ratings: apart from each other, with their values written on them. */

import type { Page } from "./sheet/page.ts";
import { addTexts, type Bar, type Panel, type TextItem, xPixel, yPixel } from "./sheet/sheet.ts";
import type { Bins } from "../values/bins.ts";

const most = 10;

export function areFewWhole({ discrete, edges }: Bins): boolean {
  return discrete && edges.length - 1 <= most;
}

/** The bars as they are, or where they are of a few whole numbers with gaps between them. */
export function withGaps(bins: Bins, bars: readonly Bar[]): Bar[] {
  if (!areFewWhole(bins)) return [...bars];
  return bars.map((bar) => ({ ...bar, x: bar.x + 0.1, x2: bar.x2 - 0.1 }));
}

/** Height above the highest bar that the values of bars take; none where they are not written. */
export function barLabelRoom(page: Page, bins: Bins): number {
  return areFewWhole(bins) ? page.fonts.small * 1.5 : 0;
}

export interface BarLabels {
  readonly heights: readonly number[];
  /** The texts of all bars, from the longest to the shortest form: the first that fits is taken. */
  readonly forms: readonly (readonly string[])[];
}

export function addBarLabels(page: Page, panel: Panel, bins: Bins, { heights, forms }: BarLabels): void {
  if (!areFewWhole(bins)) return;
  const size = page.fonts.small;
  const step = xPixel(panel, 1) - xPixel(panel, 0);
  const texts = forms.find((form) => form.every((text) => page.measure(text, size) < step - size * 0.3)) ??
    [];
  addTexts(
    panel,
    texts.flatMap((text, index): TextItem[] => {
      const height = heights[index] ?? 0;
      if (height === 0) return [];
      return [{
        x: xPixel(panel, ((bins.edges[index] ?? 0) + (bins.edges[index + 1] ?? 0)) / 2),
        y: yPixel(panel, height) - size * 0.3,
        text,
        size,
        halo: true,
        align: "center",
        baseline: "bottom",
      }];
    }),
  );
}
