/** Where a series begins, ends, and is lowest and highest. */

export interface Extremes {
  /** Positions of values. */
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
  /** How many positions from one value to the next, on average. */
  readonly step: number;
}

/** Null where there is no value. */
export function extremesOf(values: Float64Array): Extremes | null {
  const present = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at] ?? NaN));
  const [first] = present;
  const last = present.at(-1);
  if (first === undefined || last === undefined) return null;
  const value = (at: number) => values[at] ?? NaN;
  return {
    first,
    last,
    low: present.reduce((best, at) => value(at) < value(best) ? at : best, first),
    high: present.reduce((best, at) => value(at) > value(best) ? at : best, first),
    step: present.length === 1 ? 1 : (last - first) / (present.length - 1),
  };
}
