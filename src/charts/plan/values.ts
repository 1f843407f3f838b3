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
  const sizes = new Int32Array(count);
  const codeAt = (row: number) => Number.isNaN(values[row] ?? NaN) ? -1 : codes[row] ?? -1;
  for (let row = 0; row < values.length; row++) {
    const code = codeAt(row);
    if (code >= 0) sizes[code] = (sizes[code] ?? 0) + 1;
  }
  const groups = Array.from(sizes, (size) => new Float64Array(size));
  const filled = new Int32Array(count);
  for (let row = 0; row < values.length; row++) {
    const code = codeAt(row);
    const [group, at = 0] = [groups[code], filled[code]];
    if (group === undefined) continue;
    group[at] = values[row] ?? NaN;
    filled[code] = at + 1;
  }
  return groups.map((group) => group.sort());
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
