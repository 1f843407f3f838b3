/** Axes of numbers: how far they reach, where their ticks are, and where a value lies in pixels. */

// @ts-types="@types/d3-array"
import { extent, tickStep } from "d3-array";
import { specError } from "../table/named_columns.ts";
import { type NumberStyle, tickFormat } from "../text/format_number.ts";
import { type Context, say } from "./page.ts";

export type Scale = (value: number) => number;

export interface Tick {
  readonly value: number;
  readonly label: string;
}

export interface Axis {
  readonly domain: readonly [number, number];
  readonly ticks: readonly Tick[];
  readonly log: boolean;
  readonly fromZero: boolean;
}

export interface AxisOptions {
  readonly style: NumberStyle;
  /** About how many steps. */
  readonly steps: number;
  /** Whether ticks are whole numbers only. */
  readonly integer: boolean;
  /** `zero` includes zero, `near` may leave it out if the values lie far from it, `close` ignores it. */
  readonly mode: "zero" | "near" | "close" | "log";
}

export type Extent = readonly [number, number];

export function extentOf(lists: Iterable<Iterable<number>>): Extent {
  const [least, most] = extent(Iterator.from(lists).flatMap((list) => list));
  return least === undefined ? [0, 1] : [least, most];
}

/** If zero would leave more than this share of an axis empty, lines are drawn without it. */
const mostEmpty = 0.4;

export function axisFor(extent: Extent, options: AxisOptions): Axis {
  if (options.mode === "log") return logAxis(extent, options);
  const [low, high] = rangeFor(extent, options.mode);
  const step = stepFor(low, high, options);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const digits = Math.min(12, Math.max(0, 2 - Math.floor(Math.log10(step))));
  const values = Array.from(
    { length: Math.min(200, last - first) + 1 },
    (_, at) => Number(((first + at) * step).toFixed(digits)),
  );
  const domain = [values[0] ?? 0, values.at(-1) ?? 1] as const;
  const format = tickFormat(options.style, { most: Math.max(...domain.map(Math.abs)), step });
  const ticks = values.map((value) => ({ value, label: format(value) }));
  return { domain, ticks, log: false, fromZero: domain[0] <= 0 && domain[1] >= 0 };
}

function rangeFor([least, most]: Extent, mode: AxisOptions["mode"]): Extent {
  const far = Math.max(Math.abs(least), Math.abs(most));
  if (far > 1e300) return [Math.max(-1e300, Math.min(0, least)), Math.min(1e300, Math.max(0, most))];
  const near = Math.min(Math.abs(least), Math.abs(most));
  const isAcross = least <= 0 && most >= 0;
  if (least === most) return least === 0 ? [0, 1] : least > 0 ? [0, most] : [least, 0];
  if (mode === "close") return [least, most];
  if (mode === "zero" || isAcross || near / far <= mostEmpty) return [Math.min(0, least), Math.max(0, most)];
  const pad = (most - least) * 0.08;
  return [least - pad, most + pad];
}

function stepFor(low: number, high: number, { steps, integer }: AxisOptions): number {
  const step = tickStep(low, high, steps);
  return !(step > 0) ? 1 : integer ? Math.max(1, step) : step;
}

function logAxis([least, most]: Extent, { style }: AxisOptions): Axis {
  if (least <= 0) {
    throw specError('Cannot use "options.scale" "log": some values are zero or negative', {
      hint: "Filter them out, or leave options.scale out",
    });
  }
  const decades = Math.log10(most / least);
  const factors = decades <= 1 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : decades <= 3 ? [1, 2, 5] : [1];
  const [first, last] = [Math.floor(Math.log10(least) - 1e-9), Math.ceil(Math.log10(most) + 1e-9)];
  const steps = Array.from({ length: last - first + 1 }, (_, at) => first + at).flatMap((power) =>
    factors.map((factor) => Number(`${factor}e${power}`))
  );
  // From the last step below the values to the first above them.
  const [low, high] = [
    steps.findLast((step) => step <= least) ?? least,
    steps.find((step) => step >= most) ?? most,
  ];
  const shown = steps.filter((step) => step >= low && step <= high);
  const every = Math.max(1, Math.ceil(shown.length / 10));
  const ticks = shown.filter((_, at) => at % every === 0)
    .map((value) => ({ value, label: tickFormat(style, { most: value, step: value })(value) }));
  return { domain: [low, high > low ? high : low * 10], ticks, log: true, fromZero: false };
}

/** Says that a scale is logarithmic; empty if it is not. */
export function logNote(context: Pick<Context, "language">, { log }: Pick<Axis, "log">): string {
  return log ? say(context, { ja: "対数目盛", en: "Logarithmic scale" }) : "";
}

/** Pixels of a value between the two ends of an axis. */
export function scaleOf(
  { domain: [low, high], log }: Pick<Axis, "domain" | "log">,
  from: number,
  to: number,
): Scale {
  if (log) {
    const [first, last] = [Math.log10(low), Math.log10(high)];
    return (value) => from + (Math.log10(value) - first) / (last - first) * (to - from);
  }
  return (value) => from + (value / (high - low) - low / (high - low)) * (to - from);
}

/** Equal places beside each other: the start, the middle and the width of each. */
export interface Bands {
  readonly step: number;
  readonly start: (place: number) => number;
  readonly middle: (place: number) => number;
}

export function bandsOf(count: number, from: number, to: number): Bands {
  const step = (to - from) / Math.max(1, count);
  return { step, start: (place) => from + place * step, middle: (place) => from + (place + 0.5) * step };
}

export function areWhole(lists: Iterable<Iterable<number>>): boolean {
  return Iterator.from(lists).every((list) =>
    Iterator.from(list).every((value) => Number.isNaN(value) || Number.isInteger(value))
  );
}
