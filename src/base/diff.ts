/**
 * The longest common subsequence of two lists, by the greedy algorithm of Myers ("An O(ND) Difference Algorithm and Its
 * Variations", 1986). Lists that differ too much to compare cheaply count as completely different.
 */

/** A run of items that both lists contain, compared with `===`, with its position in each. */
export interface CommonRun {
  readonly before: number;
  readonly after: number;
  readonly length: number;
}

/** Number of differences after which the search stops. */
const mostDifferences = 1_000;
/** Number of steps after which it stops in any case. */
const mostSteps = 5_000_000;

interface Lists {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** How far into `before` each diagonal has been followed after a number of differences, from the lowest diagonal on. */
type Reach = Int32Array;

export function commonRuns(before: readonly unknown[], after: readonly unknown[]): readonly CommonRun[] {
  const size = before.length + after.length;
  const most = Math.min(size, mostDifferences, Math.floor(mostSteps / (size + 1)));
  const trace: Reach[] = [];
  const goal = before.length - after.length;
  for (let differences = 0; differences <= most; differences++) {
    const reach = advance({ before, after }, trace.at(-1), differences);
    trace.push(reach);
    if ((reach[goal + differences] ?? 0) >= before.length && Math.abs(goal) <= differences) {
      return walkBack({ before, after }, trace);
    }
  }
  return [];
}

function advance({ before, after }: Lists, last: Reach | undefined, differences: number): Reach {
  const reach = new Int32Array(2 * differences + 1);
  for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
    let left = startOf(last, diagonal, differences);
    while (
      left < before.length && left - diagonal < after.length && before[left] === after[left - diagonal]
    ) {
      left++;
    }
    reach[diagonal + differences] = left;
  }
  return reach;
}

/** Where a diagonal begins after one more difference. */
function startOf(last: Reach | undefined, diagonal: number, differences: number): number {
  if (last === undefined) return 0;
  const from = comesFrom(last, diagonal, differences);
  return reachOf(last, from, differences) + (from < diagonal ? 1 : 0);
}

/** The diagonal before: one higher by an insertion, one lower by a deletion, whichever leads further. */
function comesFrom(last: Reach, diagonal: number, differences: number): number {
  if (diagonal === -differences) return diagonal + 1;
  if (diagonal === differences) return diagonal - 1;
  const [lower, higher] = [diagonal - 1, diagonal + 1].map((one) => reachOf(last, one, differences));
  return (lower ?? 0) < (higher ?? 0) ? diagonal + 1 : diagonal - 1;
}

function reachOf(last: Reach, diagonal: number, differences: number): number {
  return last[diagonal + differences - 1] ?? 0;
}

function walkBack({ before, after }: Lists, trace: readonly Reach[]): readonly CommonRun[] {
  const found: CommonRun[] = [];
  let left = before.length;
  let diagonal = before.length - after.length;
  for (let differences = trace.length - 1; differences >= 0; differences--) {
    const last = trace[differences - 1];
    const start = startOf(last, diagonal, differences);
    if (left > start) found.push({ before: start, after: start - diagonal, length: left - start });
    if (last === undefined) break;
    diagonal = comesFrom(last, diagonal, differences);
    left = reachOf(last, diagonal, differences);
  }
  return found.reverse();
}
