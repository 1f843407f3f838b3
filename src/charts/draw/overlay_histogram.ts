/** P23: distributions of groups over each other, on shared bins: a few as steps, more as lines, whose edges do not meet. */

import { type Chart, type Context, say } from "../context.ts";
import { heightSteps } from "./sheet/axes.ts";
import { layHead, type LegendItem } from "./sheet/frame.ts";
import { isOfEach, type Level, levelsOf, ofAll, ownLevels } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { colorOf, textColorOf } from "./sheet/palette.ts";
import { addBars, addDots, addLines, type Panel, type Point } from "./sheet/sheet.ts";
import { facetSentences } from "../summary/facet_sentences.ts";
import { levelSentence } from "../summary/level_sentence.ts";
import type { CategoryColumn, NumberColumn } from "../table/column.ts";
import { type NumberStyle, styleOf } from "../summary/text/format_number.ts";
import { eachJa } from "../summary/text/headline.ts";
import { listed } from "../summary/text/listed.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { countName } from "../summary/text/value_name.ts";
import { type Bins, binsFor } from "../values/bins.ts";
import { byGroup, type Facet } from "../values/facets.ts";
import { binText } from "./bin_axis.ts";
import { binHeights, heightAxis } from "./bin_heights.ts";
import { barsOf, framedHistogram } from "./histogram.ts";

const mostBins = 30;
const mostGroups = 8;
/** How strong the fillings of so many groups are; those of more make one grey, and their edges lie on each other. */
const fillings = [0.28, 0.28, 0.14, 0.1] as const;
/** Groups of fewer values have no form that could be told. */
const fewValues = 10;

export function drawOverlayHistogram(context: Context, value: NumberColumn, group: CategoryColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const { codes, labels } = group.values();
  const facets = byGroup(context, { codes, labels, numbers: value.values(), most: mostGroups });
  const all = Float64Array.from(facets.flatMap((facet) => facet.values)).sort();
  const levels = overlayLevels(context, facets, { all, style });
  const bins = binsFor(all, {
    integer: value.integer,
    most: mostBins,
    parted: facets.length > 1 && facets.length <= fillings.length,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const counted = binHeights(context, facets, bins);
  const head = layHead(page, {
    given: context.title,
    title: say(page, {
      ja: `${eachJa(group.name)}の${value.name}の分布`,
      en: `Distribution of ${value.name} by ${group.name}`,
    }),
    subtitle: joinParts([
      `n = ${all.length.toLocaleString("en")}`,
      binText(page, bins, style),
      facets.length <= fillings.length
        ? ""
        : say(page, { ja: "点は階級ごとの値", en: "Each point is a bin" }),
      fewText(page, facets),
    ]),
    legend: legendOf(facets),
    yTitle: counted.asShares ? shareName(page) : countName(page),
  });
  const { ticks, domain } = heightAxis(page, counted, heightSteps(page));
  const panel = framedHistogram(
    page,
    { value, bins, head, levels, ticks, y: domain },
    (panel) => addDistributions(panel, bins, counted.heights),
  );
  return {
    sheet: pageSheet(page, panel),
    template: "overlay_histogram",
    sentences: [
      ...facetSentences(context, facets, { name: value.name, style }),
      ...levelSentence(context, levels),
    ],
    auxiliary: [...new Set(levels.map((level) => level.kind))],
  };
}

/** Two groups have lines of their own; with more it could not be seen whose they are, so that they are of all. */
function overlayLevels(
  context: Context,
  facets: readonly Facet[],
  { all, style }: { readonly all: Float64Array; readonly style: NumberStyle },
): Level[] {
  const { page } = context;
  const overall = levelsOf(context, all, style);
  if (facets.length === 1) return overall;
  if (facets.length > 2) return overall.map((level) => ofAll(page, level));
  const own = facets.flatMap(({ name, values }, index) =>
    ownLevels(context, values, { overall: overall.filter(isOfEach), style }).map((level): Level => ({
      ...level,
      label: `${name} ${level.label}`,
      told: `${name} ${level.told}`,
      color: textColorOf(colorOf(index)),
    }))
  );
  return [...own, ...overall.filter((level) => !isOfEach(level)).map((level) => ofAll(page, level))];
}

function legendOf(facets: readonly Facet[]): LegendItem[] {
  return facets.map(({ name, values }, index) => ({
    label: `${name} (n=${values.length.toLocaleString("en")})`,
    color: colorOf(index),
  }));
}

function shareName(page: Page): string {
  return say(page, { ja: "各グループに占める割合", en: "Share of each group" });
}

/** Names the groups whose form is chance. */
function fewText(page: Page, facets: readonly Facet[]): string {
  const few = facets.filter(({ values }) => values.length < fewValues).map(({ name }) => name);
  if (few.length === 0) return "";
  const names = listed(few, page.language);
  return say(page, {
    ja: `${names}は値が${fewValues}個未満`,
    en: `Fewer than ${fewValues} values in ${names}`,
  });
}

function addDistributions(panel: Panel, bins: Bins, heights: readonly (readonly number[])[]): void {
  const fillOpacity = fillings[heights.length - 1];
  if (fillOpacity === undefined) return addCourses(panel, bins, heights);
  heights.forEach((counts, index) => addBars(panel, barsOf(bins, counts, colorOf(index)), { fillOpacity }));
  heights.forEach((counts, index) => {
    addLines(panel, runsOf(counts).flatMap((run) => steps(bins, run, colorOf(index))), {
      strokeWidth: 2.2,
      strokeCap: "butt",
      strokeJoin: "miter",
    });
  });
}

/** Lines through the middles of the bins. */
function addCourses(panel: Panel, bins: Bins, heights: readonly (readonly number[])[]): void {
  heights.forEach((counts, index) => {
    const points = runsOf(counts).flatMap((run) => course(bins, run, colorOf(index)));
    addLines(panel, points, { strokeWidth: 2.6 });
    addDots(panel, points.filter(({ y }) => y !== 0), { size: 26 });
  });
}

/** Bins beside each other that hold something: a line where nothing is would hide the floors of others. */
interface Run {
  readonly from: number;
  readonly counts: readonly number[];
}

function runsOf(counts: readonly number[]): Run[] {
  return counts.flatMap((count, from) => {
    if (count === 0 || (counts[from - 1] ?? 0) > 0) return [];
    const end = counts.indexOf(0, from);
    return [{ from, counts: counts.slice(from, end === -1 ? undefined : end) }];
  });
}

/** From the floor to the floor. */
function steps({ edges }: Bins, { from, counts }: Run, color: string): Point[] {
  const point = (edge: number, y: number): Point => ({ x: edges[edge] ?? 0, y, color, series: from });
  const end = from + counts.length;
  const tops = counts.flatMap((count, index) => [point(from + index, count), point(from + index + 1, count)]);
  return [point(from, 0), ...tops, point(end, 0)];
}

/** From the floor of the bin before to that of the bin behind, or to the end of the axis. */
function course({ edges }: Bins, { from, counts }: Run, color: string): Point[] {
  const last = edges.length - 2;
  const middle = (bin: number) =>
    bin < 0
      ? edges[0] ?? 0
      : bin > last
      ? edges.at(-1) ?? 0
      : ((edges[bin] ?? 0) + (edges[bin + 1] ?? 0)) / 2;
  return [0, ...counts, 0].map((y, index): Point => ({
    x: middle(from + index - 1),
    y,
    color,
    series: from,
  }));
}
