/** Lines that can be laid over a chart. */

/** Straight across, at one value. */
export const levelKinds = ["mean_line", "median_line", "target_line", "threshold"] as const;

export const auxiliaryKinds = [...levelKinds, "moving_avg", "regression"] as const;

export type AuxiliaryKind = (typeof auxiliaryKinds)[number];
