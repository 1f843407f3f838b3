/** A plot of groups beside each other, vertical or horizontal: bars and boxes are drawn once, for both. */

import type { Context } from "./context.ts";
import { cutNames } from "./cut_names.ts";
import {
  bandAxis,
  bandLabels,
  bottomAxis,
  bottomTitle,
  footHeight,
  leftAxis,
  leftOf,
  type Plot,
  type ShortLabel,
  widest,
} from "./axes.ts";
import { type Heading, layHead } from "./head.ts";
import type { Page } from "./page.ts";
import { type Axis, type Bands, bandsOf, type Scale, scaleOf } from "./scales.ts";
import { type Box, line, type Point, type Stroke, text } from "./svg.ts";
import { ink } from "./palette.ts";

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
  readonly short?: readonly ShortLabel[] | undefined;
  /** A second, smaller line below each label. */
  readonly under?: readonly string[];
  /** Whether the labels have an order of their own, such as times, which go to the right. */
  readonly ordered: boolean;
  readonly heading: Heading;
  readonly valueName: string;
  /** The labels behind the ends of bars, for which lying ones leave room. */
  readonly ends?: readonly { readonly value: number; readonly label: string }[];
  readonly axisFor: (pixels: number) => Axis;
  /** Notes that depend on the axis. */
  readonly axisNote?: (axis: Axis) => string;
}

/** Names that do not fit below their bars stand at the left of horizontal ones. */
export function layOriented(context: Context, options: OrientedOptions): Oriented {
  const { page } = context;
  const { labels, ordered } = options;
  const rough = page.width - page.margin * 2 - page.fonts.label * 4;
  const step = rough / Math.max(1, labels.length);
  const named = bandLabels(page, { labels, step, ordered, short: options.short });
  const isHorizontal = !named.fits || (!ordered && labels.length > 16);
  return isHorizontal ? layHorizontal(context, options) : layVertical(context, options);
}

function layVertical(context: Context, options: OrientedOptions): Oriented {
  const { page } = context;
  const { labels, under, ordered, heading, valueName } = options;
  const axis = options.axisFor(page.height * 0.7);
  const notes = [...heading.notes, options.axisNote?.(axis) ?? ""];
  const head = layHead(page, { ...heading, notes, yTitle: valueName });
  const left = leftOf(page, axis.ticks);
  const right = page.width - page.margin * 0.8;
  const bands = bandsOf(labels.length, left, right);
  const named = bandLabels(page, { labels, step: bands.step, ordered, short: options.short });
  const size = page.fonts.small;
  const isUnder = under !== undefined && widest(page, under, size) < bands.step;
  const bottom = page.height - named.height - (isUnder ? size * 1.4 : 0);
  const plot = { left, right, top: head.bottom, bottom };
  const value = scaleOf(axis, plot.bottom, plot.top);
  const belowLabels = page.height - page.margin * 0.5 - size * 1.2;
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
      ...bandAxis(page, { plot, bands, lines: named.lines }),
      ...(isUnder ? under : []).map((label, at) =>
        text({
          x: bands.middle(at),
          y: belowLabels,
          text: label,
          size,
          color: ink.soft,
          align: "center",
          baseline: "top",
        })
      ),
    ],
  };
}

function layHorizontal(context: Context, options: OrientedOptions): Oriented {
  const { page } = context;
  const { heading, valueName } = options;
  const label = page.fonts.label;
  const axis = options.axisFor(page.width * 0.5);
  const head = layHead(page, { ...heading, notes: [...heading.notes, options.axisNote?.(axis) ?? ""] });
  const places = bandsOf(options.labels.length, head.bottom, page.height - footHeight(page, true));
  const size = Math.max(11, Math.min(label, places.step * 0.85));
  const withUnder = options.labels.map((name, at) =>
    options.under?.[at] === undefined ? name : `${name} (${options.under[at]})`
  );
  const names = cutNames(page, withUnder, { size, width: page.width * 0.32 });
  const left = page.margin + widest(page, names, size) + label * 0.6;
  const last = axis.ticks.at(-1)?.label ?? "";
  const edge = page.width - Math.max(page.margin, page.measure(last, label) / 2 + label * 0.5);
  const right = Math.min(edge, ...rightsFor(page, { ...options, axis, left }));
  const plot = { left, right, top: head.bottom, bottom: page.height - footHeight(page, true) };
  const value = scaleOf(axis, plot.left, plot.right);
  // Names that would run into each other are left out, evenly.
  const every = Math.max(1, Math.ceil(size * 1.05 / places.step));
  return {
    horizontal: true,
    plot,
    bands: places,
    value,
    box: (from, to, [one, other]) => spanned([value(one), from], [value(other), to]),
    point: (across, at) => [value(at), across],
    marks: [
      ...head.marks,
      ...bottomAxis(page, { plot, axis, x: value }),
      ...names.map((name, at) =>
        at % every === 0
          ? text({ x: plot.left - label * 0.6, y: places.middle(at), text: name, size, align: "right" })
          : ""
      ),
      bottomTitle(page, plot, valueName),
    ],
  };
}

/** How far to the right a plot may reach, so that each label behind a bar is on the page. */
function rightsFor(
  page: Page,
  { ends = [], axis, left }: Pick<OrientedOptions, "ends"> & { readonly axis: Axis; readonly left: number },
): number[] {
  const share = scaleOf(axis, 0, 1);
  const size = page.fonts.small;
  return ends.filter(({ value }) => share(value) > 0.5).map(({ value, label }) =>
    left + (page.width - page.measure(label, size) - size * 0.9 - left) / share(value)
  );
}

function spanned([x1, y1]: Point, [x2, y2]: Point): Box {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** A line between two places across the bands at a value, or along them. */
export function orientedLine({ point }: Oriented, from: Point, to: Point, stroke: Stroke): string {
  return line(point(...from), point(...to), stroke);
}

/** A label behind the end of a bar, or in the middle of a box. */
export function endLabel(
  page: Page,
  { horizontal, point }: Oriented,
  { across, value, label, size, room }: {
    readonly across: number;
    readonly value: number;
    readonly label: string;
    readonly size: number;
    /** Pixels across the bands that it may take. */
    readonly room: number;
  },
): string {
  const wide = horizontal ? size : page.measure(label, size);
  if (wide > room) return "";
  const [x, y] = point(across, value);
  const sign = value < 0 ? -1 : 1;
  return horizontal
    ? text({
      x: x + sign * size * 0.4,
      y,
      text: label,
      size,
      align: value < 0 ? "right" : "left",
      halo: true,
    })
    : text({
      x,
      y: y - sign * size * 0.3,
      text: label,
      size,
      align: "center",
      baseline: value < 0 ? "top" : "bottom",
      halo: true,
    });
}
