/**
 * The series that stands for all that are not shown by name: they are added up, or averaged where their sum would
 * press all the others to the floor.
 */

import { type Context, say } from "../context.ts";
import type { Aggregation } from "../sentence/find_intent.ts";

export interface OtherSeries {
  readonly name: string;
  readonly values: Float64Array;
  readonly averaged: boolean;
}

/** So many times the largest of the others their sum may be; beyond that nothing could be compared. */
export const largestOther = 3;

export interface RestInput {
  /** What all that are not shown have together, one for each place. */
  readonly together: Float64Array;
  readonly shown: Float64Array;
  /** How many are not shown. */
  readonly count: number;
  readonly kind: Aggregation;
  /** Whether the sum is shown however large it is, as for shares. */
  readonly whole?: boolean;
}

export function otherSeries(
  { page }: Pick<Context, "page">,
  { together, shown, count, kind, whole = false }: RestInput,
): OtherSeries {
  const added = kind === "sum" || kind === "count";
  const averaged = added && !whole && farthest(together) > farthest(shown) * largestOther;
  if (!averaged) return { name: otherName({ page }, count), values: together, averaged };
  return {
    name: say(page, { ja: `その他（${count}件の平均）`, en: `Other (mean of ${count})` }),
    values: together.map((value) => value / count),
    averaged,
  };
}

export function otherName({ page }: Pick<Context, "page">, count: number): string {
  return say(page, { ja: `その他（${count}）`, en: `Other (${count})` });
}

function farthest(values: Float64Array): number {
  return values.reduce((most, value) => Number.isNaN(value) ? most : Math.max(most, Math.abs(value)), 0);
}
