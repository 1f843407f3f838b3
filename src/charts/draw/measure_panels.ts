/** P31 of columns of different things: one panel below another, each on a scale of its own, with its own way to put rows together. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";
import { type Chart, type Context, say } from "../context.ts";
import { noteSentence } from "../plan/chart_warnings.ts";
import { ownScalesText } from "../plan/unlike_measures.ts";
import type { AuxiliaryWish } from "../read/auxiliary_wish.ts";
import { inUnitOf } from "../read/in_unit_of.ts";
import { measuredText } from "../summary/measured_text.ts";
import { seriesSentences } from "../summary/series_sentences.ts";
import {
  exactNumber,
  labelFormat,
  type NumberStyle,
  styleOf,
  titleWithUnit,
} from "../summary/text/format_number.ts";
import { joinParts, rangeText } from "../summary/text/time_words.ts";
import type { NumberColumn, TimeColumn } from "../table/column.ts";
import { coursePoints, coursesOf } from "../values/courses.ts";
import { lastIndex } from "../values/last_index.ts";
import { warnOfGaps } from "../values/line_gaps.ts";
import { linePoints } from "../values/line_points.ts";
import { timeDomain } from "../values/time_buckets.ts";
import { type TimeSeries, timeSeries } from "../values/time_series.ts";
import { addLeftAxis, addTimeAxis, axisTicks, leftBeside, timeAxisHeight } from "./sheet/axes.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { addLevels, type Level, levelsOf, lineColor } from "./sheet/levels.ts";
import { gridSheet } from "./sheet/page_sheet.ts";
import { colorOf, ink, textColorOf } from "./sheet/palette.ts";
import { layGrid } from "./sheet/panel_grid.ts";
import { addDots, addLines, addTexts, type Panel } from "./sheet/sheet.ts";
import { timeTicks } from "./sheet/time_ticks.ts";
import { extentOf, zoomed } from "./sheet/value_domain.ts";

const mostPoints = 400;
const fewPoints = 32;

export function drawMeasures(context: Context, time: TimeColumn, measures: readonly NumberColumn[]): Chart {
  const { page } = context;
  const parts = measures.map((value) => partOf(context, { time, value }));
  const [first] = parts;
  if (first === undefined) throw new RangeError("there are no measures");
  const names = measures.map(({ name }) => name);
  const notes = [ownScalesText(page, names), ...farLinesTexts(context, measures)];
  notes.forEach((note) => context.warn(note));
  const head = layHead(page, {
    given: context.title,
    title: say(page, { ja: `${names.join("・")}の推移`, en: `${names.join(", ")} over time` }),
    subtitle: joinParts([
      rangeText(first.data, page.language),
      say(page, { ja: "目盛は列ごと", en: "Each on its own scale" }),
    ]),
  });
  const { grid, times } = layPanels(context, { parts, data: first.data, top: head.bottom });
  const kinds = new Set<AuxiliaryKind>();
  parts.forEach((part, index) => {
    const panel = grid.panels[index];
    if (panel === undefined) return;
    addLeftAxis(page, panel, { ticks: part.ticks });
    addTimeAxis(page, panel, { ticks: times, labels: index === parts.length - 1, size: page.fonts.small });
    for (const kind of addPart(panel, part, index)) kinds.add(kind);
  });
  const [top] = grid.panels;
  if (top !== undefined) addHead(top, head);
  return {
    sheet: gridSheet(page, grid),
    template: "small_multiples",
    sentences: [
      ...parts.flatMap(({ own, data, value, style, levels }) =>
        seriesSentences(own, data, { name: value.name, style, levels }).slice(0, 1)
      ),
      ...notes.map((note) => noteSentence(note, page.language)),
    ],
    auxiliary: [...kinds],
  };
}

/** One measure by itself. */
interface Part {
  readonly own: Context;
  readonly value: NumberColumn;
  readonly data: TimeSeries;
  readonly style: NumberStyle;
  readonly levels: readonly Level[];
  readonly axis: ReturnType<typeof zoomed>;
  readonly ticks: ReturnType<typeof axisTicks>;
}

