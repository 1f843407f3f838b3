/** How high the bins of several distributions are: their counts, or their shares where the counts differ much. */

import type { Context } from "../context.ts";
import { axisTicks, type LabelledTick } from "./sheet/axes.ts";
import { numberTicks } from "./sheet/number_ticks.ts";
import type { Page } from "./sheet/page.ts";
import { type Bins, countInBins } from "../values/bins.ts";
import type { Facet } from "../values/facets.ts";

export interface BinHeights {
  /** Of each distribution, bin by bin. */
  readonly heights: readonly (readonly number[])[];
  readonly asShares: boolean;
}

export function binHeights(context: Context, facets: readonly Facet[], bins: Bins): BinHeights {
  const asShares = differMuch(facets);
  if (asShares) context.did("normalize");
  const heights = facets.map(({ values }) =>
    countInBins(values, bins).map((count) => asShares ? count / values.length : count)
  );
  return { heights, asShares };
}

/** Distributions of very different size are compared by their shares, else the large one hides the rest. */
function differMuch(facets: readonly Facet[]): boolean {
  const sizes = facets.map((facet) => facet.values.length);
  return Math.max(...sizes) > 2 * Math.min(...sizes);
}

export function heightAxis(
  page: Page,
  { heights, asShares }: BinHeights,
  steps: number,
): { readonly ticks: readonly LabelledTick[]; readonly domain: readonly [number, number] } {
  const axis = numberTicks([0, Math.max(asShares ? 0.01 : 1, ...heights.flat())], {
    steps,
    integer: !asShares,
  });
  const ticks = axisTicks({ language: page.language, unit: "", ratio: asShares }, axis);
  return { ticks, domain: axis.domain };
}
