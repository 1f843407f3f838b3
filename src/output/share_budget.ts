/** Shares a budget out: small wishes are met in full, what they leave goes to the large ones in equal parts. */
export function shareBudget(wishes: readonly number[], budget: number): readonly number[] {
  const shares = wishes.map(() => 0);
  const ascending = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish - b.wish);
  let left = Math.max(0, budget);
  ascending.forEach(({ wish, index }, done) => {
    const share = Math.min(wish, Math.floor(left / (ascending.length - done)));
    shares[index] = share;
    left -= share;
  });
  return shares;
}
