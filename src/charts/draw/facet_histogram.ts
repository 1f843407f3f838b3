/** P13: the distribution in each period, or in each group, on the same scales. */

import { type Chart, type Context, say } from "../context.ts";
import { addBottomAxis, addLeftAxis, type LabelledTick, leftBeside } from "./sheet/axes.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { levelsOf, ownLevels } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { gridSheet } from "./sheet/page_sheet.ts";
import { ink } from "./sheet/palette.ts";
import { layGrid } from "./sheet/panel_grid.ts";
import { addBars, addTexts, type Panel, yPixel } from "./sheet/sheet.ts";
import { addUprightLevels, layUprightLevels } from "./sheet/upright_levels.ts";
import { facetSentences } from "../summary/facet_sentences.ts";
import { levelSentence } from "../summary/level_sentence.ts";
import { type Parted, partedLabels } from "../summary/own_levels.ts";
import { percent } from "../summary/percent.ts";
import type { NumberColumn } from "../table/column.ts";
import { cutNames } from "../summary/text/cut_names.ts";
import { styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { eachJa } from "../summary/text/headline.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { countName } from "../summary/text/value_name.ts";
import { type Bins, binsFor } from "../values/bins.ts";
import { type Facet, facetsOf } from "../values/facets.ts";
import { binText, binTicks, domainOf } from "./bin_axis.ts";
import { type BinHeights, binHeights, heightAxis } from "./bin_heights.ts";
import { plainBars } from "./histogram.ts";
import { addBarLabels, barLabelRoom, withGaps } from "./whole_number_bars.ts";

const mostBins = 20;

export function drawFacetHistogram(context: Context, value: NumberColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const facets = facetsOf(context, value);
  const all = Float64Array.from(facets.flatMap((facet) => facet.values)).sort();
  const overall = levelsOf(context, all, style);
  const parts = facets.map(({ name, values }) => ({
    name,
    levels: ownLevels(context, values, { overall, style }),
  }));
  const levels = parts.flatMap((part) => part.levels);
  const bins = binsFor(all, {
    integer: value.integer,
    most: mostBins,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const counted = binHeights(context, facets, bins);
  const head = layHead(page, {
    given: context.title,
    title: titleOf(context, value.name),
    subtitle: joinParts([`n = ${all.length.toLocaleString("en")}`, binText(page, bins, style)]),
    yTitle: counted.asShares ? shareName(context) : countName(page),
  });
  const { grid, ticks, uprights } = layFacets(page, { bins, counted, parts, top: head.bottom });
  const names = cutNames(page, facets.map(({ name }) => name), {
    size: page.fonts.label,
    width: (grid.panels[0]?.width ?? 0) * 0.72,
  });
  grid.panels.forEach((panel, index) => {
    const heights = counted.heights[index] ?? [];
    addLeftAxis(page, panel, { ticks, labels: grid.isLeft(index) });
    addBars(panel, withGaps(bins, plainBars(bins, heights)), { stroke: "white", strokeWidth: 0.7 });
    addBottomAxis(page, panel, {
      ticks: binTicks(page, bins, { style, width: panel.width, domain: panel.x }),
      grid: false,
      labels: grid.isLowest(index),
    });
    const upright = uprights[index];
    if (upright !== undefined) addUprightLevels(page, panel, { ...upright, bottom: upright.room });
    addBarLabels(page, panel, bins, { heights, forms: [heights.map(heightText(counted))] });
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
      ...levelSentence(context, partedLabels(context, overall, { parts, style })),
    ],
    auxiliary: overall.map((level) => level.kind),
  };
}

/** What the height of a bar says, for a label on it. */
function heightText({ asShares }: BinHeights): (height: number) => string {
  return (height) => asShares ? `${percent(height * 100)}%` : height.toLocaleString("en");
}

function shareName({ page, roles }: Context): string {
  return roles.time === null
    ? say(page, { ja: "各グループに占める割合", en: "Share of each group" })
    : say(page, { ja: "各期間に占める割合", en: "Share of each period" });
}

interface Counted {
  readonly bins: Bins;
  readonly counted: BinHeights;
  readonly parts: readonly Parted[];
  readonly top: number;
}

/** The panels, all on one scale, with the ticks of that scale and the lines of each panel. */
function layFacets(page: Page, { bins, counted, parts, top }: Counted) {
  const { ticks, domain } = heightAxis(page, counted, parts.length > 3 ? 3 : 5);
  const laid = layGrid(page, {
    count: Math.max(1, parts.length),
    top,
    left: leftBeside(page, ticks),
    foot: page.fonts.label * 3.6,
    x: domainOf(bins, parts.flatMap(({ levels }) => levels)),
    y: domain,
  });
  const uprights = laid.panels.map((panel, index) =>
    layUprightLevels(page, parts[index]?.levels ?? [], panel)
  );
  // The names of the lines stand above the bars.
  const room = Math.max(...uprights.map((upright) => upright.room)) + barLabelRoom(page, bins);
  const panels = laid.panels.map((panel): Panel => ({
    ...panel,
    y: [0, domain[1] * panel.height / Math.max(panel.height * 0.4, panel.height - room)],
  }));
  return { grid: { ...laid, panels }, ticks: ticksThatFit(page, ticks, panels[0]), uprights };
}

/** So many that their labels do not touch. */
function ticksThatFit(page: Page, ticks: readonly LabelledTick[], panel: Panel | undefined): LabelledTick[] {
  if (panel === undefined) return [...ticks];
  const step = yPixel(panel, 0) - yPixel(panel, ticks[1]?.value ?? 1);
  const every = Math.ceil(page.fonts.label * 1.2 / step);
  return ticks.filter((_, index) => index % every === 0);
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
      text: `n = ${(facet?.values.length ?? 0).toLocaleString("en")}`,
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
