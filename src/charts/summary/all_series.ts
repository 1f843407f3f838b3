/** The series that sentences compare: every group of the data, not only those that a chart has room for. */

import { type Context, say } from "../context.ts";
import type { Series } from "../values/named_series.ts";

export interface Compared {
  readonly series: readonly Series[];
  /** The groups that are not shown by name; null where they are too many to tell them apart. */
  readonly left: readonly Series[] | null;
}

/** Where those that are left out are not known, only the ones that are shown. */
export function allSeries({ page }: Context, { series, left }: Compared): readonly Series[] {
  const hidden = (left ?? []).map((one) => ({
    ...one,
    name: say(page, { ja: `${one.name}（「その他」の中）`, en: `${one.name} (within "Other")` }),
  }));
  return [...series.filter(({ other }) => !other), ...hidden];
}
