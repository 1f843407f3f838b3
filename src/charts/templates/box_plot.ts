/** P32: quartiles, whiskers and outliers of each group. */

import { type Chart, type Context, say } from "../context.ts";
import { addLeftAxis, axisTicks, heightSteps } from "../sheet/axes.ts";
import { addHead, layHead } from "../sheet/frame.ts";
import { addNamedLevels, type Level, levelsOf } from "../sheet/levels.ts";
import { addColumnNames, columnsPanel, layColumns, type NamedColumns } from "../sheet/named_columns.ts";
import { numberTicks } from "../sheet/number_ticks.ts";
import type { Page } from "../sheet/page.ts";
import { pageSheet } from "../sheet/page_sheet.ts";
import { ink } from "../sheet/palette.ts";
import {
  addBars,
  addDots,
  addPixelRules,
  addRules,
  addTexts,
  type Bar,
  type Panel,
  type Point,
  type Rule,
  type TextItem,
  xPixel,
  yPixel,
} from "../sheet/sheet.ts";
import { type Extent, extentOf } from "../sheet/value_domain.ts";
import { meansLabel, outlierSentence } from "../summaries/box_sentences.ts";
import { facetSentences } from "../summaries/facet_sentences.ts";
import { levelSentence } from "../summaries/level_sentence.ts";
import { exactNumber, type NumberStyle, styleOf, titleWithUnit } from "../text/format_number.ts";
import { eachJa } from "../text/headline.ts";
import { joinParts } from "../text/time_words.ts";
import { mean, quantile } from "../values/aggregate.ts";
import type { Facet } from "../values/facets.ts";

const mostOutliers = 150;

interface Box {
  readonly name: string;
  readonly count: number;
  readonly low: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly high: number;
  readonly mean: number;
  readonly outliers: readonly number[];
}

export function drawBoxes(context: Context, facets: readonly Facet[], groupName: string): Chart {
  const { page, roles: { value } } = context;
  const style = styleOf(value, page.language);
  const name = value?.name ?? "";
  const boxes = facets.map(boxOf);
  const all = facets.flatMap((facet) => facet.values);
  const levels = boxLevels(context, all, style);
  const withMeans = context.auxiliary.some(({ kind }) => kind === "mean_line");
  const extent = boxExtent(boxes, [
    ...levels.map((level) => level.value),
    ...(withMeans ? boxes.map((box) => box.mean) : []),
  ]);
  const axis = numberTicks([extent.least, extent.most], { steps: heightSteps(page) });
  const [least, most] = axis.domain;
  const beyond = boxes.map(({ outliers }) => outliers.filter((value) => value < least || value > most));
  const head = layHead(page, {
    given: context.title,
    title: groupName === "" ? say(page, { ja: `${name}のばらつき`, en: `Spread of ${name}` }) : say(page, {
      ja: `${eachJa(groupName)}の${name}のばらつき`,
      en: `Spread of ${name} by ${groupName}`,
    }),
    subtitle: joinParts([
      signsText(page, withMeans),
      beyondText(page, beyond.flat(), { style, axis: axis.domain }),
    ]),
    yTitle: titleWithUnit(name, style),
  });
  const ticks = axisTicks(style, axis);
  const columns = layColumns(page, boxes.map((box) => box.name), { ticks, levels });
  const counts = countsThatFit(page, boxes, columns);
  const foot = counts === null ? 0 : page.fonts.small * 1.3;
  const panel = columnsPanel(page, columns, { top: head.bottom, y: axis.domain, foot });
  addLeftAxis(page, panel, { ticks });
  addBoxes(panel, boxes);
  addBeyond(page, panel, beyond);
  if (withMeans) addMeans(panel, boxes, page.fonts.small);
  addColumnNames(page, panel, columns);
  if (counts !== null) addCounts(page, panel, counts);
  addNamedLevels(page, panel, levels);
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: "box_plot",
    sentences: [
      ...facetSentences(context, facets, { name, style }),
      ...outlierSentence(context, boxes),
      ...levelSentence(context, [
        ...levels,
        ...(withMeans ? [{ label: meansLabel(context, boxes, style) }] : []),
      ]),
    ],
    auxiliary: [
      ...levels.map((level) => level.kind),
      ...context.auxiliary.map(({ kind }) => kind).filter((kind) => kind === "mean_line"),
    ],
  };
}

