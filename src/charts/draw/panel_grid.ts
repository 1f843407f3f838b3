/** Panels of one size in rows: a name above each, axes at the left and below the lowest. */

import type { Plot } from "./axes.ts";
import { cutText, type Page } from "./page.ts";
import { ink } from "./palette.ts";
import { text } from "./svg.ts";

export interface PanelGrid {
  readonly plots: readonly Plot[];
  readonly gap: number;
  readonly isLeft: (index: number) => boolean;
  readonly isLowest: (index: number) => boolean;
}

export interface PanelOptions {
  readonly count: number;
  readonly top: number;
  readonly left: number;
  /** Height below the lowest panels. */
  readonly foot: number;
  readonly columns?: number;
  /** Space between panels, if axes stand in it. */
  readonly gap?: number;
}

export function layPanels(page: Page, { count, top, left, foot, columns, gap }: PanelOptions): PanelGrid {
  const wide = columns ?? (count <= 3 ? count : count === 4 ? 2 : count <= 9 ? 3 : 4);
  const rows = Math.ceil(count / wide);
  const name = page.fonts.label * 1.7;
  const between = gap ?? page.fonts.label * 1.5;
  const width = (page.width - left - page.margin * 0.8 - between * (wide - 1)) / wide;
  const height = (page.height - top - foot - name * rows - page.fonts.label * 0.8 * (rows - 1)) / rows;
  const plots = Array.from({ length: count }, (_, index): Plot => {
    const x = left + (index % wide) * (width + between);
    const y = top + Math.floor(index / wide) * (height + name + page.fonts.label * 0.8) + name;
    return { left: x, right: x + width, top: y, bottom: y + Math.max(20, height) };
  });
  return {
    plots,
    gap: between,
    isLeft: (index) => index % wide === 0,
    isLowest: (index) => index + wide >= count,
  };
}

/** The name above a panel at its left, and a note at its right. */
export function panelName(
  page: Page,
  { left, right, top }: Plot,
  { name, note = "", width = right - left, color = ink.title }: {
    readonly name: string;
    readonly note?: string;
    /** How much of the panel's width the name may take. */
    readonly width?: number;
    readonly color?: string;
  },
): string[] {
  const { label: size, small } = page.fonts;
  const place = { y: top - size * 0.4, baseline: "bottom" } as const;
  return [
    text({ ...place, x: left, text: cutText(page, name, { size, width }), size, color }),
    text({ ...place, x: right, text: note, size: small, color: ink.soft, align: "right" }),
  ];
}
