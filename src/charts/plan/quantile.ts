/** The value below which a share of ascending values lies, interpolated; NaN without values. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? NaN;
  const high = sorted[Math.ceil(at)] ?? NaN;
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}
