/** The nine charts. First digit: what is mainly wanted; second: what is laid over it (1 change, 2 comparison, 3 overview). */

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

/** The charts of one value for each group or time. */
export const oneValueEach: readonly PatternId[] = ["P01", "P02", "P12", "P21", "P31"];
