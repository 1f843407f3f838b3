/** P03 of numbers: how often values occur. */

import { type Chart, type Context, say } from "../context.ts";
import {
  addBottomAxis,
  addLeftAxis,
  axisTicks,
  heightSteps,
  type LabelledTick,
  leftBeside,
} from "./sheet/axes.ts";
import { addHead, type Head, layHead } from "./sheet/frame.ts";
import { type Level, levelsOf } from "./sheet/levels.ts";
import { numberTicks } from "./sheet/number_ticks.ts";
import type { Page } from "./sheet/page.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { ink } from "./sheet/palette.ts";
import { addBars, addTexts, type Bar, type Panel } from "./sheet/sheet.ts";
import { addUprightLevels, layUprightLevels } from "./sheet/upright_levels.ts";
import { distributionSentences } from "../summary/distribution_sentences.ts";
import { percent } from "../summary/percent.ts";
import type { NumberColumn } from "../table/column.ts";
import { styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { countName } from "../summary/text/value_name.ts";
import { type Bins, binsFor, countInBins } from "../values/bins.ts";
import { binText, binTicks, closedPart, domainOf } from "./bin_axis.ts";
import { addBarLabels, barLabelRoom, withGaps } from "./whole_number_bars.ts";

const mostBins = 40;

export function drawHistogram(context: Context, value: NumberColumn): Chart {
  const { page } = context;
  const style = styleOf(value, page.language);
  const sorted = value.values().filter((number) => !Number.isNaN(number)).sort();
  const levels = levelsOf(context, sorted, style);
  const bins = binsFor(sorted, {
    integer: value.integer,
    most: mostBins,
    inside: levels.map((level) => level.value),
  });
  context.did("bin");
  const counts = countInBins(sorted, bins);
  const head = layHead(page, {
    given: context.title,
    title: say(page, { ja: `${value.name}の分布`, en: `Distribution of ${value.name}` }),
    subtitle: joinParts([`n = ${sorted.length.toLocaleString("en")}`, binText(page, bins, style)]),
    yTitle: countName(page),
  });
  const axis = numberTicks([0, Math.max(1, ...counts)], { steps: heightSteps(page), integer: true });
  const ticks = axisTicks(styleOf(null, page.language), axis);
  const panel = framedHistogram(page, {
    value,
    bins,
    head,
    levels,
    ticks,
    y: axis.domain,
    room: barLabelRoom(page, bins),
  }, (panel) => {
    addBars(panel, withGaps(bins, plainBars(bins, counts)), { stroke: "white", strokeWidth: 1 });
  });
  addBarLabels(page, panel, bins, { heights: counts, forms: countForms(counts, sorted.length) });
  return {
    sheet: pageSheet(page, panel),
    template: "histogram",
    sentences: distributionSentences(context, sorted, { name: value.name, style, bins, counts, levels }),
    auxiliary: levels.map((level) => level.kind),
  };
}

interface Framed extends Pick<Panel, "y"> {
  readonly value: NumberColumn;
  readonly bins: Bins;
  readonly head: Head;
  readonly levels: readonly Level[];
  /** Of the counts, at the left. */
  readonly ticks: readonly LabelledTick[];
  /** Height above the counts for what is written on them. */
  readonly room?: number;
}

/** The one panel of a histogram with all that stands around it; the counts themselves come between grid and axis. */
export function framedHistogram(
  page: Page,
  { value, bins, head, levels, ticks, y, room = 0 }: Framed,
  addCounts: (panel: Panel) => void,
): Panel {
  const style = styleOf(value, page.language);
  const left = leftBeside(page, ticks);
  const width = page.width - left - page.margin * 1.4;
  const domain = domainOf(bins, levels);
  const upright = layUprightLevels(page, levels, { width, x: domain });
  const top = head.bottom + upright.room;
  const height = Math.max(80, page.height - top - page.fonts.label * 3.8 - page.margin * 0.6);
  const raised: Panel["y"] = [y[0], y[1] * height / (height - room)];
  const panel: Panel = { left, top, width, height, x: domain, y: raised, layers: [] };
  addLeftAxis(page, panel, { ticks });
  addCounts(panel);
  addBottomAxis(page, panel, { ticks: binTicks(page, bins, { style, width, domain }), grid: false });
  addValueName(page, panel, titleWithUnit(value.name, style));
  addUprightLevels(page, panel, upright);
  addHead(panel, head);
  return panel;
}

/** Counts with their shares, or alone where there is no room for both. */
function countForms(counts: readonly number[], total: number): string[][] {
  const plain = counts.map((count) => count.toLocaleString("en"));
  return [plain.map((text, index) => `${text} (${percent((counts[index] ?? 0) / total * 100)}%)`), plain];
}

export function barsOf({ edges }: Bins, counts: readonly number[], color: string): Bar[] {
  return counts.flatMap((count, index) =>
    count === 0 ? [] : [{ x: edges[index] ?? 0, x2: edges[index + 1] ?? 0, y: 0, y2: count, color }]
  );
}

/** The bars of one distribution; those of open bins, which are no part of its form, in grey. */
export function plainBars(bins: Bins, counts: readonly number[]): Bar[] {
  const [low, high] = closedPart(bins);
  return barsOf(bins, counts, ink.main).map((bar) =>
    bar.x < low || bar.x2 > high ? { ...bar, color: ink.other } : bar
  );
}

/** What the axis below shows. */
function addValueName(page: Page, panel: Panel, text: string): void {
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
