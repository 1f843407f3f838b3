/** P23: distributions of a few groups over each other, on shared bins. */

import { addBottomAxis, addLeftAxis, axisTicks } from "../axes.ts";
import { addNamedUprightLevels, levelsOf, uprightRoom } from "../auxiliary_lines.ts";
import { type Bins, binsFor, countInBins } from "../bins.ts";
import type { CategoryColumn, NumberColumn } from "../column.ts";
import { type Chart, type Context, say } from "../context.ts";
import { byGroup } from "../facets.ts";
import { type NumberStyle, styleOf, titleWithUnit } from "../format_number.ts";
import { addHead, layHead } from "../frame.ts";
import { numberTicks } from "../number_ticks.ts";
import { pageSheet } from "../page_sheet.ts";
import { colorOf } from "../palette.ts";
import { addBars, addLines, type Panel, type Point } from "../sheet.ts";
import { facetSentences } from "../summaries/facet_sentences.ts";
import { levelSentence } from "../summaries/level_sentence.ts";
import { joinParts } from "../time_words.ts";
import { addValueName, barsOf, binText, binTicks, countName, domainOf, histogramPanel } from "./histogram.ts";

const mostBins = 30;
const mostGroups = 8;
/** Of more groups the fillings would hide each other; the outlines tell them apart. */
const fewFilled = 4;

export function drawOverlayHistogram(context: Context, value: NumberColumn, group: CategoryColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const { codes, labels } = group.values();
  const facets = byGroup(context, { codes, labels, numbers: value.values(), most: mostGroups });
  const all = Float64Array.from(facets.flatMap((facet) => facet.values)).sort();
  const bins = binsFor(all, { integer: value.integer, most: mostBins });
  context.did("bin");
  // Groups of very different size are compared by their shares, else the large one hides the rest.
  const sizes = facets.map((facet) => facet.values.length);
  const asShares = Math.max(...sizes) > 2 * Math.min(...sizes);
  if (asShares) context.did("normalize");
  const heights = facets.map((facet) =>
    countInBins(facet.values, bins).map((count) => asShares ? count / facet.values.length : count)
  );
  const yStyle: NumberStyle = { language: page.language, unit: "", ratio: asShares };
  const levels = levelsOf(context, all, style);
  const head = layHead(page, {
    given: context.title,
    title: say(page, {
      ja: `${group.name}別の${value.name}の分布`,
      en: `Distribution of ${value.name} by ${group.name}`,
    }),
    subtitle: joinParts([`n = ${all.length.toLocaleString("en")}`, binText(page, bins, style)]),
    legend: facets.map((facet, index) => ({
      label: `${facet.name} (n=${facet.values.length})`,
      color: colorOf(index),
    })),
    yTitle: asShares
      ? say(page, { ja: "各グループに占める割合", en: "Share of each group" })
      : countName(page),
  });
  const steps = Math.max(3, Math.round(page.height / (page.fonts.label * 8)));
  const axis = numberTicks([0, Math.max(asShares ? 0.01 : 1, ...heights.flat())], {
    steps,
    integer: !asShares,
  });
  const ticks = axisTicks(yStyle, axis);
  const top = head.bottom + uprightRoom(page, levels);
  const panel = histogramPanel(page, { top, ticks, x: domainOf(bins), y: axis.domain });
  addLeftAxis(page, panel, { ticks });
  addDistributions(panel, bins, heights);
  addBottomAxis(page, panel, { ticks: binTicks(page, bins, { style, width: panel.width }), grid: false });
  addValueName(page, panel, titleWithUnit(value.name, style));
  addNamedUprightLevels(page, panel, levels);
  addHead(panel, head);
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

function addDistributions(panel: Panel, bins: Bins, heights: readonly (readonly number[])[]): void {
  const fillOpacity = heights.length > fewFilled ? 0.04 : 0.28;
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
