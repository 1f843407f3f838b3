/**
 * Which bars stand beside each other. Traces of one offset group share a place, also those of other subplots on the
 * same axis (a second y axis); without such groups only a figure that wants its bars side by side (`group`) gives each
 * trace of a subplot a place of its own, and only where bars would else lie over each other.
 */

import { type JsonRecord, textAt } from "../../base/json.ts";
import type { BarSeries } from "./draw_bars.ts";
import { matched } from "./matched_axes.ts";
import { along, type Trace } from "./trace.ts";

/** One of so many places within the room of a position. */
export interface Slot {
  readonly index: number;
  readonly count: number;
}

export interface SlotOptions {
  readonly mode: string;
  readonly layout: JsonRecord;
  /** The bars of the whole figure. */
  readonly all: readonly Trace[];
}

export function slotsOf(series: readonly BarSeries[], options: SlotOptions): (trace: Trace) => Slot {
  // A trace that says itself how far beside its positions it stands takes no place of others.
  const grouped = series.filter(({ trace }) => options.mode !== "group" || !("offset" in trace.spec));
  const overlaps = options.mode === "group" && areShared(grouped);
  const slots = new Map(grouped.map(({ trace }, place) => {
    const groups = groupsBeside(trace, options);
    if (groups.length > 0) {
      return [trace, { index: Math.max(0, groups.indexOf(groupOf(trace))), count: groups.length }];
    }
    return [trace, overlaps ? { index: place, count: grouped.length } : { index: 0, count: 1 }];
  }));
  return (trace) => slots.get(trace) ?? { index: 0, count: 1 };
}

/** The offset groups along the axis of a trace, in their order. */
function groupsBeside(trace: Trace, { mode, layout, all }: SlotOptions): readonly string[] {
  const { at } = along(trace);
  const beside = all.filter((other) =>
    along(other).at === at && matched(layout, other[at].id) === matched(layout, trace[at].id) &&
    textAt(other.spec, "alignmentgroup") === textAt(trace.spec, "alignmentgroup")
  );
  // Plotly Express names a group for each trace; before version 6 also where all of them lie on each other.
  if (mode !== "group" && textAt(trace.spec, "alignmentgroup") === "True") return [];
  const groups = [...new Set(beside.map(groupOf))];
  return mode === "group" ? groups.filter((group) => group !== "") : groups;
}

/** The offset group of a trace, which may be a number; "" for none. */
export function groupOf({ spec }: Pick<Trace, "spec">): string {
  const group = spec["offsetgroup"];
  return typeof group === "number" ? String(group) : textAt(spec, "offsetgroup");
}

/** Whether any two bars have the same position. */
function areShared(series: readonly BarSeries[]): boolean {
  const places = series.flatMap((one) => one.places);
  return new Set(places).size < places.length;
}
