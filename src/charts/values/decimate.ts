/** Fewer points of a long line that look the same: of every stretch its lowest and its highest. */

export function decimate(values: Float64Array, most: number): number[] {
  const all = Array.from(values, (_, index) => index);
  if (values.length <= most) return all;
  const stretch = Math.ceil(values.length / (most / 2));
  const kept = new Set<number>([0, values.length - 1]);
  for (let start = 0; start < values.length; start += stretch) {
    let low = start;
    let high = start;
    for (let at = start; at < Math.min(start + stretch, values.length); at++) {
      if ((values[at] ?? NaN) < (values[low] ?? NaN) || Number.isNaN(values[low] ?? NaN)) low = at;
      if ((values[at] ?? NaN) > (values[high] ?? NaN) || Number.isNaN(values[high] ?? NaN)) high = at;
    }
    kept.add(low).add(high);
  }
  return [...kept].toSorted((a, b) => a - b);
}
