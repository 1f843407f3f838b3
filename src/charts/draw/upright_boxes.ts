/** Boxes that stand, with names below them. */

import { addLeftAxis, axisTicks } from "./sheet/axes.ts";
import { addNamedLevels } from "./sheet/levels.ts";
import { addColumnNames, columnsPanel, layColumns, type NamedColumns } from "./sheet/named_columns.ts";
import type { Page } from "./sheet/page.ts";
import { ink } from "./sheet/palette.ts";
import { addTexts, type Panel, type TextItem, xPixel } from "./sheet/sheet.ts";
import { addBoxes, addMeans, outlierColor } from "./box_marks.ts";
import { type BoxPlan, countText } from "./box_plan.ts";

export function uprightColumns(page: Page, { boxes, axis, style, levels }: BoxPlan): NamedColumns {
  return layColumns(page, boxes.map(({ name }) => name), { ticks: axisTicks(style, axis), levels });
}

export function uprightBoxes(
  page: Page,
  plan: BoxPlan,
  { columns, top }: { readonly columns: NamedColumns; readonly top: number },
): Panel {
  const { boxes, axis, levels } = plan;
  const counts = countsThatFit(page, plan, columns);
  const foot = counts === null ? 0 : page.fonts.small * 1.3;
  const panel = columnsPanel(page, columns, { top, y: axis.domain, foot });
  addLeftAxis(page, panel, { ticks: axisTicks(plan.style, axis) });
  addBoxes(panel, boxes, { lying: false, half: boxes.length === 1 ? 0.08 : boxes.length < 3 ? 0.14 : 0.28 });
  addBeyond(page, panel, plan.beyond);
  if (plan.withMeans) addMeans(panel, boxes, { lying: false, edge: page.fonts.small * 0.35 });
  addColumnNames(page, panel, columns);
  if (counts !== null) addCounts(page, panel, { counts, below: columns.names.height });
  addNamedLevels(page, panel, levels);
  return panel;
}

/** How many outliers of each box lie beyond the axis, at the end where they are. */
function addBeyond(page: Page, panel: Panel, beyond: readonly (readonly number[])[]): void {
  const size = page.fonts.small;
  addTexts(
    panel,
    beyond.flatMap((values, index): TextItem[] => {
      const above = values.filter((value) => value > panel.y[1]).length;
      const below = values.length - above;
      const look = { x: xPixel(panel, index + 0.5), size, color: outlierColor, align: "center" } as const;
      return [
        ...(above === 0 ? [] : [{ ...look, y: -2, text: `▲${above}`, baseline: "bottom" } as const]),
        ...(below === 0
          ? []
          : [{ ...look, y: panel.height - 2, text: `▼${below}`, baseline: "bottom" } as const]),
      ];
    }),
  );
}

/** How many values each box stands for; null where there is no room for that. */
function countsThatFit(
  page: Page,
  { boxes }: BoxPlan,
  { names, step }: NamedColumns,
): readonly string[] | null {
  const counts = boxes.map(countText);
  const fits = (text: string) => page.measure(text, page.fonts.small) < step;
  return !names.turned && counts.every(fits) ? counts : null;
}

/** The counts below the names of the boxes. */
function addCounts(
  page: Page,
  panel: Panel,
  { counts, below }: { readonly counts: readonly string[]; readonly below: number },
): void {
  addTexts(
    panel,
    counts.map((text, index): TextItem => ({
      x: xPixel(panel, index + 0.5),
      y: panel.height + below,
      text,
      size: page.fonts.small,
      color: ink.soft,
      align: "center",
      baseline: "top",
    })),
  );
}
