/** P31: one panel for each group, all on the same scales, with the others in grey behind it. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import { type Chart, type Context, say } from "../context.ts";
import { warnOfUnlike } from "../plan/unlike_measures.ts";
import { partedLabels } from "../summary/own_levels.ts";
import { reachedByTimes } from "../summary/reached_levels.ts";
import { seriesSentences } from "../summary/series_sentences.ts";
import { cutNames } from "../summary/text/cut_names.ts";
import { labelFormat, type NumberStyle, styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { valueName } from "../summary/text/value_name.ts";
import type { CategoryColumn, TimeColumn } from "../table/column.ts";
import { coursePoints, coursesOf } from "../values/courses.ts";
import { lastIndex } from "../values/last_index.ts";
import { warnOfGaps } from "../values/line_gaps.ts";
import { linePoints } from "../values/line_points.ts";
import { outstandingValues } from "../values/outstanding.ts";
import { timeDomain } from "../values/time_buckets.ts";
import { type TimeSeries, timeSeries } from "../values/time_series.ts";
import { seriesSubtitle } from "./series_subtitle.ts";
import { addLeftAxis, addTimeAxis, axisTicks, leftBeside, timeAxisHeight } from "./sheet/axes.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { addLevels, levelsOf, lineColor, ownLevels } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { gridSheet } from "./sheet/page_sheet.ts";
import { ink, textColorOf } from "./sheet/palette.ts";
import { type GridOptions, layGrid } from "./sheet/panel_grid.ts";
import { addDots, addLines, addTexts, type Panel, type Point } from "./sheet/sheet.ts";
import { timeTicks } from "./sheet/time_ticks.ts";
import { areWhole, extentOf, zoomed } from "./sheet/value_domain.ts";
import { outstandingLabels } from "./value_labels.ts";

const mostPanels = 12;
const mostPoints = 400;
const fewPoints = 16;

export function drawSmallMultiples(context: Context, time: TimeColumn, group: CategoryColumn): Chart {
  const { page, roles: { value }, intent } = context;
  const shares = intent.senses.has("composition") && (value === null || value.least >= 0);
  const series = timeSeries(context, {
    time,
    group,
    shares,
    cumulates: true,
    gaps: true,
    most: mostPanels,
  });
  const data = shares ? { ...series, aggregation: null } : series;
  const own = styleOf(value, page.language);
  const style: NumberStyle = shares ? { language: page.language, unit: "", ratio: true } : own;
  const base = valueName(context);
  const name = shares ? say(page, { ja: `${base}の構成比`, en: `Share of ${base}` }) : base;
  warnOfGaps(context, base, data);
  const unlike = warnOfUnlike(context, data.series);
  const all = data.series.flatMap((one) => [...one.values]);
  const levels = levelsOf(context, all, style);
  const parts = data.series.map(({ name, values }) => ({
    name,
    levels: ownLevels(context, values, { overall: levels, style }),
  }));
  const extent = extentOf([...data.series.map((one) => one.values), levels.map((level) => level.value)]);
  const axis = zoomed(extent, { steps: 4, style, integer: areWhole(all) });
  const ticks = axisTicks(style, axis);
  const head = layHead(page, {
    given: context.title,
    title: say(page, { ja: `${group.name}ごとの${name}の推移`, en: `${name} over time, by ${group.name}` }),
    subtitle: seriesSubtitle(page, data, axis),
    yTitle: titleWithUnit(name, style),
  });
  const left = leftBeside(page, ticks);
  const { grid, times } = layTimeGrid(page, { data, top: head.bottom, left, y: axis.domain });
  const kinds = new Set<AuxiliaryKind>(levels.map((level) => level.kind));
  const outstanding = outstandingValues(data.series);
  const format = labelFormat(style, extent.most);
  grid.panels.forEach((panel, index) => {
    addLeftAxis(page, panel, { ticks, labels: grid.isLeft(index) });
    addTimeAxis(page, panel, { ticks: times, labels: grid.isLowest(index), size: page.fonts.small });
    const front = addPanelLines(panel, data, index);
    // The grey ones behind it may be hidden; a name far from its line is left to the other panels.
    addLevels(page, panel, { lines: parts[index]?.levels ?? [], drawn: [front], near: index > 0 });
    for (const kind of addPanelCourses(context, panel, { data, index })) kinds.add(kind);
    const values = outstanding.filter(({ series }) => series === index);
    addTexts(panel, outstandingLabels(page, panel, { data, values, format }));
    addPanelName(context, panel, { data, index, format });
  });
  const [first] = grid.panels;
  if (first !== undefined) addHead(first, head);
  return {
    sheet: gridSheet(page, grid),
    template: "small_multiples",
    sentences: [
      ...seriesSentences(context, data, {
        name,
        style,
        levels: partedLabels(context, reachedByTimes(context, data, levels), { parts, style }),
      }),
      ...unlike,
    ],
    auxiliary: [...kinds],
  };
}

/** The panels with the ticks below them: the width of the panels decides on the ticks, and these on the height. */
function layTimeGrid(
  page: Page,
  { data, ...place }: Pick<GridOptions, "top" | "left" | "y"> & { readonly data: TimeSeries },
) {
  const x = timeDomain(data.times, data.grain);
  const lay = (foot: number) => layGrid(page, { ...place, count: data.series.length, foot, x });
  const sketch = lay(page.fonts.label * 3);
  const times = timeTicks(x, {
    grain: data.grain,
    single: data.times.length === 1 ? data.times[0] : undefined,
    language: page.language,
    width: (sketch.panels[0]?.width ?? 100) * 0.95,
    measure: (text) => page.measure(text, page.fonts.small),
  });
  return { times, grid: lay(timeAxisHeight(times, page.fonts.small)) };
}

