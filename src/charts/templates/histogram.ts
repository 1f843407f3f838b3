/** P03 of numbers: how often values occur. */

import { addBottomAxis, addLeftAxis, axisTicks, labelled, widestOf } from "../axes.ts";
import { addNamedUprightLevels, levelsOf, uprightRoom } from "../auxiliary_lines.ts";
import { type Bins, binsFor, countInBins } from "../bins.ts";
import type { NumberColumn } from "../column.ts";
import { type Chart, type Context, say } from "../context.ts";
import { type NumberStyle, styleOf, tickFormat, titleWithUnit } from "../format_number.ts";
import { addHead, layHead } from "../frame.ts";
import { numberTicks } from "../number_ticks.ts";
import type { Page } from "../page.ts";
import { pageSheet } from "../page_sheet.ts";
import { ink } from "../palette.ts";
import { addBars, addTexts, type Bar, type Panel } from "../sheet.ts";
import { distributionSentences } from "../summaries/distribution_sentences.ts";
import { joinParts } from "../time_words.ts";

const mostBins = 40;

export function drawHistogram(context: Context, value: NumberColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const sorted = value.values().filter((number) => !Number.isNaN(number)).sort();
  const bins = binsFor(sorted, { integer: value.integer, most: mostBins });
  context.did("bin");
  const counts = countInBins(sorted, bins);
  const levels = levelsOf(context, sorted, style);
  const head = layHead(page, {
    given: context.title,
    title: say(page, { ja: `${value.name}の分布`, en: `Distribution of ${value.name}` }),
    subtitle: joinParts([`n = ${sorted.length.toLocaleString("en")}`, binText(page, bins, style)]),
    yTitle: countName(page),
  });
  const steps = Math.max(3, Math.round(page.height / (page.fonts.label * 8)));
  const axis = numberTicks([0, Math.max(1, ...counts)], { steps, integer: true });
  const ticks = axisTicks(styleOf(null, page.language), axis);
  const top = head.bottom + uprightRoom(page, levels);
  const panel = histogramPanel(page, { top, ticks, x: domainOf(bins), y: axis.domain });
  addLeftAxis(page, panel, { ticks });
  addBars(panel, barsOf(bins, counts, ink.main), { stroke: "white", strokeWidth: 1 });
  addBottomAxis(page, panel, { ticks: binTicks(page, bins, { style, width: panel.width }), grid: false });
  addValueName(page, panel, titleWithUnit(value.name, style));
  addNamedUprightLevels(page, panel, levels);
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: "histogram",
    sentences: distributionSentences(context, sorted, { name: value.name, style, bins, counts, levels }),
    auxiliary: levels.map((level) => level.kind),
  };
}

/** The one panel of a histogram, below the head and beside its counts. */
export function histogramPanel(
  page: Page,
  { top, ticks, x, y }: Pick<Panel, "top" | "x" | "y"> & { readonly ticks: Parameters<typeof widestOf>[1] },
): Panel {
  const left = page.margin + widestOf(page, ticks) + page.fonts.label * 0.6;
  const width = page.width - left - page.margin * 1.4;
  const height = Math.max(80, page.height - top - page.fonts.label * 3.8 - page.margin * 0.6);
  return { left, top, width, height, x, y, layers: [] };
}

export function countName(page: Page): string {
  return say(page, { ja: "件数", en: "Count" });
}

export function binText(page: Page, bins: Bins, style: NumberStyle): string {
  if (bins.discrete) return "";
  const step = tickFormat({ ...style, unit: style.unit === "%" ? "%" : "" }, {
    most: bins.step,
    step: bins.step,
  })(bins.step);
  return say(page, { ja: `階級の幅 ${step}`, en: `Bins of ${step}` });
}

export function domainOf({ edges }: Bins): [number, number] {
  return [edges[0] ?? 0, edges.at(-1) ?? 1];
}

export function barsOf({ edges }: Bins, counts: readonly number[], color: string): Bar[] {
  return counts.flatMap((count, index) =>
    count === 0 ? [] : [{ x: edges[index] ?? 0, x2: edges[index + 1] ?? 0, y: 0, y2: count, color }]
  );
}

/** Ticks at round edges of bins, or at the whole numbers that are bins. */
export function binTicks(
  page: Page,
  bins: Bins,
  { style, width, size = page.fonts.label }: { style: NumberStyle; width: number; size?: number },
) {
  const [low, high] = domainOf(bins);
  const most = Math.max(Math.abs(low), Math.abs(high));
  const steps = Math.max(2, Math.floor(width / (size * 6)));
  const { ticks, step } = bins.discrete
    ? wholeTicks(low + 0.5, high - 0.5, steps)
    : numberTicks([low, high], { steps });
  return labelled(
    ticks.filter((tick) => tick >= low - 1e-9 && tick <= high + 1e-9),
    tickFormat(style, { most, step }),
  );
}

function wholeTicks(low: number, high: number, steps: number): { ticks: number[]; step: number } {
  const step = Math.max(1, Math.ceil((high - low) / Math.max(1, steps)));
  return {
    ticks: Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, index) => low + index * step),
    step,
  };
}

/** What the axis below shows. */
export function addValueName(page: Page, panel: Panel, text: string): void {
  addTexts(panel, [{
    x: panel.width / 2,
    y: panel.height + page.fonts.label * 2.3,
    text,
    size: page.fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "top",
  }]);
}
