/** Where the texts and lists of a column of Arrow begin and end: of a damaged file these places lead anywhere. */

interface Batch {
  readonly length: number;
  readonly offsets?: ArrayLike<number | bigint> | undefined;
  readonly sizes?: unknown;
  readonly values?: { readonly length: number } | undefined;
  readonly children?: readonly Batch[] | undefined;
}

/** Throws where one of the first `rows` values is not within the data. */
export function refuseBrokenOffsets(batch: Batch, rows: number): void {
  const count = Math.min(rows, batch.length);
  // Lists whose sizes are given besides may be in any order.
  const offsets = batch.sizes === undefined ? batch.offsets : undefined;
  const inner = batch.children ?? [];
  if (offsets === undefined) return inner.forEach((child) => refuseBrokenOffsets(child, count));
  const most = inner[0]?.length ?? batch.values?.length ?? 0;
  let last = 0;
  for (let at = 0; at <= count && count > 0; at++) {
    const offset = Number(offsets[at] ?? -1);
    if (offset < last || offset > most) throw new Error("offsets lead out of the data");
    last = offset;
  }
  inner.forEach((child) => refuseBrokenOffsets(child, last));
}
