/** Rows without a value among those that are added up: the sum is too small by them, and that must be said. */

import { type Context, say } from "./context.ts";
import type { Aggregation } from "./find_intent.ts";

interface Added {
  readonly keys: Int32Array;
  /** The sums by key. */
  readonly sums: Float64Array;
  readonly kind: Aggregation;
}

export function warnOfLacking({ page, roles: { value }, warn }: Context, { keys, sums, kind }: Added): void {
  if (value === null || kind !== "sum") return;
  const numbers = value.values();
  const count = keys.reduce((count, key, row) => {
    const isLacking = key >= 0 && Number.isNaN(numbers[row] ?? NaN) && !Number.isNaN(sums[key] ?? NaN);
    return isLacking ? count + 1 : count;
  }, 0);
  if (count === 0) return;
  warn(say(page, {
    ja: `${JSON.stringify(value.name)}の値がない行が${count}行あり、合計に含まれていません`,
    en: `${count} ${count === 1 ? "row has" : "rows have"} no ${
      JSON.stringify(value.name)
    }: sums are without ${count === 1 ? "it" : "them"}`,
  }));
}
