/** What boxes show, before it is decided whether they stand or lie. */

import type { Level } from "./sheet/levels.ts";
import type { NumberTicks } from "./sheet/number_ticks.ts";
import type { NumberStyle } from "../summary/text/format_number.ts";
import type { Box } from "../values/boxes.ts";

export interface BoxPlan {
  readonly boxes: readonly Box[];
  /** Of each box the outliers that the axis does not reach. */
  readonly beyond: readonly (readonly number[])[];
  readonly axis: NumberTicks;
  readonly levels: readonly Level[];
  /** Whether a sign marks the mean of each box. */
  readonly withMeans: boolean;
  readonly style: NumberStyle;
  /** Name of the values. */
  readonly name: string;
}

export function countText({ count }: Box): string {
  return `n = ${count.toLocaleString("en")}`;
}
