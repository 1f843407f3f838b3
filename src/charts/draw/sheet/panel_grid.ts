/** Panels of one size in rows, with room for their names and axes. */

import type { Page } from "./page.ts";
import type { Panel } from "./sheet.ts";

export interface Grid {
  readonly panels: readonly Panel[];
  readonly columns: number;
  readonly gap: { readonly x: number; readonly y: number };
  /** Whether a panel stands at the left edge, and whether nothing is below it. */
  readonly isLeft: (index: number) => boolean;
  readonly isLowest: (index: number) => boolean;
}

export interface GridOptions {
  readonly count: number;
  /** As many as suit the page where it is left out. */
  readonly columns?: number;
  readonly top: number;
  /** Room at the left of all panels, and below those at the foot. */
  readonly left: number;
  readonly foot: number;
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
}

export function layGrid(page: Page, { count, top, left, foot, x, y, ...given }: GridOptions): Grid {
  const columns = given.columns ?? columnsFor(count, page);
  const rows = Math.ceil(count / columns);
  const size = page.fonts.label;
  const gap = { x: size * 2.3, y: size * 2.6 };
  const heading = size * 1.7;
  const width = Math.floor((page.width - left - page.margin - gap.x * (columns - 1)) / columns);
  const room = page.height - top - heading - foot - page.margin * 0.6;
  const height = Math.max(30, Math.floor((room - gap.y * (rows - 1)) / rows));
  const panels = Array.from({ length: count }, (_, index): Panel => ({
    left: left + (index % columns) * (width + gap.x),
    top: top + heading + Math.floor(index / columns) * (height + gap.y),
    width,
    height,
    x,
    y,
    layers: [],
  }));
  return {
    panels,
    columns,
    gap,
    isLeft: (index) => index % columns === 0,
    isLowest: (index) => index + columns >= count,
  };
}

function columnsFor(count: number, { width, height }: Page): number {
  if (count <= 1) return 1;
  const wide = width >= height;
  if (!wide && count <= 3) return 1;
  if (count === 2) return 2;
  if (count === 4) return 2;
  if (count <= 9) return wide ? 3 : 2;
  return wide ? 4 : 3;
}
