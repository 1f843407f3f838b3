/** Bars that stand, with names below them. */

import { addLeftAxis, axisTicks, heightSteps } from "./sheet/axes.ts";
import { labelPlace } from "./sheet/clear_of_lines.ts";
import { addLevelCasings, addNamedLevels } from "./sheet/levels.ts";
import { addColumnNames, columnsPanel, layColumns } from "./sheet/named_columns.ts";
import type { Page } from "./sheet/page.ts";
import { ink } from "./sheet/palette.ts";
import { addBars, addTexts, type Bar, type Panel, type TextItem, xPixel, yPixel } from "./sheet/sheet.ts";
import { areWhole, zeroBased } from "./sheet/value_domain.ts";
import { titleWithUnit } from "../summary/text/format_number.ts";
import { barColor, type BarPlan } from "./bar_plan.ts";

export function uprightPanel(page: Page, plan: BarPlan): Panel {
  const { fonts, margin } = page;
  const axis = zeroBased(plan.extent, {
    steps: heightSteps(page),
    style: plan.style,
    integer: areWhole(plan.totals.values),
  });
  const ticks = axisTicks(plan.style, axis);
  const { names, values } = plan.totals;
  const columns = layColumns(page, names, { ticks, levels: plan.levels });
  const wide = Math.max(0, ...plan.labels.map((label) => page.measure(label, fonts.small)));
  const isLabelled = wide <= columns.step;
  // The label of a bar that reaches the highest tick stands below the name of the axis, not beside it.
  const above = isLabelled && plan.extent.most > axis.domain[1] * 0.96 ? fonts.small * 1.2 : 0;
  const top = plan.top + fonts.small * 2.2 + above;
  const panel = columnsPanel(page, columns, {
    top,
    y: axis.domain,
    ...(isLabelled ? { labels: { least: plan.extent.least, height: fonts.small * 1.8 } } : {}),
  });
  addTexts(panel, [{
    x: margin - panel.left,
    y: -fonts.small * 1.9 - above,
    text: titleWithUnit(plan.valueName, plan.style),
    size: fonts.small,
    color: ink.soft,
  }]);
  addLeftAxis(page, panel, { ticks });
  const inset = names.length === 1 ? 0.35 : 0.16;
  addBars(
    panel,
    values.map((value, index): Bar => ({
      x: index + inset,
      x2: index + 1 - inset,
      y: 0,
      y2: value,
      color: barColor(plan, index),
    })),
  );
  addLevelCasings(panel, plan.levels);
  addNamedLevels(page, panel, plan.levels);
  if (isLabelled) addColumnLabels(page, panel, plan);
  addColumnNames(page, panel, columns);
  return panel;
}

/** The value of each bar at its end, over the lines that may run there. */
function addColumnLabels({ fonts: { small: size } }: Page, panel: Panel, plan: BarPlan): void {
  const { labels, totals, levels } = plan;
  const lines = levels.map((level) => yPixel(panel, level.value));
  addTexts(
    panel,
    labels.map((text, index): TextItem => {
      const value = totals.values[index] ?? 0;
      const up = value >= 0;
      return {
        x: xPixel(panel, index + 0.5),
        y: labelPlace(yPixel(panel, value), { up, lines, size }),
        text,
        size,
        color: ink.text,
        align: "center",
        baseline: up ? "bottom" : "top",
        halo: levels.length > 0,
      };
    }),
  );
}
