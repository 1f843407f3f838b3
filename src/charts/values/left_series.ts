/** The groups that are not shown by name, each for itself: the highest or the lowest of all may be among them. */

import type { Aggregation } from "../read/find_intent.ts";
import { ink } from "../draw/sheet/palette.ts";
import type { Categories } from "../table/column.ts";
import { aggregate, type RowValues } from "./aggregate.ts";
import type { Series } from "./named_series.ts";

interface LeftInput extends Categories {
  /** The codes of the groups that are shown by name. */
  readonly shown: readonly number[];
  /** The place of each row along the axis; negative where it has none. */
  readonly places: Int32Array;
  /** How many places the axis has. */
  readonly length: number;
  readonly numbers: RowValues;
  readonly kind: Aggregation;
  readonly scale: number;
}

/** Beyond so many values they would take more time and memory than the chart itself. */
const mostValues = 2_000_000;

/** Null where there are too many to tell them apart. */
export function leftSeries(input: LeftInput): readonly Series[] | null {
  const { codes, labels, shown, places, length, numbers, kind, scale } = input;
  if (shown.length === labels.length) return [];
  const size = labels.length * length;
  if (size > mostValues) return null;
  const keys = Int32Array.from(codes, (code, row) => {
    const place = places[row] ?? -1;
    return code < 0 || place < 0 ? -1 : code * length + place;
  });
  const { values } = aggregate({ keys, size, ...numbers, scale }, kind);
  const named = new Set(shown);
  return labels.flatMap((name, code): Series[] =>
    named.has(code)
      ? []
      : [{ name, color: ink.other, other: false, values: values.slice(code * length, (code + 1) * length) }]
  );
}
