/** Lines that can be laid over a chart. */

/** Straight across, at one value. */
export const levelKinds = ["mean_line", "median_line", "target_line", "threshold"] as const;

export const auxiliaryKinds = [...levelKinds, "moving_avg", "regression"] as const;

export type AuxiliaryKind = (typeof auxiliaryKinds)[number];

/** Other names that callers give them. */
const aliases: ReadonlyMap<string, AuxiliaryKind> = new Map([
  ["mean", "mean_line"],
  ["average", "mean_line"],
  ["average_line", "mean_line"],
  ["median", "median_line"],
  ["target", "target_line"],
  ["goal", "target_line"],
  ["threshold_line", "threshold"],
  ["limit", "threshold"],
  ["moving_average", "moving_avg"],
  ["rolling_average", "moving_avg"],
  ["trend_line", "regression"],
  ["trendline", "regression"],
  ["regression_line", "regression"],
]);

/** The lines of an argument before it is checked: a single name is a list of one, and some go by others. */
export function asKinds(given: unknown): unknown {
  const list: unknown = typeof given === "string" ? [given] : given;
  if (!Array.isArray(list)) return list;
  return list.map((name: unknown) =>
    typeof name === "string" ? aliases.get(name.toLowerCase().replaceAll(/[ -]/g, "_")) ?? name : name
  );
}