function partOf(
  context: Context,
  { time, value }: { readonly time: TimeColumn; readonly value: NumberColumn },
): Part {
  const { page } = context;
  const rows = value.values().length;
  // The times are repeated for each of the measures.
  const once: TimeColumn = { ...time, values: () => time.values().slice(0, rows) };
  const own: Context = {
    ...context,
    roles: { time: once, value, group: null, second: null },
    // A number that the sentence gives is of the measure whose size it has.
    auxiliary: context.auxiliary.filter((wish) => isNear(wish, value)),
  };
  const data = timeSeries(own, { time: once, group: null, cumulates: true, gaps: true });
  warnOfGaps(own, value.name, data);
  const style = styleOf(value, page.language);
  const values = data.series[0]?.values ?? new Float64Array();
  const levels = levelsOf(own, values, style);
  const axis = zoomed(extentOf([values, levels.map((level) => level.value)]), {
    steps: 4,
    style,
    integer: value.integer,
  });
  return { own, value, data, style, levels, axis, ticks: axisTicks(style, axis) };
}

function isNear({ value, ...wish }: AuxiliaryWish, column: NumberColumn): boolean {
  if (value === undefined) return true;
  const { least, most } = column;
  const at = inUnitOf({ ...wish, value }, column);
  const size = Math.max(Math.abs(least), Math.abs(most));
  return (at >= least && at <= most) || (Math.abs(at) <= size * 10 && Math.abs(at) >= size / 100);
}

/** Says which numbers of a sentence are of none of the measures, so that no line is drawn for them. */
function farLinesTexts({ page, auxiliary }: Context, measures: readonly NumberColumn[]): string[] {
  return auxiliary.flatMap((wish) => {
    const { value: at } = wish;
    if (at === undefined || measures.some((measure) => isNear(wish, measure))) return [];
    const shown = exactNumber(styleOf(null, page.language), at);
    return [say(page, {
      ja: `${shown}の線は、どの列の大きさからも離れているため、描いていません`,
      en: `the line at ${shown} is far from the values of every column, so that it is not drawn`,
    })];
  });
}

function layPanels(
  { page }: Context,
  { parts, data, top }: { readonly parts: readonly Part[]; readonly data: TimeSeries; readonly top: number },
) {
  const x = timeDomain(data.times, data.grain);
  const left = Math.max(...parts.map(({ ticks }) => leftBeside(page, ticks)));
  const times = timeTicks(x, {
    grain: data.grain,
    single: data.times.length === 1 ? data.times[0] : undefined,
    language: page.language,
    width: (page.width - left - page.margin) * 0.95,
    measure: (text) => page.measure(text, page.fonts.small),
  });
  const foot = timeAxisHeight(times, page.fonts.small);
  const grid = layGrid(page, { count: parts.length, columns: 1, top, left, foot, x, y: [0, 1] });
  const panels = grid.panels.map((panel, at): Panel => ({ ...panel, y: parts[at]?.axis.domain ?? [0, 1] }));
  return { times, grid: { ...grid, panels } };
}

function addPart(panel: Panel, part: Part, index: number): AuxiliaryKind[] {
  const { own, data, levels } = part;
  const color = colorOf(index);
  const { line, dots } = linePoints(data, 0, { color, most: mostPoints, few: fewPoints });
  addLines(panel, line, { strokeWidth: 2.6 });
  addDots(panel, dots, { size: 32 });
  addLevels(own.page, panel, { lines: levels, drawn: [line] });
  const courses = coursesOf(own, data, 0);
  for (const course of courses) {
    addLines(panel, coursePoints(course, { times: data.times, color: lineColor(course.kind), series: 1 }), {
      strokeWidth: 1.8,
      strokeDash: [6, 4],
    });
  }
  addName(panel, part, color);
  return [...levels, ...courses].map(({ kind }) => kind);
}

/** The measure above its panel, with its last value. */
function addName(panel: Panel, { own, value, data, style }: Part, color: string): void {
  const { page } = own;
  const values = data.series[0]?.values ?? new Float64Array();
  const last = values[lastIndex(values)] ?? NaN;
  const size = page.fonts.label;
  const place = { y: -size * 0.5, baseline: "bottom" } as const;
  const most = values.reduce((size, one) => Number.isNaN(one) ? size : Math.max(size, Math.abs(one)), 0);
  addTexts(panel, [
    {
      ...place,
      x: 0,
      text: measuredText(own, titleWithUnit(value.name, style), data),
      size,
      color: textColorOf(color),
    },
    {
      ...place,
      x: panel.width,
      text: Number.isNaN(last) ? "" : labelFormat(style, most)(last),
      size: page.fonts.small,
      color: ink.soft,
      align: "right",
    },
  ]);
}
