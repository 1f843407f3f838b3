/** Where things stand on a page: title, subtitle and legend above the plots, and panels of one size in rows. */

import { cutNames, cutText, type Page, wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import { rect, text } from "./svg.ts";

/** The rectangle that marks are drawn in. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface LegendItem {
  readonly label: string;
  readonly color: string;
}

export interface Heading {
  readonly title: string;
  /** Parts of one line: filters, what is left out, how to read the chart. */
  readonly notes: readonly string[];
  readonly legend?: readonly LegendItem[];
  readonly yTitle?: string;
}

/** Where the plots may begin, and what is above them. */
export interface Head {
  readonly marks: readonly string[];
  readonly bottom: number;
}

export function layHead(page: Page, { title, notes, legend = [], yTitle = "" }: Heading): Head {
  const { fonts: { title: large, small }, margin } = page;
  const width = page.width - 2 * margin;
  const marks: string[] = [];
  let y = margin;
  for (const line of wrapText(page, title, { size: large, width })) {
    marks.push(text(line, [margin, y], { size: large, color: ink.title, baseline: "top", bold: true }));
    y += large * 1.3;
  }
  const look = { size: small, color: ink.soft, baseline: "top" } as const;
  const subtitle = notes.filter((note) => note !== "").join(" · ");
  for (const line of subtitle === "" ? [] : wrapText(page, subtitle, { size: small, width })) {
    marks.push(text(line, [margin, y], look));
    y += small * 1.5;
  }
  if (legend.length > 0) {
    const { marks: items, bottom } = layLegend(page, legend, y + small * 0.4);
    marks.push(...items);
    y = bottom;
  }
  if (yTitle !== "") {
    marks.push(text(cutText(page, yTitle, { size: small, width }), [margin, y + small * 0.7], look));
    y += small * 0.7 + small * 1.2;
  }
  return { marks, bottom: y + small * 0.9 };
}

function layLegend(page: Page, items: readonly LegendItem[], top: number): Head {
  const { fonts: { small: size }, margin } = page;
  const edge = size * 0.8;
  const marks: string[] = [];
  let x = margin;
  let y = top + size * 0.7;
  const labels = cutNames(page, items.map(({ label }) => label), { size, width: page.width * 0.3 });
  items.forEach(({ color }, at) => {
    const label = labels[at] ?? "";
    const width = edge + size * 0.5 + page.measure(label, size) + size * 1.4;
    if (x > margin && x + width > page.width - margin) {
      x = margin;
      y += size * 1.6;
    }
    marks.push(rect({ x, y: y - edge / 2, width: edge, height: edge }, color));
    marks.push(text(label, [x + edge + size * 0.5, y], { size }));
    x += width;
  });
  return { marks, bottom: y + size * 0.9 };
}

export interface PanelGrid {
  readonly plots: readonly Plot[];
  readonly gap?: number;
  readonly isLeft: (index: number) => boolean;
  readonly isLowest: (index: number) => boolean;
}

export interface PanelOptions {
  readonly count: number;
  readonly head: Head;
  readonly left: number;
  /** Height below the lowest panels. */
  readonly foot: number;
  readonly columns?: number;
  /** Space between panels, if axes stand in it. */
  readonly gap?: number;
}

export function layPanels(page: Page, { count, head, left, foot, columns, gap }: PanelOptions): PanelGrid {
  const { fonts: { label: size }, margin } = page;
  const top = head.bottom - size * 0.6;
  const wide = columns ?? (count <= 3 ? count : count === 4 ? 2 : count <= 9 ? 3 : 4);
  const rows = Math.ceil(count / wide);
  const name = size * 1.7;
  const between = gap ?? size * 1.5;
  const width = (page.width - left - margin * 0.8 - between * (wide - 1)) / wide;
  const height = (page.height - top - foot - name * rows - size * 0.8 * (rows - 1)) / rows;
  const plots = Array.from({ length: count }, (_, index): Plot => {
    const x = left + (index % wide) * (width + between);
    const y = top + Math.floor(index / wide) * (height + name + size * 0.8) + name;
    return { left: x, right: x + width, top: y, bottom: y + Math.max(20, height) };
  });
  return {
    plots,
    gap: between,
    isLeft: (index) => index % wide === 0,
    isLowest: (index) => index + wide >= count,
  };
}

/** A single plot, as a grid of one panel without a name. */
export function layOne(page: Page, { head, left, foot }: Omit<PanelOptions, "count">): PanelGrid {
  const plot = { left, right: page.width - page.margin * 1.2, top: head.bottom, bottom: page.height - foot };
  return { plots: [plot], isLeft: () => true, isLowest: () => true };
}

interface PanelName {
  readonly name: string;
  readonly note?: string;
  /** How much of the panel's width the name may take. */
  readonly width?: number;
  readonly color?: string;
}

/** The name above a panel at its left, and a note at its right. */
export function panelName(page: Page, { left, right, top }: Plot, panel: PanelName): string[] {
  const { name, note = "", width = right - left, color = ink.title } = panel;
  const { label: size, small } = page.fonts;
  const [y, baseline] = [top - size * 0.4, "bottom" as const];
  return [
    text(cutText(page, name, { size, width }), [left, y], { size, color, baseline }),
    text(note, [right, y], { size: small, color: ink.soft, align: "right", baseline }),
  ];
}
