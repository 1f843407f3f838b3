/** Says that some groups are not shown by name, and what became of them. */

import { type Context, say } from "../context.ts";

export interface Shown {
  readonly groups: number;
  /** Those with a name of their own. */
  readonly named: number;
  /** Whether the others are shown by their mean instead of together. */
  readonly averaged: boolean;
}

/** Empty where all are shown. */
export function shownSentence({ page }: Context, { groups, named, averaged }: Shown): string {
  if (groups <= named) return "";
  return say(page, {
    ja: `${groups}系列のうち上位${named}系列を示し、残りは「その他」${
      averaged ? "として平均を示しました" : "にまとめました"
    }。`,
    en: `The ${named} largest of ${groups} series are shown, the rest as "Other"${
      averaged ? ", by their mean" : ""
    }.`,
  });
}
