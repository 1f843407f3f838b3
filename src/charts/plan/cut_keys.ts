/** Groups in the order that a specification asks for; those beyond its limit are left out, or put together. */

import type { ChartSpec } from "../../base/chart_spec.ts";
import { type Keys, pickKeys } from "./keys.ts";
import { nameOrder } from "./natural_order.ts";

/** Groups of which not all are shown. */
export interface Shown {
  readonly name: string;
  readonly shown: number;
  readonly all: number;
  readonly rest: "other" | "drop";
}

interface Cut {
  readonly sort?: ChartSpec["sort"];
  /** The codes by the value that is drawn, the largest first. */
  readonly ranked?: () => number[];
  /** Whether groups without an order of their own are ranked if none is asked for. */
  readonly isRanked?: boolean;
  /** How many groups are kept: the first if an order is asked for, otherwise the first of these. */
  readonly keep: number;
  readonly largest: () => number[];
  /** What the others are together; they are left out without it. */
  readonly other?: string | undefined;
}

export function cutKeys(keys: Keys, cut: Cut): { readonly keys: Keys; readonly cut: readonly Shown[] } {
  const { sort, keep, largest, other = null } = cut;
  const all = keys.labels.length;
  const order = orderOf(keys, cut);
  if (all <= keep) {
    return { keys: order.every((code, at) => code === at) ? keys : pickKeys(keys, order, null), cut: [] };
  }
  const kept = new Set((sort === undefined ? largest() : order).slice(0, keep));
  return {
    keys: pickKeys(keys, order.filter((code) => kept.has(code)), other),
    cut: [{ name: keys.name, shown: keep, all, rest: other === null ? "drop" : "other" }],
  };
}

function orderOf(keys: Keys, { sort, largest, ranked = largest, isRanked = false }: Cut): number[] {
  const given = keys.labels.map((_, code) => code);
  switch (sort) {
    case "value":
      return ranked().reverse();
    case "-value":
      return ranked();
    case "label":
      return keys.ordered ? given : nameOrder(keys.labels);
    case "-label":
      return (keys.ordered ? given : nameOrder(keys.labels)).toReversed();
    case "data":
      return [...new Set([...keys.codes, ...given])].filter((code) => code >= 0);
    case undefined:
      return keys.ordered || !isRanked ? given : ranked();
  }
}

/** Codes by their values, the largest first, those without one last. */
export function rankedCodes(values: Float64Array): number[] {
  const size = (code: number) => Number.isNaN(values[code] ?? NaN) ? -Infinity : values[code] ?? 0;
  return Array.from(values.keys()).toSorted((a, b) => size(b) - size(a) || a - b);
}