/** Gives the line of the panel's own group. */
function addPanelLines(panel: Panel, data: TimeSeries, index: number): readonly Point[] {
  const points = (series: number, color: string) =>
    linePoints(data, series, { color, most: mostPoints, few: fewPoints });
  const others = data.series.flatMap((_, other) => other === index ? [] : points(other, "#d5d9de").line);
  addLines(panel, others, { strokeWidth: 1.2 });
  const own = points(index, data.series[index]?.color ?? ink.main);
  addLines(panel, own.line, { strokeWidth: 2.6 });
  addDots(panel, own.dots, { size: 32 });
  return own.line;
}

function addPanelCourses(
  context: Context,
  panel: Panel,
  { data, index }: { data: TimeSeries; index: number },
): AuxiliaryKind[] {
  return coursesOf(context, data, index).map((course, place) => {
    const { kind, label, sign } = course;
    const points = coursePoints(course, { times: data.times, color: lineColor(kind), series: index });
    addLines(panel, points, {
      strokeWidth: 1.8,
      strokeDash: kind === "moving_avg" ? [6, 4] : [2, 4],
    });
    const size = context.page.fonts.small;
    if (index === 0) {
      addTexts(panel, [{
        x: size * 0.4,
        y: size * (0.8 + place * 1.3),
        text: `${sign} ${label}`,
        size,
        color: lineColor(kind),
      }]);
    }
    return kind;
  });
}

function addPanelName(
  { page }: Context,
  panel: Panel,
  { data, index, format }: { data: TimeSeries; index: number; format: (value: number) => string },
): void {
  const series = data.series[index];
  if (series === undefined) return;
  const size = page.fonts.label;
  const last = series.values[lastIndex(series.values)] ?? NaN;
  const value = say(page, { ja: `最終 ${format(last)}`, en: `Last: ${format(last)}` });
  const room = panel.width - page.measure(value, page.fonts.small) - size;
  // A name is worth more than the number, which the picture shows too.
  const isValued = !Number.isNaN(last) && page.measure(series.name, size) <= room;
  const width = isValued ? room : panel.width;
  addTexts(panel, [
    {
      x: 0,
      y: -size * 0.5,
      text: cutNames(page, data.series.map(({ name }) => name), { size, width })[index] ?? "",
      size,
      color: textColorOf(series.color),
      baseline: "bottom",
    },
    {
      x: panel.width,
      y: -size * 0.5,
      text: isValued ? value : "",
      size: page.fonts.small,
      color: ink.soft,
      align: "right",
      baseline: "bottom",
    },
  ]);
}
