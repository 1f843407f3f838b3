/** Lists of numbers in which NaN stands for a missing one. */

// @ts-types="@types/d3-array"
import { mean } from "d3-array";

/** Those that are not missing, ascending. */
export function sortedValues(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value)).sort();
}

/** Those that are not missing, each once, ascending. */
export function distinctValues(values: Float64Array): Float64Array {
  return Float64Array.from(new Set(values.filter((value) => !Number.isNaN(value)))).sort();
}

/** The values of each group, ascending, without those that are missing; `codes` are the groups of the rows, -1 for none. */
export function valuesByGroup(values: Float64Array, codes: Int32Array, count: number): Float64Array[] {
  const groups = Array.from({ length: count }, (): number[] => []);
  values.forEach((value, row) => {
    if (!Number.isNaN(value)) groups[codes[row] ?? -1]?.push(value);
  });
  return groups.map((group) => Float64Array.from(group).sort());
}

/** The value below which a share of ascending values lies, interpolated; NaN without values. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = NaN, high = NaN] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}

export function meanOf(values: Float64Array): number {
  return mean(values) ?? NaN;
}
