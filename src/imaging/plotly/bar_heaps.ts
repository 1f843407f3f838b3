/**
 * What bars stand on, as Plotly piles them: all of a position on each other (`stack`), those above and below zero apart
 * (`relative`), or, side by side (`group`), only the bars of one trace that share a position.
 */

import type { Slot } from "./bar_slots.ts";
import type { Bar, BarSeries } from "./draw_bars.ts";
import type { Trace } from "./trace.ts";

/** What a bar stands on, asked in the order in which bars are laid on each other. */
type GroundOf = (trace: Trace, bar: Bar) => number;

interface PileOptions {
  readonly mode: string;
  readonly slotOf: (trace: Trace) => Slot;
}

export function pilesOf({ mode, slotOf }: PileOptions): GroundOf {
  const heaps = new Map<Trace | number, Map<string, number>>();
  return (trace, { at, size, base }) => {
    // What begins somewhere of its own is no part of a pile, and bars over each other are none.
    if (base !== undefined || mode === "overlay") return base ?? 0;
    const owner = mode === "group" ? trace : slotOf(trace).index;
    const own = heaps.get(owner) ?? new Map<string, number>();
    const heap = `${at} ${mode !== "stack" && size < 0}`;
    const ground = own.get(heap) ?? 0;
    heaps.set(owner, own.set(heap, ground + size));
    return ground;
  };
}

/** Whether bars of one trace share a position. */
export function hasPiles({ bars }: BarSeries): boolean {
  return new Set(bars.map(({ at }) => at)).size < bars.length;
}

/** The same bars as shares of what stands at their position; bars that lie over each other have none. */
export function normed(
  series: readonly BarSeries[],
  { norm, mode, slotOf }: PileOptions & { readonly norm: string },
): readonly BarSeries[] {
  const whole = norm === "percent" ? 100 : norm === "fraction" ? 1 : null;
  if (whole === null || mode === "overlay") return series;
  const sums = new Map<string, number>();
  const heapOf = (trace: Trace, { at, size }: Bar) =>
    `${at} ${slotOf(trace).index} ${mode === "relative" && size < 0}`;
  for (const { trace, bars } of series) {
    for (const bar of bars) {
      const heap = heapOf(trace, bar);
      sums.set(heap, (sums.get(heap) ?? 0) + bar.size);
    }
  }
  return series.map((one) => ({
    ...one,
    bars: one.bars.map((bar) => ({
      ...bar,
      size: bar.size * whole / Math.abs(sums.get(heapOf(one.trace, bar)) || whole),
    })),
  }));
}
