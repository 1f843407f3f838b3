/** P01 and P12: one line or several over time, labelled where they end. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import { type Chart, type Context, say } from "../context.ts";
import { warnOfUnlike } from "../plan/unlike_measures.ts";
import { reachedByTimes } from "../summary/reached_levels.ts";
import { seriesSentences } from "../summary/series_sentences.ts";
import { cutNames } from "../summary/text/cut_names.ts";
import { labelFormat, type NumberStyle, styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { eachJa } from "../summary/text/headline.ts";
import { valueName } from "../summary/text/value_name.ts";
import type { CategoryColumn, TimeColumn } from "../table/column.ts";
import { type Course, coursePoints, coursesOf } from "../values/courses.ts";
import { lastIndex } from "../values/last_index.ts";
import { warnOfGaps } from "../values/line_gaps.ts";
import { linePoints } from "../values/line_points.ts";
import { outstandingValues } from "../values/outstanding.ts";
import { timeDomain } from "../values/time_buckets.ts";
import { type TimeSeries, timeSeries } from "../values/time_series.ts";
import { seriesSubtitle } from "./series_subtitle.ts";
import {
  addLeftAxis,
  addTimeAxis,
  axisTicks,
  heightSteps,
  type LabelledTick,
  leftBeside,
  timeAxisHeight,
} from "./sheet/axes.ts";
import { addEndLabels, endRoom } from "./sheet/end_labels.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { addLevels, levelsOf, lineColor } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { faintOf, ink } from "./sheet/palette.ts";
import { addDots, addLines, addTexts, type Panel, type Point, type TextItem } from "./sheet/sheet.ts";
import { timeTicks } from "./sheet/time_ticks.ts";
import { extentOf, zoomed } from "./sheet/value_domain.ts";
import { extremeLabels, outstandingLabels } from "./value_labels.ts";

const mostPoints = 1200;
const fewPoints = 26;
const densePoints = 120;

export function drawLines(context: Context, time: TimeColumn, group: CategoryColumn | null): Chart {
  const { page, roles: { value } } = context;
  const data = timeSeries(context, { time, group, cumulates: true, gaps: true });
  const style = styleOf(value, page.language);
  const name = valueName(context);
  warnOfGaps(context, name, data);
  const unlike = warnOfUnlike(context, data.series);
  const levels = levelsOf(context, data.series.flatMap((one) => [...one.values]), style);
  const extent = extentOf([...data.series.map((one) => one.values), levels.map((level) => level.value)]);
  const steps = heightSteps(page);
  const axis = zoomed(extent, { steps, style, integer: value?.integer ?? true });
  const ticks = axisTicks(style, axis);
  const multiple = data.series.length > 1;
  const head = layHead(page, {
    given: context.title,
    title: lineTitle(context, name, group),
    subtitle: seriesSubtitle(page, data, axis),
    yTitle: titleWithUnit(name, style),
  });
  const labels = endLabels(context, data, { multiple, style, most: extent.most });
  const panel = layPanel(context, { data, ticks, labels, top: head.bottom, domain: axis.domain });
  addLeftAxis(page, panel, { ticks });
  addTimeAxis(page, panel, { ticks: ticksOf(page, data, panel.width) });
  // A dense line would hide the average that is to be read off it.
  const isBehind = data.times.length > densePoints &&
    context.auxiliary.some(({ kind }) => kind === "moving_avg");
  const drawn = addSeries(panel, data, isBehind);
  const format = labelFormat(style, extent.most);
  const extremes = multiple
    ? outstandingLabels(page, panel, { data, values: outstandingValues(data.series), format })
    : extremeLabels(context, panel, { data, format, levels });
  const courses = addCourses(context, panel, { data, extremes, bold: isBehind });
  addLevels(page, panel, { lines: levels, drawn: [...drawn, ...courses.lines] });
  addTexts(panel, extremes);
  addEndLabels(page, panel, { data, texts: labels.texts });
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: multiple || group !== null ? "multi_line" : "line",
    sentences: [
      ...seriesSentences(context, data, { name, style, levels: reachedByTimes(context, data, levels) }),
      ...unlike,
    ],
    auxiliary: [...levels.map((level) => level.kind), ...courses.kinds],
  };
}

function lineTitle({ page, roles: { time } }: Context, name: string, group: CategoryColumn | null): string {
  if (group !== null && group.index === -1 && group.distinct <= 4) {
    const names = group.values().labels;
    return say(page, {
      ja: `${names.join("・")}の推移`,
      en: `${names.join(", ")} over ${time?.grain === "step" ? time.name : "time"}`,
    });
  }
  const over = time?.grain === "step" ? time.name : "time";
  if (group === null) return say(page, { ja: `${name}の推移`, en: `${name} over ${over}` });
  return say(page, {
    ja: `${eachJa(group.name)}の${name}の推移`,
    en: `${name} over ${over} by ${group.name}`,
  });
}

function ticksOf(page: Page, data: TimeSeries, width: number) {
  return timeTicks(timeDomain(data.times, data.grain), {
    grain: data.grain,
    single: data.times.length === 1 ? data.times[0] : undefined,
    language: page.language,
    width,
    measure: (text) => page.measure(text, page.fonts.label),
  });
}

interface Labels {
  readonly texts: readonly string[];
  readonly width: number;
}

/** What stands at the right end of each line: its name, or its last value where there is one line only. */
function endLabels(
  { page }: Context,
  data: TimeSeries,
  { multiple, style, most }: { multiple: boolean; style: NumberStyle; most: number },
): Labels {
  const size = page.fonts.label;
  const format = labelFormat(style, most);
  const texts = multiple
    ? cutNames(page, data.series.map(({ name }) => name), { size, width: page.width * 0.22 })
    : data.series.map(({ values }) => format(values[lastIndex(values)] ?? NaN));
  return { texts, width: Math.max(0, ...texts.map((text) => page.measure(text, size))) };
}

