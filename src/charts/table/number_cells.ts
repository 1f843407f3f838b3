/** Converts the cells of all rows to numbers, when they are first needed. */

import type { Cell } from "./raw_table.ts";

/** `Float64Array.from` with a function takes three times as long. */
export function numbersOf(cells: readonly Cell[], toNumber: (cell: Cell) => number): Float64Array {
  const numbers = new Float64Array(cells.length);
  for (let row = 0; row < cells.length; row++) numbers[row] = toNumber(cells[row] ?? null);
  return numbers;
}

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
