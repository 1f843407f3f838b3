/** P13: the distribution in each period, or in each group, on the same scales. */

import { type Chart, type Context, say } from "../context.ts";
import { addBottomAxis, addLeftAxis, axisTicks, leftBeside } from "../sheet/axes.ts";
import { addHead, layHead } from "../sheet/frame.ts";
import { addUprightLevels, type Level, levelsOf } from "../sheet/levels.ts";
import { numberTicks } from "../sheet/number_ticks.ts";
import type { Page } from "../sheet/page.ts";
import { gridSheet } from "../sheet/page_sheet.ts";
import { ink } from "../sheet/palette.ts";
import { layGrid } from "../sheet/panel_grid.ts";
import { addBars, addTexts, type Panel } from "../sheet/sheet.ts";
import { facetSentences } from "../summaries/facet_sentences.ts";
import { levelSentence } from "../summaries/level_sentence.ts";
import type { NumberColumn } from "../table/column.ts";
import { cutNames } from "../text/cut_names.ts";
import { styleOf, titleWithUnit } from "../text/format_number.ts";
import { eachJa } from "../text/headline.ts";
import { joinParts } from "../text/time_words.ts";
import { countName } from "../text/value_name.ts";
import { type Bins, binsFor, countInBins } from "../values/bins.ts";
import { type Facet, facetsOf } from "../values/facets.ts";
import { binText, binTicks, domainOf, plainBars } from "./histogram.ts";

const mostBins = 20;

export function drawFacetHistogram(context: Context, value: NumberColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const facets = facetsOf(context, value);
  const all = Float64Array.from(facets.flatMap((facet) => facet.values)).sort();
  const levels = levelsOf(context, all, style);
  const bins = binsFor(all, {
    integer: value.integer,
    most: mostBins,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const counts = facets.map((facet) => countInBins(facet.values, bins));
  const head = layHead(page, {
    given: context.title,
    title: titleOf(context, value.name),
    subtitle: joinParts([
      `n = ${all.length.toLocaleString("en")}`,
      binText(page, bins, style),
      say(page, { ja: `縦軸は${countName(page)}`, en: "Counts, on one scale" }),
    ]),
  });
  const { grid, ticks } = layFacets(page, { bins, counts, levels, top: head.bottom });
  const names = cutNames(page, facets.map(({ name }) => name), {
    size: page.fonts.label,
    width: (grid.panels[0]?.width ?? 0) * 0.72,
  });
  grid.panels.forEach((panel, index) => {
    addLeftAxis(page, panel, { ticks, labels: grid.isLeft(index) });
    addBars(panel, plainBars(bins, counts[index] ?? []), { stroke: "white", strokeWidth: 0.7 });
    addBottomAxis(page, panel, {
      ticks: binTicks(page, bins, { style, width: panel.width, domain: panel.x }),
      grid: false,
      labels: grid.isLowest(index),
    });
    addUprightLevels(page, panel, levels);
    addFacetName(page, panel, { name: names[index] ?? "", facet: facets[index] });
  });
  const [first] = grid.panels;
  if (first !== undefined) {
    addFootName(page, first, titleWithUnit(value.name, style));
    addHead(first, head);
  }
  return {
    sheet: gridSheet(page, grid),
    template: "facet_histogram",
    sentences: [
      ...facetSentences(context, facets, { name: value.name, style }),
      ...levelSentence(context, levels),
    ],
    auxiliary: levels.map((level) => level.kind),
  };
}

interface Counted {
  readonly bins: Bins;
  /** Of each facet, bin by bin. */
  readonly counts: readonly (readonly number[])[];
  readonly levels: readonly Level[];
  readonly top: number;
}

/** The panels, all on one scale, and the ticks of that scale. */
function layFacets(page: Page, { bins, counts, levels, top }: Counted) {
  const axis = numberTicks([0, Math.max(1, ...counts.flat())], {
    steps: counts.length > 3 ? 3 : 5,
    integer: true,
  });
  const ticks = axisTicks(styleOf(null, page.language), axis);
  const grid = layGrid(page, {
    count: Math.max(1, counts.length),
    top,
    left: leftBeside(page, ticks),
    foot: page.fonts.label * 3.6,
    x: domainOf(bins, levels),
    // The names of the lines stand above the bars.
    y: [0, axis.domain[1] * (1 + 0.12 * levels.length)],
  });
  return { grid, ticks };
}

/** What a panel shows and how many values that are, above it. */
function addFacetName(
  page: Page,
  panel: Panel,
  { name, facet }: { readonly name: string; readonly facet: Facet | undefined },
): void {
  const size = page.fonts.label;
  const y = -size * 0.5;
  addTexts(panel, [
    { x: 0, y, text: name, size, color: ink.title, baseline: "bottom" },
    {
      x: panel.width,
      y,
      text: `n = ${facet?.values.length ?? 0}`,
      size: page.fonts.small,
      color: ink.soft,
      align: "right",
      baseline: "bottom",
    },
  ]);
}

/** The name of the numbers, once for all panels, at the foot of the page. */
function addFootName(page: Page, first: Panel, text: string): void {
  addTexts(first, [{
    x: page.width / 2 - first.left,
    y: page.height - first.top - page.margin * 0.5,
    text,
    size: page.fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "bottom",
  }]);
}

function titleOf({ page, roles }: Context, name: string): string {
  const by = roles.time?.name ?? roles.group?.name;
  if (by === undefined) return say(page, { ja: `${name}の分布`, en: `Distribution of ${name}` });
  if (roles.time !== null) {
    return say(page, { ja: `${name}の分布の推移`, en: `Distribution of ${name} over time` });
  }
  return say(page, { ja: `${eachJa(by)}の${name}の分布`, en: `Distribution of ${name} by ${by}` });
}
