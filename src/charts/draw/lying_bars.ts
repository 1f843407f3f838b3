/** Bars that lie, with names left of them. */

import { addBottomAxis, axisTicks } from "./sheet/axes.ts";
import { clearOfLines } from "./sheet/clear_of_lines.ts";
import { type Page, wrapText } from "./sheet/page.ts";
import { ink } from "./sheet/palette.ts";
import {
  addBars,
  addPixelRules,
  addTexts,
  type Bar,
  type Panel,
  type TextItem,
  xPixel,
  yPixel,
} from "./sheet/sheet.ts";
import { addUprightLevels, layUprightLevels, mostUprightRoom } from "./sheet/upright_levels.ts";
import { areWhole, withRoomBelow, zeroBased } from "./sheet/value_domain.ts";
import { cutNames } from "../summary/text/cut_names.ts";
import { titleWithUnit } from "../summary/text/format_number.ts";
import type { GroupTotals } from "../values/group_totals.ts";
import { barColor, type BarPlan } from "./bar_plan.ts";

export function lyingPanel(page: Page, plan: BarPlan): Panel {
  const { fonts, margin } = page;
  const count = plan.totals.names.length;
  const size = fonts.label;
  const heightBelow = (top: number) =>
    Math.max(80, page.height - top - size * 2 - fonts.small * 1.6 - margin * 0.6);
  // The lines are laid in the width that the names leave, so that these reckon with the most room for them.
  const lowest = heightBelow(plan.top + mostUprightRoom(page, plan.levels));
  const names = layRowNames(page, plan.totals.names, lowest / count);
  const left = margin + Math.max(...names.flat().map((name) => page.measure(name, size))) + size * 0.7;
  const labelWidth = Math.max(0, ...plan.labels.map((label) => page.measure(label, fonts.small)));
  const width = page.width - left - margin - labelWidth * 0.9;
  const axis = zeroBased(plan.extent, {
    steps: Math.max(3, Math.round(width / (size * 9))),
    style: plan.style,
    integer: areWhole(plan.totals.values),
  });
  const ticks = axisTicks(plan.style, axis);
  const share = (labelWidth + size * 0.8) / width;
  const x = withRoomBelow(axis.domain, { least: plan.extent.least, share });
  const upright = layUprightLevels(page, plan.levels, { width, x });
  const top = plan.top + upright.room;
  const panel: Panel = {
    left,
    top,
    width,
    height: heightBelow(top),
    x,
    y: [Math.max(1, count), 0],
    layers: [],
  };
  addBottomAxis(page, panel, { ticks });
  const inset = count < 4 ? 0.25 : 0.14;
  addBars(
    panel,
    plan.totals.values.map((value, index): Bar => ({
      x: 0,
      x2: value,
      y: index + inset,
      y2: index + 1 - inset,
      color: barColor(plan, index),
    })),
  );
  addUprightLevels(page, panel, upright);
  addSplit(panel, plan.totals);
  addRowTexts(page, panel, { plan, names });
  return panel;
}

const lineHeight = 1.2;

/** The lines of each name: two where it is too long for one and its bar is high enough. */
function layRowNames(page: Page, names: readonly string[], height: number): string[][] {
  const place = { size: page.fonts.label, width: page.width * 0.28 };
  const cut = cutNames(page, names, place);
  if (height < place.size * 2 * lineHeight) return cut.map((name) => [name]);
  const wrapped = names.map((name, at) => cut[at] === name ? [name] : wrapText(page, name, place));
  // Names that are cut so that they can be told apart stay so.
  const isTold = new Set(wrapped.map((lines) => lines.join("\n"))).size === new Set(names).size;
  return isTold ? wrapped : cut.map((name) => [name]);
}

/** Marks where those between the largest and the smallest are left out. */
function addSplit(panel: Panel, { split }: GroupTotals): void {
  if (split === null) return;
  const y = yPixel(panel, split);
  addPixelRules(panel, [{ x: -panel.left * 0.9, x2: panel.width, y, y2: y, color: ink.axis, dash: [2, 4] }]);
}

/** The names left of the bars, their values at the ends, and below what is measured. */
function addRowTexts(
  { fonts, measure }: Page,
  panel: Panel,
  { plan, names }: { readonly plan: BarPlan; readonly names: readonly (readonly string[])[] },
): void {
  const size = fonts.label;
  const negative = plan.extent.least < 0;
  const lines = plan.levels.map(({ value }) => xPixel(panel, value));
  const middle = (index: number) => yPixel(panel, index + 0.5);
  addTexts(
    panel,
    names.flatMap((lines, index) =>
      lines.map((text, line): TextItem => ({
        x: -size * 0.7,
        y: middle(index) + (line - (lines.length - 1) / 2) * size * lineHeight,
        text,
        size,
        align: "right",
      }))
    ),
  );
  addTexts(
    panel,
    plan.labels.map((text, index): TextItem => {
      const value = plan.totals.values[index] ?? 0;
      const right = value >= 0 || !negative;
      const sign = right ? 1 : -1;
      const length = measure(text, fonts.small);
      const end = xPixel(panel, value) + sign * size * 0.4;
      return {
        x: clearOfLines(end, { length, sign, lines, gap: size * 0.4, most: length }),
        y: middle(index),
        text,
        size: fonts.small,
        align: right ? "left" : "right",
        // A line may run through it.
        halo: plan.levels.length > 0,
      };
    }),
  );
  addTexts(panel, [{
    x: panel.width / 2,
    y: panel.height + size * 2.2,
    text: titleWithUnit(plan.valueName, plan.style),
    size: fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "top",
  }]);
}
