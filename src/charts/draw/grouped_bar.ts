/** P21, and P02 with a second grouping: bars side by side for each time or group. */

import type { Chart, Context } from "../context.ts";
import { warnOfUnlike } from "../plan/unlike_measures.ts";
import { addLeftAxis, axisTicks, heightSteps } from "./sheet/axes.ts";
import { labelPlace } from "./sheet/clear_of_lines.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { addLevelCasings, addNamedLevels, type Level, levelsOf } from "./sheet/levels.ts";
import { addColumnNames, columnsPanel, layColumns } from "./sheet/named_columns.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { ink } from "./sheet/palette.ts";
import { addBars, addTexts, type Bar, type Panel, type TextItem, xPixel, yPixel } from "./sheet/sheet.ts";
import { areWhole, extentOf, zeroBased } from "./sheet/value_domain.ts";
import { matrixSentences } from "../summary/matrix_sentences.ts";
import { labelFormat, styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { valueName } from "../summary/text/value_name.ts";
import type { GroupMatrix } from "../values/group_matrix.ts";
import { warnOfMissingBars } from "../values/lacking_values.ts";

export interface GroupedWords {
  readonly title: string;
  readonly subtitle: string;
}

export function drawGroupedBars(context: Context, matrix: GroupMatrix, words: GroupedWords): Chart {
  const { page, roles: { value } } = context;
  const style = styleOf(value, page.language);
  const name = valueName(context);
  const unlike = warnOfUnlike(context, matrix.series);
  const all = matrix.series.flatMap((one) => [...one.values]);
  const levels = levelsOf(context, all, style);
  const extent = extentOf([all, levels.map((level) => level.value)]);
  const head = layHead(page, {
    given: context.title,
    title: words.title,
    subtitle: joinParts([words.subtitle]),
    legend: matrix.series.map(({ name, color }) => ({ label: name, color })),
    yTitle: titleWithUnit(name, style),
  });
  const steps = heightSteps(page);
  const axis = zeroBased(extent, { steps, style, integer: areWhole(all) });
  const ticks = axisTicks(style, axis);
  const columns = layColumns(page, matrix.names, { ticks, levels });
  const panel = columnsPanel(page, columns, {
    top: head.bottom,
    y: axis.domain,
    labels: { least: extent.least, height: page.fonts.small * 1.8 },
  });
  addLeftAxis(page, panel, { ticks });
  const bars = barsOf(matrix);
  addBars(panel, bars.filter(({ value }) => !Number.isNaN(value)).map(({ bar }) => bar));
  addLevelCasings(panel, levels);
  addNamedLevels(page, panel, levels);
  const marked = addBarLabels(context, panel, {
    bars,
    format: labelFormat(style, Math.max(Math.abs(extent.least), Math.abs(extent.most))),
    levels,
  });
  warnOfMissingBars(context, { name, matrix, marked });
  addColumnNames(page, panel, columns);
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: "grouped_bar",
    sentences: [...matrixSentences(context, matrix, { name, style, levels }), ...unlike],
    auxiliary: levels.map((level) => level.kind),
  };
}

interface Placed {
  readonly bar: Bar;
  /** NaN where there is none. */
  readonly value: number;
}

function barsOf({ names, series }: GroupMatrix): Placed[] {
  const inset = 0.12;
  const each = (1 - 2 * inset) / Math.max(1, series.length);
  const slim = each * (series.length > 1 ? 0.05 : 0.1);
  return names.flatMap((_, at) =>
    series.map(({ values, color }, index): Placed => {
      const value = values[at] ?? NaN;
      const x = at + inset + index * each;
      return { value, bar: { x: x + slim, x2: x + each - slim, y: 0, y2: value, color } };
    })
  );
}

/** What stands where a bar would be that has no value, so that it does not look like one of zero. */
const noBar = "–";

/** Values above the bars, where every one fits over its own bar; else only zeros and bars that are not there, if these fit. */
function addBarLabels(
  { page }: Context,
  panel: Panel,
  { bars, format, levels }: {
    bars: readonly Placed[];
    format: (value: number) => string;
    levels: readonly Level[];
  },
): boolean {
  const size = page.fonts.small;
  const lines = levels.map((level) => yPixel(panel, level.value));
  const room = Math.min(...bars.map(({ bar }) => xPixel(panel, bar.x2) - xPixel(panel, bar.x)));
  const labels = bars.map(({ bar, value }) => ({
    bar,
    value: value || 0,
    text: Number.isNaN(value) ? noBar : format(value),
  }));
  const fit = (some: typeof labels) => some.every(({ text }) => page.measure(text, size) <= room * 1.05);
  const short = labels.filter(({ value }) => value === 0);
  const shown = [labels, short].find(fit) ?? [];
  addTexts(
    panel,
    shown.map(({ bar, value, text }): TextItem => ({
      x: xPixel(panel, (bar.x + bar.x2) / 2),
      y: labelPlace(yPixel(panel, value), { up: value >= 0, lines, size }),
      text,
      size,
      color: ink.text,
      align: "center",
      baseline: value >= 0 ? "bottom" : "top",
      halo: levels.length > 0,
    })),
  );
  return shown.length > 0;
}
