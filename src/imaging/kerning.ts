/** How much closer two characters of the embedded font are set: the pairs of its table `GPOS`, feature `kern`. */

/** The adjustment between two glyphs, in units of the font. */
export type Kerning = (left: number, right: number) => number;

/** Lookups of pairs (type 2) that list them (format 1) and change only the advance of the first glyph. */
const pairLookup = 2;
const listFormat = 1;
const advanceOnly = 4;

export function readKerning(view: DataView, gpos: number | undefined): Kerning {
  if (gpos === undefined) return () => 0;
  const pairs = new Map<number, number>();
  const lookups = gpos + view.getUint16(gpos + 8);
  for (const index of kernLookups(view, gpos + view.getUint16(gpos + 6))) {
    const lookup = lookups + view.getUint16(lookups + 2 + index * 2);
    if (view.getUint16(lookup) !== pairLookup) continue;
    for (const table of offsets(view, lookup + 4)) addPairs(view, lookup + table, pairs);
  }
  return (left, right) => pairs.get(left * 0x10000 + right) ?? 0;
}

/** The numbers of the lookups that the feature `kern` of any script uses. */
function kernLookups(view: DataView, features: number): Set<number> {
  const found = new Set<number>();
  const count = view.getUint16(features);
  for (let index = 0; index < count; index++) {
    const record = features + 2 + index * 6;
    if (view.getUint32(record) !== kernTag) continue;
    const feature = features + view.getUint16(record + 4);
    for (const lookup of offsets(view, feature + 2)) found.add(lookup);
  }
  return found;
}

const kernTag = 0x6b65726e;

/** A count and that many numbers of 16 bits. */
function offsets(view: DataView, at: number): number[] {
  return Array.from({ length: view.getUint16(at) }, (_, index) => view.getUint16(at + 2 + index * 2));
}

function addPairs(view: DataView, table: number, pairs: Map<number, number>): void {
  if (view.getUint16(table) !== listFormat || view.getUint16(table + 4) !== advanceOnly) return;
  if (view.getUint16(table + 6) !== 0) return;
  const lefts = coveredGlyphs(view, table + view.getUint16(table + 2));
  for (const [index, set] of offsets(view, table + 8).entries()) {
    const left = lefts[index] ?? 0;
    const count = view.getUint16(table + set);
    for (let pair = 0; pair < count; pair++) {
      const at = table + set + 2 + pair * 4;
      pairs.set(left * 0x10000 + view.getUint16(at), view.getInt16(at + 2));
    }
  }
}

/** The glyphs of a coverage table, in order: listed one by one or by ranges. */
function coveredGlyphs(view: DataView, at: number): number[] {
  if (view.getUint16(at) === 1) return offsets(view, at + 2);
  return Array.from({ length: view.getUint16(at + 2) }, (_, index) => {
    const range = at + 4 + index * 6;
    const [first, last] = [view.getUint16(range), view.getUint16(range + 2)];
    return Array.from({ length: last - first + 1 }, (_, step) => first + step);
  }).flat();
}
