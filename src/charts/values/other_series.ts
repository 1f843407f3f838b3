/**
 * The series that stands for all that are not shown by name: they are added up, or averaged where their sum would be
 * larger than any of the others and press them to the floor. Its name says which.
 */

import { type Context, say } from "../context.ts";
import type { Aggregation } from "../read/find_intent.ts";
import { aggregationName } from "./aggregation_for.ts";

export interface OtherSeries {
  readonly name: string;
  readonly values: Float64Array;
}

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
  if (!added || whole || !isDwarfing(together, shown)) {
    return { name: otherName({ page }, { count, kind }), values: together };
  }
  return {
    name: otherName({ page }, { count, kind: "mean" }),
    values: together.map((value) => value / count),
  };
}

/** Whether what is put together is larger than any of those that are shown by name. */
export function isDwarfing(together: Iterable<number>, shown: Iterable<number>): boolean {
  return farthest(together) > farthest(shown);
}

/** `kind` is how they are put together; it is left out where all their values stand side by side. */
export function otherName(
  { page }: Pick<Context, "page">,
  { count, kind }: { readonly count: number; readonly kind?: Aggregation },
): string {
  if (kind === undefined) return say(page, { ja: `その他（${count}）`, en: `Other (${count})` });
  const how = aggregationName(kind === "count" ? "sum" : kind, page.language);
  return say(page, { ja: `その他${count}件の${how}`, en: `Other (${count}, ${how})` });
}

function farthest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value) || 0);
  return most;
}
