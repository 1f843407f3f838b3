/** What stands around the plots: title, subtitle, legend; and the room that is left for the plots. */

import { cutNames } from "../../summary/text/cut_names.ts";
import { headline } from "../../summary/text/headline.ts";
import { cutText, type Page, wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import { addSwatches, addTexts, type Panel, type Swatch, type TextItem } from "./sheet.ts";

export interface LegendItem {
  readonly label: string;
  readonly color: string;
}

export interface Heading {
  /** The caller's title, taken as it is. */
  readonly given: string | undefined;
  /** The title made of column names, where there is no other. */
  readonly title: string;
  readonly subtitle: string;
  readonly legend?: readonly LegendItem[];
  /** Name of what goes upwards; stands above the plot. */
  readonly yTitle?: string;
}

/** Texts and swatches in pixels of the page, and where the plots may begin. */
export interface Head {
  readonly texts: readonly TextItem[];
  readonly swatches: readonly Swatch[];
  readonly edge: number;
  readonly bottom: number;
}

/** Whether a title is longer than a picture has room for. */
export function isTitleCut(page: Page, title: string): boolean {
  const lines = titleLines(page, title);
  return (lines.at(-1)?.endsWith("…") ?? false) && !title.endsWith("…");
}

function titleLines(page: Page, title: string): string[] {
  return wrapText(page, title, { size: page.fonts.title, width: page.width - 2 * page.margin });
}

export function layHead(page: Page, heading: Heading): Head {
  const { fonts, margin } = page;
  const width = page.width - 2 * margin;
  const texts: TextItem[] = [];
  let y = margin;
  for (const line of titleLines(page, heading.given ?? headline(heading.title))) {
    texts.push({
      x: margin,
      y,
      text: line,
      size: fonts.title,
      color: ink.title,
      baseline: "top",
      bold: true,
    });
    y += fonts.title * 1.3;
  }
  const subtitle = [heading.subtitle, page.remark ?? ""].filter((part) => part !== "").join(" · ");
  if (subtitle !== "") {
    for (const text of wrapText(page, subtitle, { size: fonts.small, width })) {
      texts.push({ x: margin, y, text, size: fonts.small, color: ink.soft, baseline: "top" });
      y += fonts.small * 1.5;
    }
  }
  const legend = layLegend(page, heading.legend ?? [], y + fonts.small * 0.5);
  if (legend.swatches.length > 0) y = legend.bottom;
  texts.push(...legend.texts);
  if (heading.yTitle !== undefined && heading.yTitle !== "") {
    y += fonts.small * 0.7;
    const text = cutText(page, heading.yTitle, { size: fonts.small, width: width * 0.7 });
    texts.push({ x: margin, y, text, size: fonts.small, color: ink.soft, baseline: "top" });
    y += fonts.small * 1.2;
  }
  return { texts, swatches: legend.swatches, edge: legend.edge, bottom: y + fonts.small * 0.9 };
}

function layLegend(page: Page, items: readonly LegendItem[], top: number) {
  const { fonts, margin } = page;
  const size = fonts.small;
  const edge = size * 0.8;
  const most = page.width - margin;
  const swatches: Swatch[] = [];
  const texts: TextItem[] = [];
  let x = margin;
  let y = top + size * 0.7;
  const labels = cutNames(page, items.map(({ label }) => label), { size, width: page.width * 0.3 });
  for (const [index, { color }] of items.entries()) {
    const text = labels[index] ?? "";
    const width = edge + size * 0.5 + page.measure(text, size) + size * 1.4;
    if (x > margin && x + width > most) {
      x = margin;
      y += size * 1.6;
    }
    swatches.push({ x: x + edge / 2, y, color });
    texts.push({ x: x + edge + size * 0.5, y, text, size, color: ink.text });
    x += width;
  }
  return { swatches, texts, edge, bottom: y + size * 0.9 };
}

/** Puts the heading on the sheet, through its first panel. */
export function addHead(panel: Panel, head: Head): void {
  const moved = <T extends { readonly x: number; readonly y: number }>(item: T): T => ({
    ...item,
    x: item.x - panel.left,
    y: item.y - panel.top,
  });
  addSwatches(panel, head.swatches.map(moved), head.edge);
  addTexts(panel, head.texts.map(moved));
}
