/** The place of the last value that is there; 0 where there is none. */
export function lastIndex(values: Float64Array): number {
  for (let at = values.length - 1; at >= 0; at--) if (!Number.isNaN(values[at] ?? NaN)) return at;
  return 0;
}
