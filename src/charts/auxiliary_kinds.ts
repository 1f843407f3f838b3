/** Lines that can be laid over a chart. */

export const auxiliaryKinds = [
  "mean_line",
  "median_line",
  "target_line",
  "threshold",
  "moving_avg",
  "regression",
] as const;

export type AuxiliaryKind = (typeof auxiliaryKinds)[number];
