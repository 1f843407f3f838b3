/** Moves labels that would overlap apart: each as close to its preferred position as the gap between labels allows. */

export function spreadLabels(
  preferred: readonly number[],
  bounds: { readonly gap: number; readonly low: number; readonly high: number },
): number[] {
  const order = preferred.map((_, index) => index).toSorted((a, b) =>
    (preferred[a] ?? 0) - (preferred[b] ?? 0)
  );
  const placed = order.map((index) => preferred[index] ?? 0);
  for (let round = 0; round < 100; round++) {
    let moved = false;
    for (let at = 1; at < placed.length; at++) {
      const lack = bounds.gap - ((placed[at] ?? 0) - (placed[at - 1] ?? 0));
      if (lack <= 0.01) continue;
      placed[at - 1] = (placed[at - 1] ?? 0) - lack / 2;
      placed[at] = (placed[at] ?? 0) + lack / 2;
      moved = true;
    }
    if (!moved) break;
  }
  // Only those move into the bounds that are beyond them or in the way of these.
  for (let at = placed.length - 1, most = bounds.high; at >= 0; at--) {
    placed[at] = Math.min(placed[at] ?? 0, most);
    most = (placed[at] ?? 0) - bounds.gap;
  }
  for (let at = 0, least = bounds.low; at < placed.length; at++) {
    placed[at] = Math.max(placed[at] ?? 0, least);
    least = (placed[at] ?? 0) + bounds.gap;
  }
  const result: number[] = [];
  order.forEach((index, at) => result[index] = placed[at] ?? 0);
  return result;
}