/** Boxes that would be lower than this part of the axis could not be read. */
const lowest = 1 / 12;

/** How far the axis reaches: over all values, unless a few of them are so far away that the boxes would be lines. */
function boxExtent(boxes: readonly Box[], inside: readonly number[]): Extent {
  const whole = extentOf([inside, ...boxes.map(({ low, high, outliers }) => [low, high, ...outliers])]);
  const core = extentOf([inside, ...boxes.map(({ low, high }) => [low, high])]);
  const room = core.most - core.least;
  if (room === 0 || room >= (whole.most - whole.least) * lowest) return whole;
  return { least: Math.max(whole.least, core.least - room), most: Math.min(whole.most, core.most + room) };
}

/** What the signs at the ends of the axis stand for, and how far the values beyond them lie. */
function beyondText(
  page: Page,
  beyond: readonly number[],
  { style, axis: [bottom, top] }: { readonly style: NumberStyle; readonly axis: readonly [number, number] },
): string {
  if (beyond.length === 0) return "";
  const { least, most } = extentOf([beyond]);
  const [low, high] = [exactNumber(style, least), exactNumber(style, most)];
  const told = (signs: string, ja: string, en: string) =>
    say(page, {
      ja: `${signs}は軸の外の外れ値（${ja}まで）`,
      en: `${signs} outliers beyond the axis, ${en}`,
    });
  if (least > top) return told("▲", high, `up to ${high}`);
  if (most < bottom) return told("▼", low, `down to ${low}`);
  return told("▲▼", `${low}から${high}`, `from ${low} to ${high}`);
}

/** How many outliers of each box lie beyond the axis, at the end where they are. */
function addBeyond(page: Page, panel: Panel, beyond: readonly (readonly number[])[]): void {
  const size = page.fonts.small;
  addTexts(
    panel,
    beyond.flatMap((values, index): TextItem[] => {
      const above = values.filter((value) => value > panel.y[1]).length;
      const below = values.length - above;
      const look = { x: xPixel(panel, index + 0.5), size, color: "#b04d00", align: "center" } as const;
      return [
        ...(above === 0 ? [] : [{ ...look, y: -2, text: `▲${above}`, baseline: "bottom" } as const]),
        ...(below === 0
          ? []
          : [{ ...look, y: panel.height - 2, text: `▼${below}`, baseline: "bottom" } as const]),
      ];
    }),
  );
}

/** The lines across all boxes; each box has a sign for its own mean. */
function boxLevels(context: Context, all: readonly number[], style: NumberStyle): Level[] {
  const overall = (text: string) =>
    say(context.page, { ja: `全体の${text}`, en: `Overall ${text.toLowerCase()}` });
  return levelsOf(context, all, style).filter(({ kind }) => kind !== "mean_line").map((level) =>
    level.kind === "median_line"
      ? { ...level, label: overall(level.label), told: overall(level.told) }
      : level
  );
}

/** What the parts of a box stand for. */
function signsText(page: Page, withMeans: boolean): string {
  return joinParts([
    say(page, {
      ja: "箱は中央の50%、線は中央値、点は外れ値",
      en: "Box: middle 50%, line: median, dots: outliers",
    }),
    withMeans ? say(page, { ja: "◇は平均", en: "◇ mean" }) : "",
  ]);
}

/** How many values each box stands for; null where there is no room for that. */
function countsThatFit(
  page: Page,
  boxes: readonly Box[],
  { names, step }: NamedColumns,
): readonly string[] | null {
  const counts = boxes.map((box) => `n = ${box.count}`);
  const fits = (text: string) => page.measure(text, page.fonts.small) < step;
  return !names.turned && counts.every(fits) ? counts : null;
}

