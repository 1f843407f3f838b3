/** How far an axis of values reaches: bars from zero, lines zoomed where that is honest. */

import type { NumberStyle } from "../../summary/text/format_number.ts";
import { type NumberTicks, numberTicks } from "./number_ticks.ts";

export interface Extent {
  readonly least: number;
  readonly most: number;
}

export function extentOf(lists: Iterable<Iterable<number>>): Extent {
  let least = Infinity;
  let most = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (Number.isNaN(value)) continue;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least > most ? { least: 0, most: 1 } : { least, most };
}

/** Whether there are whole numbers only, so that an axis of them has no others. */
export function areWhole(values: Iterable<number>): boolean {
  for (const value of values) if (!Number.isNaN(value) && !Number.isInteger(value)) return false;
  return true;
}

export interface AxisOptions {
  readonly steps: number;
  readonly style: NumberStyle;
  readonly integer: boolean;
}

/** From zero, whatever the values are. */
export function zeroBased({ least, most }: Extent, { steps, integer }: AxisOptions): NumberTicks {
  return numberTicks([Math.min(0, least), Math.max(0, most)], { steps, integer });
}

/** The same domain with a share of its length free below negative values, for what is written there. */
export function withRoomBelow(
  [low, high]: readonly [number, number],
  { least, share }: { readonly least: number; readonly share: number },
): readonly [number, number] {
  if (least >= 0) return [low, high];
  return [Math.min(low, (least - share * high) / (1 - share)), high];
}

/** From zero unless the values move in a small part of the way to them: then around them, and the reader is told. */
export function zoomed(extent: Extent, options: AxisOptions): NumberTicks & { readonly fromZero: boolean } {
  const { least, most } = extent;
  const far = Math.max(Math.abs(least), Math.abs(most));
  const apart = most - least;
  if ((least < 0 && most > 0) || apart >= far * 0.3 || apart === 0) {
    const ticks = zeroBased(extent, options);
    return { ...ticks, fromZero: true };
  }
  const pad = apart * 0.2;
  const ends = most > 0
    ? [Math.max(0, least - pad), most + pad] as const
    : [least - pad, Math.min(0, most + pad)] as const;
  const ticks = numberTicks(ends, options);
  return { ...ticks, fromZero: ticks.domain.includes(0) };
}
