/** Numbers about numbers. */

/** The value below which this share of the samples lies; 0.5 is the median. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error("Cannot take a quantile: there are no samples");
  return value;
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}
