/** P02, and P03 of groups: bars from zero, each with its value; the largest first where groups have no order of their own. */

import { addBottomAxis, addLeftAxis, addNames, axisTicks, layNames, widestOf } from "../axes.ts";
import {
  addNamedLevels,
  addNamedUprightLevels,
  type Level,
  levelRoom,
  levelsOf,
  uprightRoom,
} from "../auxiliary_lines.ts";
import type { CategoryColumn } from "../column.ts";
import { type Chart, type Context, say } from "../context.ts";
import { labelFormat, type NumberStyle, styleOf, titleWithUnit } from "../format_number.ts";
import { addHead, layHead } from "../frame.ts";
import { type GroupTotals, groupTotals } from "../group_totals.ts";
import { leftOutText, restText } from "../left_out_text.ts";
import { cutNames } from "../cut_names.ts";
import type { Page } from "../page.ts";
import { pageSheet } from "../page_sheet.ts";
import { ink } from "../palette.ts";
import { addBars, addTexts, type Bar, type Panel, type TextItem, xPixel, yPixel } from "../sheet.ts";
import { totalsSentences } from "../summaries/totals_sentences.ts";
import { capital } from "../headline.ts";
import { joinParts } from "../time_words.ts";
import { aggregationName } from "../aggregation_for.ts";
import { extentOf, zeroBased } from "../value_domain.ts";

const mostBars = 16;
const mostColumns = 12;

export interface BarWords {
  readonly title: string;
  readonly valueName: string;
  /** Whether labels also tell the share of the whole. */
  readonly shares: boolean;
  readonly template: string;
}

/** Bars of one value for each group. */
export function drawBars(context: Context, group: CategoryColumn, words?: Partial<BarWords>): Chart {
  const { roles: { value }, intent } = context;
  const whole = words?.shares === true;
  const totals = groupTotals(context, group, { most: mostBars, top: intent.top, whole });
  return drawTotals(context, {
    totals,
    groupName: group.name,
    ...wordsFor(context, group.name, value?.name),
    ...words,
  });
}

function wordsFor({ page }: Context, group: string, value: string | undefined): BarWords {
  const name = value ?? say(page, { ja: "件数", en: "Count" });
  return {
    title: say(page, { ja: `${group}別の${name}`, en: `${name} by ${group}` }),
    valueName: name,
    shares: false,
    template: "bar",
  };
}

export interface BarInput extends BarWords {
  readonly totals: GroupTotals;
  readonly groupName: string;
}