function layPanel(
  { page }: Context,
  { data, ticks, labels, top, domain }: {
    data: TimeSeries;
    ticks: readonly LabelledTick[];
    labels: Labels;
    top: number;
    domain: readonly [number, number];
  },
): Panel {
  const { fonts, margin } = page;
  const left = leftBeside(page, ticks);
  const right = margin * 0.6 +
    (data.series.length > 1 ? endRoom(page, labels.width) : labels.width + fonts.label);
  const width = Math.max(100, page.width - left - right);
  const times = ticksOf(page, data, width);
  const height = Math.max(80, page.height - top - timeAxisHeight(times, fonts.label) - margin * 0.7);
  return { left, top, width, height, x: timeDomain(data.times, data.grain), y: domain, layers: [] };
}

/** The lines themselves; few points also as dots, so that a reader sees what is measured and what is drawn between. */
function addSeries(panel: Panel, data: TimeSeries, isBehind: boolean): readonly (readonly Point[])[] {
  const weight = isBehind ? 1.2 : 2.8;
  const drawn = data.series.map(({ color }, index) => {
    const look = { color: isBehind ? faintOf(color) : color, most: mostPoints, few: fewPoints };
    return linePoints(data, index, look);
  });
  addLines(panel, drawn.flatMap(({ line }) => line), { strokeWidth: weight });
  addDots(panel, drawn.flatMap(({ dots }) => dots), { size: weight * 16 });
  return drawn.map(({ line }) => line);
}

interface CourseOptions {
  readonly data: TimeSeries;
  readonly extremes: readonly TextItem[];
  /** Whether moving averages are what is to be read. */
  readonly bold: boolean;
}

interface DrawnCourses {
  readonly kinds: readonly AuxiliaryKind[];
  readonly lines: readonly (readonly Point[])[];
}

function addCourses(context: Context, panel: Panel, { data, extremes, bold }: CourseOptions): DrawnCourses {
  const { page } = context;
  const multiple = data.series.length > 1;
  const kinds: AuxiliaryKind[] = [];
  const lines: Point[][] = [];
  const labels: TextItem[] = [];
  data.series.forEach((one, series) => {
    for (const course of coursesOf(context, data, series)) {
      const { kind } = course;
      const isBold = bold && kind === "moving_avg";
      const color = multiple ? one.color : lineColor(kind);
      const points = coursePoints(course, { times: data.times, color, series });
      lines.push(points);
      addLines(
        panel,
        points,
        isBold ? { strokeWidth: 3 } : { strokeDash: kind === "moving_avg" ? [7, 4] : [2, 4], strokeWidth: 2 },
      );
      if (!kinds.includes(kind)) {
        kinds.push(kind);
        labels.push(courseLabel(context, isBold ? { ...course, sign: "——" } : course, labels.length));
      }
    }
  });
  const x = courseEnd(page, { labels, extremes, width: panel.width });
  addTexts(panel, labels.map((item) => ({ ...item, x, align: "right", size: page.fonts.small })));
  return { kinds, lines };
}

/** Where the names of courses end above a panel: at its right side, or left of the number of a peak that is there. */
function courseEnd(
  { measure, fonts: { small: size } }: Page,
  { labels, extremes, width }: {
    labels: readonly TextItem[];
    extremes: readonly TextItem[];
    width: number;
  },
): number {
  const longest = Math.max(0, ...labels.map(({ text }) => measure(text, size)));
  const half = ({ text }: TextItem) => measure(text, size) / 2 + size * 0.5;
  const peak = extremes.find((item) => item.y < size * 0.4 && item.x + half(item) > width - longest);
  return peak === undefined ? width : peak.x - half(peak);
}

function courseLabel({ page }: Context, { label, sign }: Course, index: number): TextItem {
  return {
    x: 0,
    y: -page.fonts.small * (1.1 + index * 1.3),
    text: `${sign} ${label}`,
    size: page.fonts.small,
    color: ink.title,
  };
}
