/** The sheet that fills a page, with one panel or with those of a grid. */

import type { Page } from "./page.ts";
import type { Panel, Sheet } from "./sheet.ts";

export function pageSheet({ width, height }: Pick<Page, "width" | "height">, panel: Panel): Sheet {
  return { width, height, panels: [panel], columns: 1, gap: { x: 0, y: 0 } };
}

export function gridSheet(
  { width, height }: Pick<Page, "width" | "height">,
  { panels, columns, gap }: Pick<Sheet, "panels" | "columns" | "gap">,
): Sheet {
  return { width, height, panels, columns, gap };
}
