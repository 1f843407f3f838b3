/** P32: quartiles, whiskers and outliers of each group. */

import { type Chart, type Context, say } from "../context.ts";
import type { AuxiliaryWish } from "../read/auxiliary_wish.ts";
import { heightSteps } from "./sheet/axes.ts";
import { addHead, layHead } from "./sheet/frame.ts";
import { isOfEach, type Level, levelsOf, ofAll } from "./sheet/levels.ts";
import { numberTicks } from "./sheet/number_ticks.ts";
import type { Page } from "./sheet/page.ts";
import { pageSheet } from "./sheet/page_sheet.ts";
import { type Extent, extentOf } from "./sheet/value_domain.ts";
import { outlierSentence } from "../summary/box_sentences.ts";
import { facetSentences } from "../summary/facet_sentences.ts";
import { levelSentence } from "../summary/level_sentence.ts";
import { eachLabel } from "../summary/own_levels.ts";
import { reachedByMedians } from "../summary/reached_levels.ts";
import { levelNumber, type NumberStyle, styleOf, titleWithUnit } from "../summary/text/format_number.ts";
import { eachJa } from "../summary/text/headline.ts";
import { joinParts } from "../summary/text/time_words.ts";
import { type Box, boxOf } from "../values/boxes.ts";
import type { Facet } from "../values/facets.ts";
import type { BoxPlan } from "./box_plan.ts";
import { lyingBoxes, lyingSteps } from "./lying_boxes.ts";
import { uprightBoxes, uprightColumns } from "./upright_boxes.ts";

export function drawBoxes(context: Context, facets: readonly Facet[], groupName: string): Chart {
  const { page } = context;
  const standing = planOf(context, facets, heightSteps(page));
  const columns = uprightColumns(page, standing);
  // Times go from left to right.
  const lies = context.roles.group !== null && (columns.names.turned || !columns.names.whole);
  const plan = lies ? planOf(context, facets, lyingSteps(page)) : standing;
  const { name, style, levels, withMeans } = plan;
  const head = layHead(page, {
    given: context.title,
    title: groupName === "" ? say(page, { ja: `${name}のばらつき`, en: `Spread of ${name}` }) : say(page, {
      ja: `${eachJa(groupName)}の${name}のばらつき`,
      en: `Spread of ${name} by ${groupName}`,
    }),
    subtitle: joinParts([signsText(page, withMeans), beyondText(page, plan, lies)]),
    ...(lies ? {} : { yTitle: titleWithUnit(name, style) }),
  });
  const panel = lies
    ? lyingBoxes(page, plan, head.bottom)
    : uprightBoxes(page, plan, { columns, top: head.bottom });
  addHead(panel, head);
  return {
    sheet: pageSheet(page, panel),
    template: "box_plot",
    sentences: [
      ...facetSentences(context, facets, { name, style }),
      ...outlierSentence(context, facets.flatMap((facet) => facet.rest ?? [facet]).map(boxOf)),
      ...levelSentence(context, [
        ...reachedByMedians(context, plan.boxes, levels),
        ...(withMeans ? [{ label: meansLabel(context, plan) }] : []),
      ]),
    ],
    auxiliary: [
      ...levels.map((level) => level.kind),
      ...context.auxiliary.filter(isSign).map(({ kind }) => kind),
    ],
  };
}

function planOf(context: Context, facets: readonly Facet[], steps: number): BoxPlan {
  const { page, roles: { value } } = context;
  const style = styleOf(value, page.language);
  const boxes = facets.map(boxOf);
  const levels = boxLevels(context, facets.flatMap((facet) => facet.values), style);
  const withMeans = context.auxiliary.some(isSign);
  const extent = boxExtent(boxes, {
    inside: levels.map((level) => level.value),
    means: withMeans ? boxes.map((box) => box.mean) : [],
  });
  const axis = numberTicks([extent.least, extent.most], { steps });
  const [least, most] = axis.domain;
  const beyond = boxes.map(({ outliers }) => outliers.filter((value) => value < least || value > most));
  return { boxes, beyond, axis, levels, withMeans, style, name: value?.name ?? "" };
}

/** Boxes that would be lower than this part of the axis could not be read. */
const lowest = 1 / 12;

/** How far the axis reaches: over all values, unless a few of them are so far away that the boxes would be lines. */
function boxExtent(
  boxes: readonly Box[],
  { inside, means }: { readonly inside: readonly number[]; readonly means: readonly number[] },
): Extent {
  const whole = extentOf([
    inside,
    means,
    ...boxes.map(({ low, high, outliers }) => [low, high, ...outliers]),
  ]);
  const core = extentOf([inside, ...boxes.map(({ low, high }) => [low, high])]);
  const room = core.most - core.least;
  if (room === 0 || room >= (whole.most - whole.least) * lowest) return whole;
  const near = (value: number) => value >= core.least - room && value <= core.most + room;
  return extentOf([
    [core.least, core.most],
    means.filter(near),
    ...boxes.map(({ outliers }) => outliers.filter(near)),
  ]);
}

/** What the signs at the ends of the axis stand for, and how far the values beyond them lie. */
function beyondText(page: Page, { beyond, style, axis }: BoxPlan, lies: boolean): string {
  const values = beyond.flat();
  if (values.length === 0) return "";
  const { least, most } = extentOf([values]);
  const [low, high] = [levelNumber(style, least, 3), levelNumber(style, most, 3)];
  const told = (signs: string, ja: string, en: string) =>
    say(page, {
      ja: `${signs}は軸の外の外れ値（${ja}まで）`,
      en: `${signs} outliers beyond the axis, ${en}`,
    });
  const [down, up] = lies ? ["◀", "▶"] : ["▼", "▲"];
  if (least > axis.domain[1]) return told(up, high, `up to ${high}`);
  if (most < axis.domain[0]) return told(down, low, `down to ${low}`);
  return told(`${up}${down}`, `${low}から${high}`, `from ${low} to ${high}`);
}

/** Each box has a sign for its own mean, unless that of all is asked for. */
function isSign(wish: AuxiliaryWish): boolean {
  return wish.kind === "mean_line" && isOfEach(wish);
}

/** The lines across all boxes. */
function boxLevels(context: Context, all: readonly number[], style: NumberStyle): Level[] {
  const auxiliary = context.auxiliary.filter((wish) => !isSign(wish));
  return levelsOf({ ...context, auxiliary }, all, style).map((level) => ofAll(context.page, level));
}

/** The means that signs mark in the boxes, as the label of a line would tell them. */
function meansLabel(context: Context, { boxes, style }: BoxPlan): string {
  const own = boxes.map(({ name, mean }) => ({ name, value: mean }));
  return eachLabel(context, say(context.page, { ja: "平均", en: "Mean" }), { own, style });
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
