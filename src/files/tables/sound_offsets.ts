/** Where the texts and lists of a column of Arrow begin and end: in a damaged file these places lead anywhere. */

interface Batch {
  readonly length: number;
  readonly offsets?: ArrayLike<number | bigint> | undefined;
  readonly sizes?: ArrayLike<number | bigint> | undefined;
  readonly values?: { readonly length: number } | undefined;
  readonly children?: readonly Batch[] | undefined;
  /** Elements of each list, if they all have the same length. */
  readonly stride?: number | undefined;
}

/** Elements of all lists that are shown together. Those of null take no bytes, so that the file's size says nothing. */
const mostElements = 8_000_000;

/** Throws if one of the first `rows` values is not within the data, or is a list without a sensible length. */
export function refuseBrokenOffsets(batch: Batch, rows: number): void {
  const count = Math.min(rows, batch.length);
  const inner = batch.children ?? [];
  const reached = reachedElements(batch, count);
  if (inner.length > 0 && reached > mostElements) throw new Error("lists without a sensible length");
  for (const child of inner) refuseBrokenOffsets(child, reached);
}

/** The elements up to the last one that the first values take; of structs as many as values. */
function reachedElements({ offsets, sizes, stride, children = [], values }: Batch, count: number): number {
  if (offsets === undefined || offsets === null) return count * (stride ?? 1);
  // Lists whose sizes are given besides may be in any order, and may overlap.
  if (sizes !== undefined) return sumOf(sizes, count);
  const most = children[0]?.length ?? values?.length ?? 0;
  let last = 0;
  for (let at = 0; at <= count && count > 0; at++) {
    const offset = Number(offsets[at] ?? -1);
    if (offset < last || offset > most) throw new Error("offsets lead out of the data");
    last = offset;
  }
  return last;
}

function sumOf(sizes: ArrayLike<number | bigint>, count: number): number {
  let sum = 0;
  for (let at = 0; at < count; at++) sum += Math.max(0, Number(sizes[at] ?? 0));
  return sum;
}
