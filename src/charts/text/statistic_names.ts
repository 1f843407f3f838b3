/** What statistics of a measure are called, in titles and beside lines. */

export const statisticNames = {
  sum: { ja: "合計", en: "Total" },
  mean: { ja: "平均", en: "Mean" },
  median: { ja: "中央値", en: "Median" },
  min: { ja: "最小値", en: "Minimum" },
  max: { ja: "最大値", en: "Maximum" },
} as const;
