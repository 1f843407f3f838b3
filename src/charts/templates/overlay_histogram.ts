/** P23: distributions of a few groups over each other, on shared bins; of more than two as lines, which do not hide each other. */

import { type Chart, type Context, say } from "../context.ts";
import { axisTicks, heightSteps } from "../sheet/axes.ts";
import { layHead, type LegendItem } from "../sheet/frame.ts";
import { levelsOf } from "../sheet/levels.ts";
import { numberTicks } from "../sheet/number_ticks.ts";
import type { Page } from "../sheet/page.ts";
import { pageSheet } from "../sheet/page_sheet.ts";
import { colorOf } from "../sheet/palette.ts";
import { addBars, addDots, addLines, type Panel, type Point } from "../sheet/sheet.ts";
import { facetSentences } from "../summaries/facet_sentences.ts";
import { levelSentence } from "../summaries/level_sentence.ts";
import type { CategoryColumn, NumberColumn } from "../table/column.ts";
import { styleOf } from "../text/format_number.ts";
import { eachJa } from "../text/headline.ts";
import { joinParts } from "../text/time_words.ts";
import { countName } from "../text/value_name.ts";
import { type Bins, binsFor, countInBins } from "../values/bins.ts";
import { byGroup, type Facet } from "../values/facets.ts";
import { barsOf, binText, framedHistogram } from "./histogram.ts";

const mostBins = 30;
const mostGroups = 8;
/** The fillings of more groups make one grey, and the edges of their bars lie on each other. */
const fewFilled = 2;

export function drawOverlayHistogram(context: Context, value: NumberColumn, group: CategoryColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const { codes, labels } = group.values();
  const facets = byGroup(context, { codes, labels, numbers: value.values(), most: mostGroups });
  const all = Float64Array.from(facets.flatMap((facet) => facet.values)).sort();
  const levels = levelsOf(context, all, style);
  const bins = binsFor(all, {
    integer: value.integer,
    most: mostBins,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const asShares = differMuch(facets);
  if (asShares) context.did("normalize");
  const heights = facets.map(({ values }) =>
    countInBins(values, bins).map((count) => asShares ? count / values.length : count)
  );
  const head = layHead(page, {
    given: context.title,
    title: say(page, {
      ja: `${eachJa(group.name)}の${value.name}の分布`,
      en: `Distribution of ${value.name} by ${group.name}`,
    }),
    subtitle: joinParts([
      `n = ${all.length.toLocaleString("en")}`,
      binText(page, bins, style),
      facets.length <= fewFilled ? "" : say(page, { ja: "点は階級ごとの値", en: "Each point is a bin" }),
    ]),
    legend: legendOf(facets),
    yTitle: asShares ? shareName(page) : countName(page),
  });
  const { ticks, domain } = heightAxis(page, heights, asShares);
  const panel = framedHistogram(
    page,
    { value, bins, head, levels, ticks, y: domain },
    (panel) => addDistributions(panel, bins, heights),
  );
  return {
    sheet: pageSheet(page, panel),
    template: "overlay_histogram",
    sentences: [
      ...facetSentences(context, facets, { name: value.name, style }),
      ...levelSentence(context, levels),
    ],
    auxiliary: levels.map((level) => level.kind),
  };
}

function legendOf(facets: readonly Facet[]): LegendItem[] {
  return facets.map(({ name, values }, index) => ({
    label: `${name} (n=${values.length})`,
    color: colorOf(index),
  }));
}

function shareName(page: Page): string {
  return say(page, { ja: "各グループに占める割合", en: "Share of each group" });
}

/** Groups of very different size are compared by their shares, else the large one hides the rest. */
function differMuch(facets: readonly Facet[]): boolean {
  const sizes = facets.map((facet) => facet.values.length);
  return Math.max(...sizes) > 2 * Math.min(...sizes);
}

function heightAxis(page: Page, heights: readonly (readonly number[])[], asShares: boolean) {
  const axis = numberTicks([0, Math.max(asShares ? 0.01 : 1, ...heights.flat())], {
    steps: heightSteps(page),
    integer: !asShares,
  });
  const ticks = axisTicks({ language: page.language, unit: "", ratio: asShares }, axis);
  return { ticks, domain: axis.domain };
}

function addDistributions(panel: Panel, bins: Bins, heights: readonly (readonly number[])[]): void {
  if (heights.length > fewFilled) return addCourses(panel, bins, heights);
  const fillOpacity = 0.28;
  heights.forEach((counts, index) => {
    const color = colorOf(index);
    addBars(panel, barsOf(bins, counts, color), { fillOpacity });
    addLines(panel, outline(bins, counts, { color, series: index }), {
      strokeWidth: 2.2,
      strokeCap: "butt",
      strokeJoin: "miter",
    });
  });
}

function outline(
  { edges }: Bins,
  counts: readonly number[],
  { color, series }: { color: string; series: number },
): Point[] {
  const point = (x: number, y: number): Point => ({ x, y, color, series });
  const steps = counts.flatMap((
    count,
    index,
  ) => [point(edges[index] ?? 0, count), point(edges[index + 1] ?? 0, count)]);
  return [point(edges[0] ?? 0, 0), ...steps, point(edges.at(-1) ?? 0, 0)];
}

/** Lines through the middles of the bins, all of them from the first bin to the last. */
function addCourses(panel: Panel, { edges }: Bins, heights: readonly (readonly number[])[]): void {
  heights.forEach((counts, series) => {
    const color = colorOf(series);
    const middles = counts.map((y, at): Point => ({
      x: ((edges[at] ?? 0) + (edges[at + 1] ?? 0)) / 2,
      y,
      color,
      series,
    }));
    addLines(panel, middles, { strokeWidth: 2.6 });
    addDots(panel, middles, { size: 26 });
  });
}
