/** Input type of all planners: what they compute the numbers of a chart from. */

import type { ResolvedSpec } from "../../base/chart_spec.ts";
import type { Language } from "../../base/language.ts";
import type { Table } from "../table/column.ts";

export interface PlanInput {
  /** Only the rows that the filter keeps. */
  readonly table: Table;
  /** The rows that conditions on x alone would keep: what was observed, whatever is drawn of it. */
  readonly observed: Table;
  readonly spec: ResolvedSpec;
  readonly language: Language;
  /** By how much counts and sums of a sample are multiplied. */
  readonly sampleFactor: number;
}
