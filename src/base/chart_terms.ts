/** What server and renderer both know of charts: patterns, auxiliary lines, languages, the form of a table. */

/** The nine charts. First digit: main intent; second digit: what is laid over it (1 change, 2 comparison, 3 overview). */
export const patternIds = ["P01", "P02", "P03", "P12", "P13", "P21", "P23", "P31", "P32"] as const;

export type PatternId = (typeof patternIds)[number];

export const templateOf: Readonly<Record<PatternId, string>> = {
  P01: "line",
  P02: "bar",
  P03: "histogram",
  P12: "multi_line",
  P13: "facet_histogram",
  P21: "grouped_bar",
  P23: "overlay_histogram",
  P31: "small_multiples",
  P32: "box_plot",
};

/** The charts that show one value for each group or time. */
export const oneValueEach: readonly PatternId[] = ["P01", "P02", "P12", "P21", "P31"];

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

/** The languages in which questions are asked and charts are labelled. */
export type Language = "ja" | "en";

/** Japanese if there is any kana or kanji: Japanese sentences often contain English column names. */
export function languageOf(query: string): Language {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(query) ? "ja" : "en";
}
