/** A plot of groups beside each other, vertical or horizontal: bars and boxes are drawn once, for both. */

import {
  bandLabels,
  bandMarks,
  baseline,
  bottomAxis,
  bottomTitle,
  footHeight,
  leftAxis,
  leftOf,
  sideNames,
  widest,
} from "./axes.ts";
import { type Heading, layHead, type Plot } from "./layout.ts";
import { type Context, cutNames, type Page } from "./page.ts";
import { ink } from "./palette.ts";
import { type Axis, type Bands, bandsOf, type Scale, scaleOf } from "./scales.ts";
import { type Box, line, type Point, type Stroke, text } from "./svg.ts";
import type { TimeTick } from "./time_ticks.ts";

export interface Oriented {
  readonly horizontal: boolean;
  readonly plot: Plot;
  readonly bands: Bands;
  readonly value: Scale;
  /** The rectangle between two places across the bands and two values. */
  readonly box: (from: number, to: number, values: readonly [number, number]) => Box;
  readonly point: (across: number, value: number) => Point;
  readonly marks: readonly string[];
}

export interface OrientedOptions {
  readonly labels: readonly string[];
  /** The labels in fewer letters. */
  readonly short?: readonly TimeTick[] | undefined;
  /** A second, smaller line below each label. */
  readonly under?: readonly string[];
  /** Whether the labels have an order of their own, such as times, which go to the right. */
  readonly ordered: boolean;
  readonly heading: Heading;
  readonly valueName: string;
  /** The labels beyond the ends of bars; horizontal bars leave space for them. */
  readonly ends?: readonly { readonly value: number; readonly label: string }[];
  readonly axisFor: (pixels: number) => Axis;
  /** Notes that depend on the axis. */
  readonly axisNote: (axis: Axis) => string;
}

/** Names that do not fit below their bars stand at the left of horizontal ones. */
export function layOriented({ page }: Context, options: OrientedOptions): Oriented {
  const { labels, ordered } = options;
  const rough = bandsOf(labels.length, 0, page.width - page.margin * 2 - page.fonts.label * 4);
  const isHorizontal = !bandLabels(page, options, rough).fits || (!ordered && labels.length > 16);
  return isHorizontal ? layHorizontal(page, options) : layVertical(page, options);
}

function headFor(page: Page, { heading, axisNote }: OrientedOptions, axis: Axis, yTitle = "") {
  return layHead(page, { ...heading, notes: [...heading.notes, axisNote(axis)], yTitle });
}

function layVertical(page: Page, options: OrientedOptions): Oriented {
  const { labels, under = [], valueName } = options;
  const axis = options.axisFor(page.height * 0.7);
  const head = headFor(page, options, axis, valueName);
  const [left, right] = [leftOf(page, axis.ticks), page.width - page.margin * 0.8];
  const bands = bandsOf(labels.length, left, right);
  const named = bandLabels(page, options, bands);
  const size = page.fonts.small;
  const isUnder = under.length > 0 && widest(page, under, size) < bands.step;
  const bottom = page.height - named.height - (isUnder ? size * 1.4 : 0);
  const plot = { left, right, top: head.bottom, bottom };
  const value = scaleOf(axis, plot.bottom, plot.top);
  const underTop = page.height - page.margin * 0.5 - size * 1.2;
  const look = { size, color: ink.soft, align: "center", baseline: "top" } as const;
  return {
    horizontal: false,
    plot,
    bands,
    value,
    box: (from, to, [one, other]) => spanned([from, value(one)], [to, value(other)]),
    point: (across, at) => [across, value(at)],
    marks: [
      ...head.marks,
      ...leftAxis(page, { plot, axis, y: value }),
      baseline(plot),
      ...bandMarks(page, named.lines, bands, bottom),
      ...(isUnder ? under : []).map((label, at) => text(label, [bands.middle(at), underTop], look)),
    ],
  };
}

function layHorizontal(page: Page, options: OrientedOptions): Oriented {
  const { labels, under, ends = [] } = options;
  const { label, small } = page.fonts;
  const axis = options.axisFor(page.width * 0.5);
  const head = headFor(page, options, axis);
  const bottom = page.height - footHeight(page);
  const bands = bandsOf(labels.length, head.bottom, bottom);
  const size = Math.max(11, Math.min(label, bands.step * 0.85));
  const whole = labels.map((name, at) => under?.[at] === undefined ? name : `${name} (${under[at]})`);
  const names = cutNames(page, whole, { size, width: page.width * 0.32 });
  const left = page.margin + widest(page, names, size) + label * 0.6;
  const last = axis.ticks.at(-1)?.label ?? "";
  const edge = page.width - Math.max(page.margin, page.measure(last, label) / 2 + label * 0.5);
  // Each label behind a bar is on the page.
  const share = scaleOf(axis, 0, 1);
  const rights = ends.filter(({ value }) => share(value) > 0.5).map((end) =>
    left + (page.width - page.measure(end.label, small) - small * 0.9 - left) / share(end.value)
  );
  const plot = { left, right: Math.min(edge, ...rights), top: head.bottom, bottom };
  const value = scaleOf(axis, plot.left, plot.right);
  return {
    horizontal: true,
    plot,
    bands,
    value,
    box: (from, to, [one, other]) => spanned([value(one), from], [value(other), to]),
    point: (across, at) => [value(at), across],
    marks: [
      ...head.marks,
      ...bottomAxis(page, { plot, axis, x: value }),
      ...sideNames(page, names, bands, { left, size }),
      bottomTitle(page, plot, options.valueName),
    ],
  };
}

function spanned([x1, y1]: Point, [x2, y2]: Point): Box {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** A line between two places across the bands at a value, or along them. */
export function orientedLine({ point }: Oriented, from: Point, to: Point, stroke: Stroke): string {
  return line(point(...from), point(...to), stroke);
}

interface EndLabel {
  readonly across: number;
  readonly value: number;
  readonly label: string;
  readonly size: number;
  /** Pixels across the bands that it may take. */
  readonly space: number;
}

/** A label beyond the end of a bar; empty if there is no space for it. */
export function endLabel(page: Page, { horizontal, point }: Oriented, end: EndLabel): string {
  const { across, value, label, size, space } = end;
  if ((horizontal ? size : page.measure(label, size)) > space) return "";
  const [x, y] = point(across, value);
  const away = value < 0 ? -size : size;
  return horizontal
    ? text(label, [x + away * 0.4, y], { size, align: value < 0 ? "right" : "left", halo: true })
    : text(label, [x, y - away * 0.3], {
      size,
      align: "center",
      baseline: value < 0 ? "top" : "bottom",
      halo: true,
    });
}
