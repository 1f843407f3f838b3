/** Colour axes that several traces share (`layout.coloraxis`): one range over the numbers of all of them. */

import { isRecord, type JsonRecord, recordAt, textAt } from "../../base/json.ts";
import { numberOf, spanOf, valuesAt } from "../../base/plotly_values.ts";
import { aroundMiddle } from "./colours.ts";
import { rowsOf } from "./draw_heatmaps.ts";
import type { Trace } from "./trace.ts";

/** The layout in which each shared colour axis has its range. */
export function withSharedColours(layout: JsonRecord, traces: readonly Trace[]): JsonRecord {
  const shared = traces.flatMap((trace) => colouredBy(trace));
  const ranged = [...Map.groupBy(shared, ({ axis }) => axis)].map(([axis, some]) => {
    const own = recordAt(layout, axis);
    const range = rangeOf(some.flatMap(({ numbers }) => numbers), own);
    return [axis, range === null ? own : { ...range, ...given(own) }] as const;
  });
  return ranged.length === 0 ? layout : { ...layout, ...Object.fromEntries(ranged) };
}

interface Coloured {
  readonly axis: string;
  readonly numbers: readonly number[];
}

/** The axis by which a trace is coloured, itself or its marks. */
function colouredBy({ spec, type }: Trace): Coloured[] {
  const marker = recordAt(spec, "marker");
  const [whole, marks] = [textAt(spec, "coloraxis"), textAt(marker, "coloraxis")];
  return [
    ...(whole !== "" && type === "heatmap" ? [{ axis: whole, numbers: rowsOf(spec).flat() }] : []),
    ...(marks === "" ? [] : [{ axis: marks, numbers: valuesAt(marker, "color").map(numberOf) }]),
  ];
}

/** A range around the middle that the axis names, if it does; null of no numbers. */
function rangeOf(
  numbers: readonly number[],
  axis: JsonRecord,
): { readonly cmin: number; readonly cmax: number } | null {
  const { least, most } = aroundMiddle(spanOf(numbers), numberOf(axis["cmid"]));
  return least > most ? null : { cmin: least, cmax: most };
}

/** What the axis says itself; ends that it leaves open are none. */
function given(axis: JsonRecord): JsonRecord {
  const isOpen = (key: string) => (key === "cmin" || key === "cmax") && !isNumber(axis[key]);
  return Object.fromEntries(Object.entries(axis).filter(([key]) => !isOpen(key)));
}

function isNumber(value: unknown): boolean {
  return !isRecord(value) && !Number.isNaN(numberOf(value));
}
