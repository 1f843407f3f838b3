/** Where columns stand that have names below them: beside the ticks, with room at the right for the names of levels. */

import { addNames, type LabelledTick, layNames, leftBeside, type NameLayout } from "./axes.ts";
import { type Level, levelRoom } from "./levels.ts";
import type { Page } from "./page.ts";
import { type Panel, xPixel } from "./sheet.ts";
import { withRoomBelow } from "./value_domain.ts";

export interface NamedColumns {
  readonly count: number;
  readonly left: number;
  readonly width: number;
  /** The width of one. */
  readonly step: number;
  readonly names: NameLayout;
}

export function layColumns(
  page: Page,
  names: readonly string[],
  { ticks, levels }: { readonly ticks: readonly LabelledTick[]; readonly levels: readonly Level[] },
): NamedColumns {
  const count = Math.max(1, names.length);
  const left = leftBeside(page, ticks);
  const width = page.width - left - page.margin - levelRoom(page, levels);
  const step = width / count;
  return { count, left, width, step, names: layNames(page, names, { step, left }) };
}

interface Room {
  readonly top: number;
  readonly y: Panel["y"];
  /** Height of what stands below the names. */
  readonly foot?: number;
  /** How high the labels are that stand below negative values, and the least of these. */
  readonly labels?: { readonly least: number; readonly height: number };
}

/** The panel of the columns, which are one unit wide each. */
export function columnsPanel(
  page: Page,
  { count, left, width, names }: NamedColumns,
  { top, y, foot = 0, labels = { least: 0, height: 0 } }: Room,
): Panel {
  const height = Math.max(80, page.height - top - (names.height + foot) - page.margin * 0.8);
  const domain = withRoomBelow(y, { least: labels.least, share: labels.height / height });
  return { left, top, width, height, x: [0, count], y: domain, layers: [] };
}

export function addColumnNames(page: Page, panel: Panel, { names }: NamedColumns): void {
  addNames(page, panel, { ...names, at: names.names.map((_, index) => xPixel(panel, index + 0.5)) });
}
