/** Grid, ticks and labels around a plot. */

import { cutNames } from "./cut_names.ts";
import type { Page } from "./page.ts";
import { wrapText } from "./page.ts";
import { ink } from "./palette.ts";
import type { Axis, Bands, Scale, Tick } from "./scales.ts";
import { line, text } from "./svg.ts";
import type { TimeTick } from "./time_ticks.ts";

/** The rectangle that marks are drawn in. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

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

export interface AxisLook {
  /** Whether labels are drawn; plots inside a grid have none. */
  readonly labels?: boolean;
}

/** Level grid lines with their values at the left; the zero line is stronger. */
export function leftAxis(
  page: Page,
  { plot, axis, y, labels = true }: AxisLook & {
    readonly plot: Plot;
    readonly axis: Axis;
    readonly y: Scale;
  },
): string[] {
  const size = page.fonts.label;
  return axis.ticks.flatMap(({ value, label }) => {
    const at = y(value);
    return [
      line([plot.left, at], [plot.right, at], { color: value === 0 ? ink.axis : ink.grid }),
      labels ? text({ x: plot.left - size * 0.6, y: at, text: label, size, align: "right" }) : "",
    ];
  });
}

interface BottomAxisOptions extends AxisLook {
  readonly plot: Plot;
  readonly axis: Pick<Axis, "ticks"> & Partial<Pick<Axis, "log">>;
  readonly x: Scale;
  readonly grid?: boolean;
  /** Space to the next panel, of which half may be used. */
  readonly between?: number;
}

/** Upright grid lines, or only ticks, with their values below. */
export function bottomAxis(page: Page, options: BottomAxisOptions): string[] {
  const { plot, axis, x, labels = true, grid = true, between } = options;
  const size = page.fonts.label;
  const isSpaced = (axis.log === true ? logSpacing : spacing)(page, axis.ticks, { x, size });
  const end = between === undefined ? page.width : plot.right + between / 2 - size * 0.25;
  const begin = between === undefined ? 0 : plot.left - between / 2 + size * 0.25;
  const isShown = ({ value, label }: Tick, at: number) => {
    const half = page.measure(label, size) / 2;
    return isSpaced(at) && x(value) - half >= begin && x(value) + half <= end;
  };
  return [
    ...(grid ? [] : [baseline(plot)]),
    ...axis.ticks.map(({ value }) => {
      const at = x(value);
      return grid
        ? line([at, plot.top], [at, plot.bottom], { color: value === 0 ? ink.axis : ink.grid })
        : line([at, plot.bottom], [at, plot.bottom + size * 0.3], { color: ink.axis });
    }),
    ...(labels ? axis.ticks.filter(isShown) : []).map(({ value, label }) =>
      text({ x: x(value), y: plot.bottom + size * 0.6, text: label, size, align: "center", baseline: "top" })
    ),
  ];
}

/** Which ticks have labels, so that these do not run into each other: every second, fifth …, at round values. */
function spacing(
  page: Page,
  ticks: readonly Tick[],
  { x, size }: { readonly x: Scale; readonly size: number },
): (at: number) => boolean {
  const [first = 0, second = 0] = ticks.map(({ value }) => value);
  const wide = widest(page, ticks.map(({ label }) => label), size) + size * 0.8;
  const needed = ticks.length < 2 ? 1 : wide / Math.abs(x(second) - x(first));
  const every = [1, 2, 5, 10, 20, 50, 100].find((count) => count >= needed) ?? Math.ceil(needed);
  const round = ticks.findIndex(({ value }) => {
    const multiple = value / ((second - first) * every);
    return Math.abs(multiple - Math.round(multiple)) < 1e-6;
  });
  return (at) => (at - Math.max(0, round)) % every === 0;
}

/** The same for ticks that lie ever closer: powers of ten first, then what has room between them. */
function logSpacing(
  page: Page,
  ticks: readonly Tick[],
  { x, size }: { readonly x: Scale; readonly size: number },
): (at: number) => boolean {
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
export function bottomTitle(page: Page, plot: Plot, name: string): string {
  const size = page.fonts.small;
  const x = (plot.left + plot.right) / 2;
  return text({
    x,
    y: page.height - page.margin * 0.6,
    text: name,
    size,
    color: ink.soft,
    align: "center",
    baseline: "bottom",
  });
}

/** Height below a plot of an axis of numbers with its name. */
export function footHeight(page: Page, titled: boolean): number {
  return page.fonts.label * 1.9 + (titled ? page.fonts.small * 1.4 : 0) + page.margin * 0.5;
}

interface TimeAxisOptions extends AxisLook {
  readonly plot: Plot;
  readonly ticks: readonly TimeTick[];
  readonly x: Scale;
  readonly size?: number;
  /** Space to the next panel, of which half may be used. */
  readonly between?: number;
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
      return text({ x: at, y, text: tick[key], size, color, align: "center", baseline: "top" });
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

export interface ShortLabel {
  readonly label: string;
  readonly under: string;
}

/** Labels below places beside each other: in one or two lines if they fit, else only some of them. */
export function bandLabels(
  page: Page,
  { labels, step, ordered, short }: {
    readonly labels: readonly string[];
    readonly step: number;
    readonly ordered: boolean;
    /** The same in fewer letters, with a larger unit below where it begins. */
    readonly short?: readonly ShortLabel[] | undefined;
  },
): { readonly lines: readonly (readonly string[])[]; readonly fits: boolean; readonly height: number } {
  const size = page.fonts.label;
  const width = step - size * 0.5;
  const height = (lines: number) => size * (0.7 + 1.25 * lines) + page.margin * 0.5;
  if (widest(page, labels) <= width) {
    return { lines: labels.map((label) => [label]), fits: true, height: height(1) };
  }
  const wrapped = labels.map((label) => wrapText(page, label, { size, width }));
  const isWhole = wrapped.every((lines, at) =>
    lines.join("").replaceAll(/\s/g, "") === labels[at]?.replaceAll(/\s/g, "")
  );
  const words = labels.flatMap((label) => label.split(/\s+/));
  if (isWhole && widest(page, words) <= width) return { lines: wrapped, fits: true, height: height(2) };
  if (short !== undefined) {
    const every = Math.ceil((widest(page, short.map(({ label }) => label)) + size * 0.6) / step);
    const isRoomy = every * step >= widest(page, short.map(({ under }) => under)) * 0.8;
    const lines = short.map(({ label, under }, at) =>
      at % every > 0 ? [] : isRoomy ? [label, under] : [label]
    );
    return { lines, fits: true, height: height(2) };
  }
  if (!ordered) {
    return {
      lines: cutNames(page, labels, { size, width: Math.max(width, size * 2) }).map((label) => [label]),
      fits: false,
      height: height(1),
    };
  }
  const every = Math.ceil((widest(page, labels) + size * 0.6) / step);
  return { lines: labels.map((label, at) => at % every === 0 ? [label] : []), fits: true, height: height(1) };
}

export function bandAxis(
  page: Page,
  { plot, bands, lines }: {
    readonly plot: Plot;
    readonly bands: Bands;
    readonly lines: readonly (readonly string[])[];
  },
): string[] {
  const size = page.fonts.label;
  return [
    baseline(plot),
    ...lines.flatMap((parts, at) =>
      parts.map((part, row) =>
        text({
          x: bands.middle(at),
          y: plot.bottom + size * (0.6 + row * 1.25),
          text: part,
          size,
          align: "center",
          baseline: "top",
        })
      )
    ),
  ];
}
