/** Boxes that lie, with names left of them: many groups, or long names. */

import { addBottomAxis, axisTicks } from "./sheet/axes.ts";
import type { Page } from "./sheet/page.ts";
import { ink } from "./sheet/palette.ts";
import { addTexts, type Panel, type TextItem, yPixel } from "./sheet/sheet.ts";
import { addUprightLevels, layUprightLevels } from "./sheet/upright_levels.ts";
import { cutNames } from "../summary/text/cut_names.ts";
import { titleWithUnit } from "../summary/text/format_number.ts";
import { addBoxes, addMeans, outlierColor } from "./box_marks.ts";
import { type BoxPlan, countText } from "./box_plan.ts";

const most = 40;

/** How many boxes can lie below each other with names that do not touch. */
export function mostLying({ height, fonts }: Page): number {
  return Math.min(most, Math.floor((height - fonts.label * 12) / (fonts.small * 1.2)));
}

/** How many steps the axis below such boxes is cut into. */
export function lyingSteps({ width, fonts }: Page): number {
  return Math.max(3, Math.round(width * 0.65 / (fonts.label * 7)));
}

export function lyingBoxes(page: Page, plan: BoxPlan, top: number): Panel {
  const { fonts, margin } = page;
  const { boxes, style, levels } = plan;
  const counts = boxes.map(countText);
  const names = boxes.map(({ name }) => name);
  const heightBelow = (above: number) => Math.max(80, page.height - above - footOf(page));
  const row = heightBelow(top) / Math.max(1, boxes.length);
  const size = row < fonts.label * 1.2 ? fonts.small : fonts.label;
  const shown = cutNames(page, names, { size, width: page.width * 0.32 });
  const left = margin + Math.max(...shown.map((name) => page.measure(name, size))) + size * 0.7;
  const right = Math.max(...counts.map((text) => page.measure(text, fonts.small))) + size * 2.2;
  const width = page.width - left - margin - right;
  const upright = layUprightLevels(page, levels, { width, x: plan.axis.domain });
  const panel: Panel = {
    left,
    top: top + upright.room,
    width,
    height: heightBelow(top + upright.room),
    x: plan.axis.domain,
    y: [Math.max(1, boxes.length), 0],
    layers: [],
  };
  addBottomAxis(page, panel, { ticks: axisTicks(style, plan.axis) });
  addBoxes(panel, boxes, { lying: true, half: Math.min(0.32, fonts.label * 1.6 / row) });
  addBeyond(page, panel, plan.beyond);
  if (plan.withMeans) addMeans(panel, boxes, { lying: true, edge: Math.min(fonts.small, row) * 0.35 });
  addUprightLevels(page, panel, { ...upright, isCased: false });
  addRowTexts(page, panel, { names: shown, counts, size });
  addTexts(panel, [{
    x: panel.width / 2,
    y: panel.height + fonts.label * 2.2,
    text: titleWithUnit(plan.name, style),
    size: fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "top",
  }]);
  return panel;
}

/** Below the boxes: the values of the axis and their name. */
function footOf({ fonts, margin }: Page): number {
  return fonts.label * 2 + fonts.small * 1.6 + margin * 0.6;
}

/** The names left of the boxes, and at the right how many values they stand for. */
function addRowTexts(
  { fonts }: Page,
  panel: Panel,
  { names, counts, size }: {
    readonly names: readonly string[];
    readonly counts: readonly string[];
    readonly size: number;
  },
): void {
  const middle = (index: number) => yPixel(panel, index + 0.5);
  addTexts(panel, [
    ...names.map((text, index): TextItem => ({
      x: -size * 0.7,
      y: middle(index),
      text,
      size,
      align: "right",
    })),
    ...counts.map((text, index): TextItem => ({
      x: panel.width + size * 2.2,
      y: middle(index),
      text,
      size: fonts.small,
      color: ink.soft,
    })),
  ]);
}

/** How many outliers of each box lie beyond the axis, at the end where they are. */
function addBeyond(page: Page, panel: Panel, beyond: readonly (readonly number[])[]): void {
  const size = page.fonts.small;
  addTexts(
    panel,
    beyond.flatMap((values, index): TextItem[] => {
      const above = values.filter((value) => value > panel.x[1]).length;
      const below = values.length - above;
      const look = { y: yPixel(panel, index + 0.5), size, color: outlierColor };
      return [
        ...(above === 0 ? [] : [{ ...look, x: panel.width + 2, text: `▶${above}` }]),
        ...(below === 0 ? [] : [{ ...look, x: 2, text: `◀${below}`, halo: true }]),
      ];
    }),
  );
}
