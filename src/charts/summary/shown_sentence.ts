/** Says that some groups are not shown by name, and what became of them. */

import { type Context, say } from "../context.ts";
import type { Series } from "../values/named_series.ts";

export interface Shown {
  readonly groups: number;
  /** Those that are drawn: one for each group with a name of its own, and one for all others. */
  readonly series: readonly Series[];
}

/** Empty where all are shown. */
export function shownSentence({ page }: Context, { groups, series }: Shown): string {
  const other = series.find((one) => one.other);
  if (other === undefined) return "";
  const named = series.length - 1;
  return say(page, {
    ja: `${groups}系列のうち上位${named}系列を示し、残りは「${other.name}」です。`,
    en: `The ${named} largest of ${groups} series are shown, the rest as "${other.name}".`,
  });
}
