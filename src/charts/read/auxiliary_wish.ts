/** A line that a sentence asks for, laid over its chart. */

import type { AuxiliaryKind } from "../../base/chart_terms.ts";

export interface AuxiliaryWish {
  readonly kind: AuxiliaryKind;
  /** Where the line is; only of a target and a threshold. */
  readonly value?: number;
  /** Whether the sentence gives it in percent, which the data may hold as fractions. */
  readonly percent?: boolean;
  /** What the sentence calls it, where that says more than its kind. */
  readonly name?: string;
  /** Whether it lies at zero without a number of its own, where profits are drawn. */
  readonly orZero?: boolean;
  /** Whether it is said to be of all groups together; only of a mean and a median. */
  readonly overall?: boolean;
  /** Which of two limits it is, where the sentence says so. */
  readonly side?: "upper" | "lower";
  /** Where it is if the sentence gives a unit where a multiple was read: "50m" as metres. */
  readonly bare?: number;
  /** The multiple that its number is said in: 10,000 of 5万. */
  readonly scale?: number;
  /** The multiple that the sentence says its column counts in. */
  readonly columnScale?: number;
  /** How many points or how long a time a moving average takes together; only of that. */
  readonly window?: { readonly count: number; readonly unit: WindowUnit | null };
}

export type WindowUnit = "hour" | "day" | "week" | "month" | "quarter" | "year";
