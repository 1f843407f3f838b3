/** What stands above the plots: title, subtitle, legend, and the title of the y axis. */

import { cutNames } from "./cut_names.ts";
import { cutText, type Page, wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import { rect, text } from "./svg.ts";

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

export function layHead(page: Page, heading: Heading): Head {
  const { fonts, margin } = page;
  const width = page.width - 2 * margin;
  const marks: string[] = [];
  let y = margin;
  for (const line of wrapText(page, heading.title, { size: fonts.title, width })) {
    marks.push(
      text({ x: margin, y, text: line, size: fonts.title, color: ink.title, baseline: "top", bold: true }),
    );
    y += fonts.title * 1.3;
  }
  const subtitle = heading.notes.filter((note) => note !== "").join(" · ");
  for (const line of subtitle === "" ? [] : wrapText(page, subtitle, { size: fonts.small, width })) {
    marks.push(text({ x: margin, y, text: line, size: fonts.small, color: ink.soft, baseline: "top" }));
    y += fonts.small * 1.5;
  }
  const legend = layLegend(page, heading.legend ?? [], y + fonts.small * 0.4);
  marks.push(...legend.marks);
  y = legend.marks.length > 0 ? legend.bottom : y;
  if (heading.yTitle !== undefined && heading.yTitle !== "") {
    y += fonts.small * 0.7;
    const name = cutText(page, heading.yTitle, { size: fonts.small, width });
    marks.push(text({ x: margin, y, text: name, size: fonts.small, color: ink.soft, baseline: "top" }));
    y += fonts.small * 1.2;
  }
  return { marks, bottom: y + fonts.small * 0.9 };
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
    marks.push(text({ x: x + edge + size * 0.5, y, text: label, size }));
    x += width;
  });
  return { marks, bottom: y + size * 0.9 };
}
