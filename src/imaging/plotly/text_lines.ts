/** Texts of several lines, which Vega writes downwards from the first of them. */

export const lineHeight = 14;

/** How far up the first of some lines stands, so that all of them together are where one would be. */
export function lineShift(count: number, baseline: string, height: number = lineHeight): number {
  const share = baseline === "bottom" ? 1 : baseline === "middle" ? 0.5 : 0;
  return -(count - 1) * height * share || 0;
}
