/**
 * The positions of a longest strictly rising subsequence: of things that were put in a new order, the most that can
 * stay where they are.
 */
export function longestIncreasingSubsequence(values: readonly number[]): Set<number> {
  // ends[k]: where the rise of k + 1 values with the smallest last value ends.
  const ends: number[] = [];
  const before: number[] = [];
  values.forEach((value, position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[position] = low === 0 ? -1 : ends[low - 1] ?? -1;
    ends[low] = position;
  });
  const rise = new Set<number>();
  for (let position = ends.at(-1) ?? -1; position >= 0; position = before[position] ?? -1) rise.add(position);
  return rise;
}
