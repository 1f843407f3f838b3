/** Places for labels beside each other that want the same room: as near to their wish as a distance allows. */

export function spreadLabels(
  wished: readonly number[],
  bounds: { readonly gap: number; readonly low: number; readonly high: number },
): number[] {
  const order = wished.map((_, index) => index).toSorted((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0));
  const placed = order.map((index) => wished[index] ?? 0);
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
  const over = Math.max(0, (placed.at(-1) ?? 0) - bounds.high);
  const shifted = placed.map((place) => place - over);
  const under = Math.max(0, bounds.low - (shifted[0] ?? 0));
  const result: number[] = [];
  order.forEach((index, at) => result[index] = (shifted[at] ?? 0) + under);
  return result;
}
