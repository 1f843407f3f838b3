/** P02, and P03 of groups: bars from zero, each with its value; the largest first where groups have no order of their own. */

import { type Chart, type Context, say } from "../context.ts";
import { layNames } from "./sheet/axes.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { levelsOf } from "./sheet/levels.ts";
import type { Page } from "./sheet/page.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { extentOf } from "./sheet/value_domain.ts";
import { totalsSentences } from "../summary/totals_sentences.ts";
import type { CategoryColumn } from "../table/column.ts";
import { labelFormat, styleOf } from "../summary/text/format_number.ts";
import { capital, eachJa } from "../summary/text/headline.ts";
import { leftOutText, restText } from "../summary/text/left_out_text.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { valueName } from "../summary/text/value_name.ts";
import { aggregationName } from "../values/aggregation_for.ts";
import { groupTotals } from "../values/group_totals.ts";
import type { BarInput, BarPlan, BarWords } from "./bar_plan.ts";
import { lyingPanel } from "./lying_bars.ts";
import { uprightPanel } from "./upright_bars.ts";

const mostColumns = 12;
/** So many bars are drawn on the smallest page, and so many pixels each has at least on a larger one. */
const fewestBars = 16;
const lowestBar = 18;

/** Bars of one value for each group. */
export function drawBars(context: Context, group: CategoryColumn, words?: Partial<BarWords>): Chart {
  const whole = words?.shares === true;
  const { top, withRest } = context.intent;
  const totals = groupTotals(context, group, { most: mostBars(context.page), top, withRest, whole });
  return drawTotals(context, {
    totals,
    groupName: group.name,
    ...wordsFor(context, group.name),
    ...words,
  });
}

/** As many as have room for their names one below the other. */
function mostBars({ height, fonts: { label } }: Page): number {
  const room = height - label * 10;
  return Math.max(fewestBars, Math.floor(room / Math.max(lowestBar, label * 1.35)));
}

function wordsFor(context: Context, group: string): BarWords {
  const name = valueName(context);
  return {
    title: say(context.page, { ja: `${eachJa(group)}の${name}`, en: `${name} by ${group}` }),
    valueName: name,
    shares: false,
    template: "bar",
  };
}

export function drawTotals(context: Context, input: BarInput): Chart {
  const { page, roles: { value } } = context;
  const { totals } = input;
  const style = styleOf(value, page.language);
  // The mean of all is not that of the groups' means, which count a small group as much as a large one.
  const isMiddle = totals.aggregated && (totals.aggregation === "mean" || totals.aggregation === "median");
  const levels = levelsOf(context, isMiddle ? value?.values() ?? [] : totals.values, style);
  const extent = extentOf([totals.values, levels.map((level) => level.value)]);
  const head = layHead(page, {
    given: context.title,
    title: input.title,
    subtitle: joinParts([
      totals.aggregated && value !== null ? aggregatedText(context, input) : "",
      leftOutText(page, totals),
      restText(page, totals, style),
    ]),
  });
  const plan: BarPlan = {
    ...input,
    style,
    levels,
    extent,
    top: head.bottom,
    labels: labelsOf({ ...input, style, extent }),
  };
  const upright = namesFit(context, totals.names)
    ? totals.natural || totals.names.length <= mostColumns
    : totals.natural && staysWhole(context, totals.names);
  const panel = upright ? uprightPanel(page, plan) : lyingPanel(page, plan);
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: input.template,
    sentences: totalsSentences(context, totals, {
      name: input.valueName,
      group: input.groupName,
      style,
      levels,
      shares: input.shares,
    }),
    auxiliary: levels.map((level) => level.kind),
  };
}

/** How rows were put together. */
function aggregatedText({ page }: Context, { totals: { aggregation }, groupName }: BarInput): string {
  return aggregation === "share"
    ? say(page, { ja: `各${groupName}の行に占める割合`, en: `Of the rows of each ${groupName}` })
    : capital(aggregationName(aggregation, page.language));
}

function labelsOf(
  { totals, style, extent, shares }: Pick<BarPlan, "totals" | "style" | "extent" | "shares">,
): string[] {
  const format = labelFormat(style, Math.max(Math.abs(extent.least), Math.abs(extent.most)));
  const { whole } = totals;
  return totals.values.map((value) => {
    if (!shares || whole <= 0) return format(value);
    const share = value / whole * 100;
    return `${format(value)} (${share >= 9.95 ? share.toFixed(0) : share.toFixed(1)}%)`;
  });
}

function namesFit({ page }: Context, names: readonly string[]): boolean {
  const step = (page.width - page.margin * 4) / Math.max(1, names.length);
  return names.every((name) => page.measure(name, page.fonts.label) <= step * 0.92);
}

/** Whether names below the bars need not be cut, only turned. */
function staysWhole({ page }: Context, names: readonly string[]): boolean {
  const step = (page.width - page.margin * 4) / Math.max(1, names.length);
  return layNames(page, names, { step, left: page.margin * 2 }).whole;
}
