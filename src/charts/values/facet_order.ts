/**
 * How distributions stand beside each other: as the sentence asks for, else as their names are counted, else as they
 * come, and boxes, which are compared by it, by their medians.
 */

import type { Context } from "../context.ts";
import type { AskedOrder } from "../read/asked_order.ts";
import { mean, quantile } from "./aggregate.ts";
import { countedOrder, nameOrder } from "./category_order.ts";
import type { Facet } from "./facets.ts";

export function orderedFacets(
  { intent: { order, senses } }: Context,
  facets: readonly Facet[],
  { byMedian }: { readonly byMedian: boolean },
): Facet[] {
  const names = facets.map(({ name }) => name);
  const placed = (places: readonly number[]) => places.flatMap((place) => facets[place] ?? []);
  if (order === "name") return placed(nameOrder(names));
  const isRanked = order !== null || senses.has("rank");
  const counted = isRanked ? null : countedOrder(names);
  if (counted !== null) return placed(counted);
  if (!isRanked && !byMedian) return [...facets];
  const sizes = new Map(facets.map((facet) => [facet, sizeOf(facet, order ?? "median")]));
  const sign = senses.has("ascending") ? 1 : -1;
  return facets.toSorted((a, b) => sign * ((sizes.get(a) ?? 0) - (sizes.get(b) ?? 0)));
}

function sizeOf({ values }: Facet, order: Exclude<AskedOrder, "name">): number {
  if (order === "mean") return mean(values);
  const sorted = Float64Array.from(values).sort();
  return order === "median" ? quantile(sorted, 0.5) : quantile(sorted, 0.75) - quantile(sorted, 0.25);
}
