/** Lines that can be laid over a chart. */

/** Straight across, at one value. */
export const levelKinds = ["mean_line", "median_line", "target_line", "threshold"] as const;

export const auxiliaryKinds = [...levelKinds, "moving_avg", "regression"] as const;

export type AuxiliaryKind = (typeof auxiliaryKinds)[number];

/** A single name is a list of one: an argument before it is checked. */
export function asList(given: unknown): unknown {
  return typeof given === "string" ? [given] : given;
}