/** The counts below the names of the boxes. */
function addCounts(page: Page, panel: Panel, counts: readonly string[]): void {
  addTexts(
    panel,
    counts.map((text, index): TextItem => ({
      x: xPixel(panel, index + 0.5),
      y: panel.height + page.fonts.label * 2,
      text,
      size: page.fonts.small,
      color: ink.soft,
      align: "center",
      baseline: "top",
    })),
  );
}

function boxOf({ name, values }: Facet): Box {
  const sorted = Float64Array.from(values).sort();
  const q1 = quantile(sorted, 0.25);
  const q3 = quantile(sorted, 0.75);
  const reach = 1.5 * (q3 - q1);
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  const outside = [...sorted].filter((value) => value < q1 - reach || value > q3 + reach);
  return {
    name,
    count: sorted.length,
    // Of few values the last inside may lie within the box, where no whisker goes.
    low: Math.min(q1, inside[0] ?? q1),
    q1,
    median: quantile(sorted, 0.5),
    q3,
    high: Math.max(q3, inside.at(-1) ?? q3),
    mean: mean(sorted),
    outliers: outside,
  };
}

function addBoxes(panel: Panel, boxes: readonly Box[]): void {
  const [least, most] = panel.y;
  const half = boxes.length === 1 ? 0.08 : boxes.length < 3 ? 0.14 : 0.28;
  const across = (index: number) => ({ x: index + 0.5 - half, x2: index + 0.5 + half });
  addRules(panel, boxes.flatMap((box, index) => whiskers(box, { x: index + 0.5, cap: half * 0.4 })), {
    strokeWidth: 1.6,
  });
  addBars(
    panel,
    boxes.map(({ q1, q3 }, index): Bar => ({ ...across(index), y: q1, y2: q3, color: "#9cc7e3" })),
    { stroke: ink.main, strokeWidth: 1.6 },
  );
  addRules(
    panel,
    boxes.map(({ median }, index): Rule => ({ ...across(index), y: median, y2: median, color: "#003a5d" })),
    { strokeWidth: 3.2 },
  );
  const dots = boxes.flatMap((box, index) =>
    thinned(box.outliers.filter((value) => value >= least && value <= most)).map((y): Point => ({
      x: index + 0.5,
      y,
      color: "#b04d00",
      series: index,
    }))
  );
  addDots(panel, dots, { size: 44, fillOpacity: 0.65 });
}

/** The lines from a box to its lowest and highest value, and their ends. */
function whiskers({ low, q1, q3, high }: Box, { x, cap }: { x: number; cap: number }): Rule[] {
  const line = { color: ink.text };
  return [
    { ...line, x, x2: x, y: low, y2: q1 },
    { ...line, x, x2: x, y: q3, y2: high },
    { ...line, x: x - cap, x2: x + cap, y: low, y2: low },
    { ...line, x: x - cap, x2: x + cap, y: high, y2: high },
  ];
}

/** Outliers as they are while they are few; of many, evenly spaced ones with the extremes. */
function thinned(values: readonly number[]): readonly number[] {
  if (values.length <= mostOutliers) return values;
  return Array.from(
    { length: mostOutliers },
    (_, index) => values[Math.round(index * (values.length - 1) / (mostOutliers - 1))] ?? 0,
  );
}

function addMeans(panel: Panel, boxes: readonly Box[], size: number): void {
  const edge = size * 0.35;
  addPixelRules(
    panel,
    boxes.flatMap((box, index) => {
      const x = xPixel(panel, index + 0.5);
      const y = yPixel(panel, box.mean);
      const side = { color: ink.title, width: 1.8 };
      return [
        { ...side, x: x - edge, y, x2: x, y2: y - edge },
        { ...side, x, y: y - edge, x2: x + edge, y2: y },
        { ...side, x: x + edge, y, x2: x, y2: y + edge },
        { ...side, x, y: y + edge, x2: x - edge, y2: y },
      ];
    }),
  );
}
