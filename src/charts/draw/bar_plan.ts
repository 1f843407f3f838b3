/** What bars of one value for each group show, before it is decided whether they stand or lie. */

import type { Level } from "./sheet/levels.ts";
import { ink } from "./sheet/palette.ts";
import type { Extent } from "./sheet/value_domain.ts";
import type { NumberStyle } from "../summary/text/format_number.ts";
import type { GroupTotals } from "../values/group_totals.ts";

export interface BarWords {
  readonly title: string;
  readonly valueName: string;
  /** Whether labels also tell the share of the whole. */
  readonly shares: boolean;
  readonly template: string;
}

export interface BarInput extends BarWords {
  readonly totals: GroupTotals;
  readonly groupName: string;
}

export interface BarPlan extends BarInput {
  readonly style: NumberStyle;
  readonly levels: readonly Level[];
  readonly extent: Extent;
  /** Where the plot may begin. */
  readonly top: number;
  /** What is written at the end of each bar. */
  readonly labels: readonly string[];
}

export function barColor({ totals }: BarPlan, index: number): string {
  if (totals.hasOther && index === totals.names.length - 1) return ink.other;
  return ink.main;
}
