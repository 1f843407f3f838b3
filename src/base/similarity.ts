/** The names that somebody may have meant by one that is not there. */

const most = 10;

/** At most ten of them, the likeliest first: those that are like it, else any. */
export function nearNames(wrong: string, names: readonly string[]): readonly string[] {
  const lower = wrong.toLowerCase();
  const ranked = names.map((name) => ({ name, rank: rankOf(lower, name.toLowerCase()) }));
  return ranked.toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
    .slice(0, most).map(({ name }) => name);
}

function rankOf(wrong: string, name: string): number {
  if (name === wrong) return 0;
  const contains = name.includes(wrong) || wrong.includes(name) ? 0.5 : 0;
  return editDistance(wrong.slice(0, 60), name.slice(0, 60)) / Math.max(wrong.length, name.length, 1) -
    contains;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1];
    for (let place = 0; place < to.length; place++) {
      const swap = (row[place] ?? 0) + (to[place] === letter ? 0 : 1);
      next.push(Math.min(swap, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
