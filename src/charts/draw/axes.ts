/** Grid, ticks and labels around a plot. */

import type { Plot } from "./layout.ts";
import { cutNames, type Page, wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import type { Axis, Bands, Scale, Tick } from "./scales.ts";
import { line, text } from "./svg.ts";
import type { TimeTick } from "./time_ticks.ts";

export function widest(page: Page, labels: readonly string[], size: number = page.fonts.label): number {
  return labels.reduce((most, label) => Math.max(most, page.measure(label, size)), 0);
}

/** Where a plot begins that has these ticks at its left. */
export function leftOf(page: Page, ticks: readonly Tick[]): number {
  return page.margin + widest(page, ticks.map(({ label }) => label)) + page.fonts.label * 0.6;
}

/** How many steps an axis of so many pixels is cut into. */
export function stepsIn(page: Page, pixels: number): number {
  return Math.max(2, Math.round(pixels / (page.fonts.label * 6.5)));
}

interface AxisLook {
  readonly plot: Plot;
  /** Whether labels are drawn; plots inside a grid have none. */
  readonly labels?: boolean;
  /** Space to the next panel, of which half may be used. */
  readonly between?: number | undefined;
}

/** Level grid lines with their values at the left; the zero line is stronger. */
export function leftAxis(
  page: Page,
  { plot, axis, y, labels = true }: AxisLook & { readonly axis: Axis; readonly y: Scale },
): string[] {
  const size = page.fonts.label;
  return axis.ticks.flatMap(({ value, label }) => {
    const at = y(value);
    return [
      line([plot.left, at], [plot.right, at], { color: value === 0 ? ink.axis : ink.grid }),
      labels ? text(label, [plot.left - size * 0.6, at], { size, align: "right" }) : "",
    ];
  });
}

interface BottomAxisOptions extends AxisLook {
  readonly axis: Pick<Axis, "ticks"> & Partial<Pick<Axis, "log">>;
  readonly x: Scale;
  readonly grid?: boolean;
}

/** Upright grid lines, or only ticks, with their values below. */
export function bottomAxis(page: Page, options: BottomAxisOptions): string[] {
  const { plot, axis, x, labels = true, grid = true, between } = options;
  const size = page.fonts.label;
  const isSpaced = (axis.log === true ? logSpacing : spacing)(page, axis.ticks, x);
  const [begin, end] = between === undefined
    ? [0, page.width]
    : [plot.left - between / 2 + size * 0.25, plot.right + between / 2 - size * 0.25];
  const isShown = ({ value, label }: Tick, at: number) => {
    const half = page.measure(label, size) / 2;
    return isSpaced(at) && x(value) - half >= begin && x(value) + half <= end;
  };
  return [
    ...(grid ? [] : [baseline(plot)]),
    ...axis.ticks.map(({ value }) =>
      grid
        ? line([x(value), plot.top], [x(value), plot.bottom], { color: value === 0 ? ink.axis : ink.grid })
        : line([x(value), plot.bottom], [x(value), plot.bottom + size * 0.3], { color: ink.axis })
    ),
    ...(labels ? axis.ticks.filter(isShown) : []).map(({ value, label }) =>
      text(label, [x(value), plot.bottom + size * 0.6], { size, align: "center", baseline: "top" })
    ),
  ];
}

/** Which ticks have labels, so that these do not run into each other: every second, fifth …, at round values. */
function spacing(page: Page, ticks: readonly Tick[], x: Scale): (at: number) => boolean {
  const [first = 0, second = 0] = ticks.map(({ value }) => value);
  const wide = widest(page, ticks.map(({ label }) => label)) + page.fonts.label * 0.8;
  const needed = ticks.length < 2 ? 1 : wide / Math.abs(x(second) - x(first));
  const every = [1, 2, 5, 10, 20, 50, 100].find((count) => count >= needed) ?? Math.ceil(needed);
  const round = ticks.findIndex(({ value }) => {
    const multiple = value / ((second - first) * every);
    return Math.abs(multiple - Math.round(multiple)) < 1e-6;
  });
  return (at) => (at - Math.max(0, round)) % every === 0;
}

/** The same for ticks that lie ever closer: powers of ten first, then what fits between them. */
function logSpacing(page: Page, ticks: readonly Tick[], x: Scale): (at: number) => boolean {
  const size = page.fonts.label;
  const isPower = ({ value }: Tick) => Number.isInteger(Number(Math.log10(value).toFixed(9)));
  const kept = new Set<Tick>();
  for (const tick of [...ticks.filter(isPower), ...ticks.filter((one) => !isPower(one))]) {
    const half = ({ label }: Tick) => page.measure(label, size) / 2 + size * 0.4;
    const isFree = [...kept].every((one) => Math.abs(x(one.value) - x(tick.value)) >= half(one) + half(tick));
    if (isFree) kept.add(tick);
  }
  return (at) => ticks[at] !== undefined && kept.has(ticks[at]);
}

export function baseline(plot: Plot): string {
  return line([plot.left, plot.bottom], [plot.right, plot.bottom], { color: ink.axis });
}

/** The name of what goes to the right, below an axis. */
export function bottomTitle(page: Page, { left, right }: Pick<Plot, "left" | "right">, name: string): string {
  const look = { size: page.fonts.small, color: ink.soft, align: "center", baseline: "bottom" } as const;
  return text(name, [(left + right) / 2, page.height - page.margin * 0.6], look);
}

/** Height below a plot of an axis of numbers with its name. */
export function footHeight(page: Page): number {
  return page.fonts.label * 1.9 + page.fonts.small * 1.4 + page.margin * 0.5;
}

interface TimeAxisOptions extends AxisLook {
  readonly ticks: readonly TimeTick[];
  readonly x: Scale;
  readonly size?: number;
}

export function timeAxis(page: Page, options: TimeAxisOptions): string[] {
  const { plot, ticks, x, labels = true, size = page.fonts.label, between } = options;
  const [from, to] = between === undefined
    ? [size * 0.3, page.width - size * 0.3]
    : [plot.left - between / 2 + size * 0.2, plot.right + between / 2 - size * 0.2];
  const rows = (key: "label" | "under", y: number, color: string) => {
    let end = -Infinity;
    return ticks.map((tick) => {
      const half = page.measure(tick[key], size) / 2;
      const at = Math.min(to - half, Math.max(from + half, x(tick.value)));
      if (tick[key] === "" || at - half < end) return "";
      end = at + half + size * 0.3;
      return text(tick[key], [at, y], { size, color, align: "center", baseline: "top" });
    });
  };
  return [
    baseline(plot),
    ...ticks.map(({ value }) =>
      line([x(value), plot.bottom], [x(value), plot.bottom + size * 0.4], { color: ink.axis })
    ),
    ...(labels ? rows("label", plot.bottom + size * 0.7, ink.text) : []),
    ...(labels ? rows("under", plot.bottom + size * 1.95, ink.soft) : []),
  ];
}

export function timeFoot(page: Page, ticks: readonly TimeTick[], size: number = page.fonts.label): number {
  return size * (ticks.some(({ under }) => under !== "") ? 3.2 : 2) + page.margin * 0.5;
}

interface BandNames {
  readonly labels: readonly string[];
  readonly ordered: boolean;
  /** The same in fewer letters, with a larger unit below where it begins. */
  readonly short?: readonly Pick<TimeTick, "label" | "under">[] | undefined;
}

interface BandLabels {
  /** Of each place. */
  readonly lines: readonly (readonly string[])[];
  readonly fits: boolean;
  readonly height: number;
}

/** Labels below places beside each other: in one or two lines if they fit, else only some of them. */
export function bandLabels(page: Page, { labels, ordered, short }: BandNames, { step }: Bands): BandLabels {
  const size = page.fonts.label;
  const width = step - size * 0.5;
  const made = (lines: BandLabels["lines"], rows = 1, fits = true) => ({
    lines,
    fits,
    height: size * (0.7 + 1.25 * rows) + page.margin * 0.5,
  });
  /** Only every so many, as those that are so wide need. */
  const everyFor = (names: readonly string[]) => Math.ceil((widest(page, names) + size * 0.6) / step);
  if (widest(page, labels) <= width) return made(labels.map((label) => [label]));
  const wrapped = labels.map((label) => wrapText(page, label, { size, width }));
  const bare = (label = "") => label.replaceAll(/\s/g, "");
  const isWhole = wrapped.every((lines, at) => bare(lines.join("")) === bare(labels[at]));
  if (isWhole && widest(page, labels.flatMap((label) => label.split(/\s+/))) <= width) {
    return made(wrapped, 2);
  }
  if (short !== undefined) {
    const every = everyFor(short.map(({ label }) => label));
    const isRoomy = every * step >= widest(page, short.map(({ under }) => under)) * 0.8;
    return made(
      short.map(({ label, under }, at) => at % every > 0 ? [] : isRoomy ? [label, under] : [label]),
      2,
    );
  }
  if (!ordered) {
    const cut = cutNames(page, labels, { size, width: Math.max(width, size * 2) });
    return made(cut.map((label) => [label]), 1, false);
  }
  const every = everyFor(labels);
  return made(labels.map((label, at) => at % every === 0 ? [label] : []));
}

/** Labels in the middle of places, below where these end. */
export function bandMarks(page: Page, lines: BandLabels["lines"], bands: Bands, bottom: number): string[] {
  const size = page.fonts.label;
  return lines.flatMap((parts, at) =>
    parts.map((part, row) =>
      text(part, [bands.middle(at), bottom + size * (0.6 + row * 1.25)], {
        size,
        align: "center",
        baseline: "top",
      })
    )
  );
}

/** Names at the left of places below each other; those that would run into each other are left out, evenly. */
export function sideNames(
  page: Page,
  names: readonly string[],
  bands: Bands,
  look: { left: number; size: number },
): string[] {
  const { left, size } = look;
  const every = Math.max(1, Math.ceil(size * 1.05 / bands.step));
  return names.map((name, at) =>
    at % every === 0
      ? text(name, [left - page.fonts.label * 0.6, bands.middle(at)], { size, align: "right" })
      : ""
  );
}
