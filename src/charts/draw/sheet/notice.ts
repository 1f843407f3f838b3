/** A sheet with a sentence and nothing else. */

import { makePage, type PageOptions, wrapText } from "./page.ts";
import { pageSheet } from "./page_sheet.ts";
import { ink } from "./palette.ts";
import { addTexts, type Panel, type Sheet } from "./sheet.ts";

export function noticeSheet(text: string, options: PageOptions): Sheet {
  const page = makePage(options);
  const { width, height } = page;
  const panel: Panel = { left: 0, top: 0, width, height, x: [0, 1], y: [0, 1], layers: [] };
  const size = page.fonts.label * 1.1;
  const lines = wrapText(page, text, { size, width: width - page.margin * 4 });
  addTexts(
    panel,
    lines.map((line, index) => ({
      x: width / 2,
      y: height / 2 + (index - (lines.length - 1) / 2) * size * 1.6,
      text: line,
      size,
      color: ink.soft,
      align: "center",
    })),
  );
  return pageSheet({ width, height }, panel);
}