export function drawTotals(context: Context, input: BarInput): Chart {
  const { page, roles: { value } } = context;
  const { totals } = input;
  const style = styleOf(value, page.language);
  const levels = levelsOf(context, totals.values, style);
  const extent = extentOf([totals.values, levels.map((level) => level.value)]);
  const head = layHead(page, {
    given: context.title,
    title: input.title,
    subtitle: joinParts([
      totals.aggregated && value !== null ? capital(aggregationName(totals.aggregation, page.language)) : "",
      leftOutText(page, totals),
      restText(page, totals, style),
    ]),
  });
  const plan: Plan = {
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
  const panel = upright ? columnsPanel(context, plan) : rowsPanel(context, plan);
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

interface Plan extends BarInput {
  readonly style: NumberStyle;
  readonly levels: readonly Level[];
  readonly extent: { readonly least: number; readonly most: number };
  readonly top: number;
  readonly labels: readonly string[];
}

function labelsOf(
  { totals, style, extent, shares }: Pick<Plan, "totals" | "style" | "extent" | "shares">,
): string[] {
  const format = labelFormat(style, Math.max(Math.abs(extent.least), Math.abs(extent.most)));
  const whole = totals.values.reduce((sum, value) => sum + value, 0);
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
  return layNames(page, names, { step, left: page.margin * 2 }).names.every((name, at) => name === names[at]);
}

function colorFor(plan: Plan, index: number): string {
  if (plan.totals.hasOther && index === plan.totals.names.length - 1) return ink.other;
  return ink.main;
}

function columnsPanel(context: Context, plan: Plan): Panel {
  const { page } = context;
  const { fonts, margin } = page;
  const axis = zeroBased(plan.extent, {
    steps: Math.max(3, Math.round(page.height / (fonts.label * 8))),
    style: plan.style,
    integer: false,
  });
  const ticks = axisTicks(plan.style, axis);
  const left = margin + widestOf(page, ticks) + fonts.label * 0.6;
  const width = page.width - left - margin - levelRoom(page, plan.levels);
  const count = plan.totals.names.length;
  const step = width / Math.max(1, count);
  const names = layNames(page, plan.totals.names, { step, left });
  const top = plan.top + fonts.small * 2.2;
  const height = Math.max(80, page.height - top - names.height - margin * 0.8);
  const panel: Panel = { left, top, width, height, x: [0, Math.max(1, count)], y: axis.domain, layers: [] };
  addTexts(panel, [{
    x: margin - left,
    y: -fonts.small * 1.9,
    text: titleWithUnit(plan.valueName, plan.style),
    size: fonts.small,
    color: ink.soft,
  }]);
  addLeftAxis(page, panel, { ticks });
  const inset = count === 1 ? 0.35 : 0.16;
  addBars(
    panel,
    plan.totals.values.map((value, index): Bar => ({
      x: index + inset,
      x2: index + 1 - inset,
      y: 0,
      y2: value,
      color: colorFor(plan, index),
    })),
  );
  const wide = Math.max(0, ...plan.labels.map((label) => page.measure(label, fonts.small)));
  if (wide <= step) addColumnLabels(page, panel, plan);
  addNames(page, panel, { ...names, at: plan.totals.names.map((_, index) => xPixel(panel, index + 0.5)) });
  addNamedLevels(page, panel, plan.levels);
  return panel;
}

/** The value of each bar at its end. */
function addColumnLabels({ fonts: { small: size } }: Page, panel: Panel, { labels, totals }: Plan): void {
  addTexts(
    panel,
    labels.map((text, index): TextItem => {
      const value = totals.values[index] ?? 0;
      const up = value >= 0;
      return {
        x: xPixel(panel, index + 0.5),
        y: yPixel(panel, value) + (up ? -size * 0.4 : size * 0.4),
        text,
        size,
        color: ink.text,
        align: "center",
        baseline: up ? "bottom" : "top",
      };
    }),
  );
}

function rowsPanel(context: Context, plan: Plan): Panel {
  const { page } = context;
  const { fonts, margin } = page;
  const count = plan.totals.names.length;
  const size = fonts.label;
  const names = cutNames(page, plan.totals.names, { size, width: page.width * 0.28 });
  const left = margin + Math.max(...names.map((name) => page.measure(name, size))) + size * 0.7;
  const labelWidth = Math.max(0, ...plan.labels.map((label) => page.measure(label, fonts.small)));
  const width = page.width - left - margin - labelWidth * 0.9;
  const axis = zeroBased(plan.extent, {
    steps: Math.max(3, Math.round(width / (size * 9))),
    style: plan.style,
    integer: false,
  });
  const ticks = axisTicks(plan.style, axis);
  const top = plan.top + uprightRoom(page, plan.levels);
  const height = Math.max(80, page.height - top - size * 2 - fonts.small * 1.6 - margin * 0.6);
  const panel: Panel = {
    left,
    top,
    width,
    height,
    x: axis.domain,
    y: [Math.max(1, count), 0],
    layers: [],
  };
  addBottomAxis(page, panel, { ticks });
  const inset = count < 4 ? 0.25 : 0.14;
  addBars(
    panel,
    plan.totals.values.map((value, index): Bar => ({
      x: 0,
      x2: value,
      y: index + inset,
      y2: index + 1 - inset,
      color: colorFor(plan, index),
    })),
  );
  addRowTexts(page, panel, { plan, names });
  addNamedUprightLevels(page, panel, plan.levels);
  return panel;
}

/** The names left of the bars, their values at the ends, and below what is measured. */
function addRowTexts(
  { fonts }: Page,
  panel: Panel,
  { plan, names }: { readonly plan: Plan; readonly names: readonly string[] },
): void {
  const size = fonts.label;
  const negative = plan.extent.least < 0;
  const middle = (index: number) => yPixel(panel, index + 0.5);
  addTexts(
    panel,
    names.map((text, index): TextItem => ({ x: -size * 0.7, y: middle(index), text, size, align: "right" })),
  );
  addTexts(
    panel,
    plan.labels.map((text, index): TextItem => {
      const value = plan.totals.values[index] ?? 0;
      const right = value >= 0 || !negative;
      return {
        x: xPixel(panel, value) + (right ? 1 : -1) * size * 0.4,
        y: middle(index),
        text,
        size: fonts.small,
        align: right ? "left" : "right",
      };
    }),
  );
  addTexts(panel, [{
    x: panel.width / 2,
    y: panel.height + size * 2.2,
    text: titleWithUnit(plan.valueName, plan.style),
    size: fonts.small,
    color: ink.soft,
    align: "center",
    baseline: "top",
  }]);
}
