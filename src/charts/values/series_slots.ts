/**
 * Which groups become series of a chart: at most eight slots of values, or as many as there are panels. Groups beyond that share the last slot, which
 * stands for all that are not shown by name.
 */

export const mostSeries = 8;

export interface SeriesSlots {
  /** The codes of the groups that are shown by name, one slot each. */
  readonly shown: readonly number[];
  /** How many groups share the last slot. */
  readonly left: number;
  readonly count: number;
  /** The slot of each group, by its code. */
  readonly ofCode: Int32Array;
}

/** The slots for groups that are given by their codes, the most important first. */
export function seriesSlots(ranked: readonly number[], most = mostSeries): SeriesSlots {
  const shown = ranked.length > most ? ranked.slice(0, most - 1) : ranked;
  const left = ranked.length - shown.length;
  const ofCode = new Int32Array(ranked.length).fill(shown.length);
  shown.forEach((code, slot) => ofCode[code] = slot);
  return { shown, left, count: shown.length + (left > 0 ? 1 : 0), ofCode };
}

interface Rows {
  /** The group of each row; negative where it has none. */
  readonly codes: Int32Array;
  /** The place of each row along the axis; negative where it has none. */
  readonly places: Int32Array;
  /** How many places the axis has. */
  readonly length: number;
}

/** The key of each row under which values are put together: slot by slot, and in each place by place. */
export function slotKeys({ ofCode }: SeriesSlots, { codes, places, length }: Rows): Int32Array {
  return Int32Array.from(codes, (code, row) => {
    const place = places[row] ?? -1;
    return code < 0 || place < 0 ? -1 : (ofCode[code] ?? 0) * length + place;
  });
}
